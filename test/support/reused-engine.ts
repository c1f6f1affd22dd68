/**
 * Embedded engines that tests use one after another. An engine takes half a second of CPU to start; to bring its rows back to
 * what they were takes a tenth. Its dump holds a second copy of each table, in a schema of its own.
 */
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../src/store/database.ts';
import { inMemory } from '../../src/store/engine/embedded.ts';
import { type Pglite, startPglite } from '../../src/store/engine/pglite.ts';
import { type Store, type StoreOptions, storeOn } from '../../src/store/open.ts';

type Db = Kysely<Database>;

/** Remembers all rows of a store in its own database. */
export async function rememberRows(db: Db): Promise<void> {
  await sql`create schema remembered`.execute(db);
  for (const table of await relations(db, 'public', 'r'))
    await sql`create table ${sql.table(`remembered.${table}`)} as table ${sql.table(`public.${table}`)}`.execute(db);
}

async function relations(db: Db, schema: string, kind: 'r' | 'S'): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = ${schema}::regnamespace and relkind = ${kind} order by relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** What an engine begins with, beside its rows. */
interface Beginning {
  readonly tables: readonly string[];
  readonly sequences: readonly { readonly name: string; readonly last_value: number; readonly is_called: boolean }[];
  /** A hash of tables, indexes, columns, constraints, triggers and functions. */
  readonly schema: string;
}

async function beginningOf(db: Db): Promise<Beginning> {
  const sequences = await relations(db, 'public', 'S');
  const { rows } = await sql<Beginning['sequences'][number]>`${sql.join(
    sequences.map(
      (name) => sql`select ${name}::text as name, last_value, is_called from ${sql.table(`public.${name}`)}`,
    ),
    sql` union all `,
  )}`.execute(db);
  return { tables: await relations(db, 'public', 'r'), sequences: rows, schema: await schemaOf(db) };
}

async function schemaOf(db: Db): Promise<string> {
  const { rows } = await sql<{ hash: string }>`
    select md5(string_agg(concat(one), ',' order by concat(one))) as hash from (
      select oid::text || relname || coalesce(reloptions::text, '') from pg_class where relpersistence <> 't'
      union all select attrelid::text || attname || attnotnull from pg_attribute where attrelid >= 16384
      union all select oid::text from pg_constraint union all select oid::text from pg_trigger
      union all select oid::text || proname from pg_proc where oid >= 16384
      union all select oid::text || nspname from pg_namespace where nspname not like 'pg_temp%'
    ) as all_of(one)`.execute(db);
  return rows[0]?.hash ?? '';
}

interface Reusable {
  readonly seed: string;
  readonly pglite: Pglite;
  readonly beginning: Beginning;
  /** The transaction before which the rows were as remembered. */
  since: bigint;
}

/** Engines that no store uses, the latest last. */
const idle: Reusable[] = [];

const mostIdle = 3;

/** Opens a store on an idle engine, or on one that starts with a dump that `rememberRows` has prepared. */
export async function openReused(
  seed: string,
  findTemplate: () => Promise<string>,
  { onStatement }: Pick<StoreOptions, 'onStatement'>,
): Promise<Store> {
  const at = idle.findLastIndex((one) => one.seed === seed);
  const [found] = at < 0 ? [] : idle.splice(at, 1);
  const pglite = found?.pglite ?? (await startPglite({ template: await findTemplate() }));
  let isReady = false;
  let reusable: Reusable | undefined;
  const engine = inMemory(pglite);
  const stop = async () => {
    if (reusable === undefined) return pglite.stop();
    idle.push(reusable);
    if (idle.length > mostIdle) await idle.shift()?.pglite.stop();
  };
  const store = await storeOn(
    { ...engine, stop },
    { ...(onStatement && { onStatement: (statement) => isReady && onStatement(statement) }) },
  );
  if (found && !(await hasReset(store.db, found))) {
    await store.close();
    return openReused(seed, findTemplate, { onStatement });
  }
  reusable = {
    seed,
    pglite,
    beginning: found?.beginning ?? (await beginningOf(store.db)),
    since: await nextTransaction(store.db),
  };
  void pglite.lost.then(() => {
    reusable = undefined;
  });
  isReady = true;
  return store;
}

async function nextTransaction(db: Db): Promise<bigint> {
  const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(db);
  return BigInt(rows[0]?.xid ?? 0);
}

/** Brings back what has changed; false if a test has changed the schema. */
async function hasReset(db: Db, { beginning, since }: Reusable): Promise<boolean> {
  if ((await schemaOf(db)) !== beginning.schema) return false;
  const { rows } = await sql<{ name: string }>`${sql.join(
    beginning.tables.map(
      (name) => sql`
        select ${name}::text as name
        from (select count(*) as n, max(xmin::text::bigint) as latest from ${sql.table(`public.${name}`)}) as now,
          (select count(*) as n from ${sql.table(`remembered.${name}`)}) as before
        where now.n <> before.n or now.latest >= ${since}`,
    ),
    sql` union all `,
  )}`.execute(db);
  await db.transaction().execute(async (transaction) => {
    // No trigger of a foreign key, or of ours, runs.
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const { name } of rows) {
      await sql`delete from ${sql.table(`public.${name}`)}`.execute(transaction);
      await sql`
        insert into ${sql.table(`public.${name}`)} overriding system value
        select * from ${sql.table(`remembered.${name}`)}`.execute(transaction);
    }
    for (const { name, last_value, is_called } of beginning.sequences)
      await sql`select setval(${`public.${name}`}::regclass, ${last_value}, ${is_called})`.execute(transaction);
  });
  return true;
}
