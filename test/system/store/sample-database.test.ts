import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
import { openStore, type Store } from '../../../src/store/open.ts';
import { sampleDatabase } from '../../../src/store/sample/records.ts';
import { fillSampleDatabase } from '../../tools/sample/database.ts';
import { generatedRecords } from '../../tools/sample/records.ts';

const linesOf = async ({ db }: Store, statement: string): Promise<readonly string[]> =>
  (await sql<{ line: string }>`${sql.raw(statement)}`.execute(db)).rows.map(({ line }) => line);

/** Everything that a store's schema says, by name. */
const schemaOf = (store: Store) =>
  linesOf(
    store,
    `select line from (
      select attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attstorage::text || ' ' ||
        attnotnull || ' ' || coalesce(pg_get_expr(adbin, adrelid), '') as line
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped and attrelid in (
        select oid from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'S'))
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      union all select relname || ' ' || array_to_string(reloptions, ',') from pg_class
        where relnamespace = 'public'::regnamespace and reloptions is not null
    ) as facts order by 1`,
  );

/** Per table: its number of rows, and a digest of them without the moments at which they were written. */
const rowsOf = async (store: Store): Promise<Readonly<Record<string, string>>> => {
  const tables = await linesOf(store, "select tablename as line from pg_tables where schemaname = 'public' order by 1");
  const found: Record<string, string> = {};
  for (const table of tables) {
    const [digest = ''] = await linesOf(
      store,
      `select count(*) || ' ' || coalesce(md5(string_agg(line, ',' order by line)), '') as line from (
        select (to_jsonb(row) - 'imported_at' - 'timestamp')::text as line from ${table} as row) as lines`,
    );
    if (!digest.startsWith('0 ')) found[table] = digest;
  }
  return found;
};

suite('the database of the sample', () => {
  test('it is what migrations and the generator make, with nothing secret', { timeout: 180_000 }, async () => {
    await using shipped = await openStore({ kind: 'pglite', dataDir: 'memory' }, { template: sampleDatabase });
    await using made = await openStore({ kind: 'pglite', dataDir: 'memory' });
    await fillSampleDatabase(made, generatedRecords());
    assert.deepEqual(await schemaOf(shipped), await schemaOf(made), 'run `npm run sample`');
    const rows = await rowsOf(shipped);
    assert.deepEqual(rows, await rowsOf(made), 'run `npm run sample`');
    // No team, account or key, whose secrets would be the same in every store.
    assert.deepEqual(Object.keys(rows), [
      ...['company', 'company_element', 'company_name', 'company_website', 'direct_connection', 'employment'],
      ...['investment', 'kysely_migration', 'kysely_migration_lock', 'profile', 'profile_element', 'profile_name'],
      ...['profile_ordinal', 'schooling', 'setting'],
    ]);
    assert.deepEqual(await linesOf(shipped, 'select name as line from setting order by 1'), [
      'sample',
      'sample-teams-due',
    ]);
    assert.equal(shipped.fresh, true);
  });
});
