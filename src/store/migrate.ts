import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { sqlState } from './sql-error.ts';

/** By name; they run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * What the name of a migration ends in that earlier versions can do without: it only adds what they ignore, and need not
 * write ("expand"; what takes away or changes comes releases later, when nobody needs it any more).
 */
const expanding = '-expand';

/** Whether this version reads and writes a store on which a migration has run. */
export const isUsable = (migration: string, migrations: Migrations): boolean =>
  Object.hasOwn(migrations, migration) || migration.endsWith(expanding);

/** Another version has written the store, in a way that this one does not know. */
export class StoreOfOtherVersion extends Error {
  override readonly name = 'StoreOfOtherVersion';
}

/** @throws StoreOfOtherVersion */
function demandUsable(have: readonly string[], migrations: Migrations): void {
  const [first = ''] = Object.keys(migrations);
  if (have.length > 0 && !have.includes(first))
    throw new StoreOfOtherVersion(
      `The store must be from Kith 1.0 or later, but an earlier version has made it (it lacks ${first}): import its records into an empty store.`,
    );
  const later = have.filter((name) => !isUsable(name, migrations));
  if (later.length > 0)
    throw new StoreOfOtherVersion(
      `The store must be from this version of Kith or an earlier one, but a later one has written to it (${later.join(', ')}): ` +
        'run that version, or restore an earlier backup.',
    );
}

/** There is no store yet. */
export class StoreMissing extends Error {
  override readonly name = 'StoreMissing';
}

/**
 * Brings the schema up to date and answers the names of the migrations run now, in order. All run or none does. Several
 * processes may do it at once: one migrates, and the others wait for it. Fails with a sentence that names the migration.
 * @throws StoreMissing where there is none and must be
 * @throws StoreOfOtherVersion where the first of these is missing, or there is another that this version cannot do without
 */
export function migrate<T>(
  db: Kysely<T>,
  schema: string,
  migrations: Migrations,
  { mustExist = false } = {},
): Promise<readonly string[]> {
  return db.connection().execute(async (connection) => {
    const have = await namesRun(connection, schema);
    if (mustExist && have.length === 0) throw new StoreMissing(`The database has no store in its schema ${schema}`);
    demandUsable(have, migrations);
    const upToDate = Object.keys(migrations).every((name) => have.includes(name));
    return upToDate ? [] : withoutTimeout(connection, () => run(connection, schema, migrations));
  });
}

/** The migrator looks at every table before it says that there is nothing to do; this asks for the names alone. */
async function namesRun<T>(connection: Kysely<T>, schema: string): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(`${schema}.kysely_migration`)}`.execute(
      connection,
    );
    return rows.map(({ name }) => name);
  } catch (error) {
    if (sqlState(error) === undefinedTable) return [];
    throw error;
  }
}

const undefinedTable = '42P01';
const undefinedSchema = '3F000';
const undefinedColumn = '42703';

/** What looking at something tells that was there a moment before. */
const droppedStates: ReadonlySet<string | undefined> = new Set([undefinedSchema, undefinedTable, undefinedColumn]);

/** A large index may take its time, and so may the wait for another process's. */
async function withoutTimeout<T, R>(connection: Kysely<T>, work: () => Promise<R>): Promise<R> {
  await sql`set statement_timeout = 0`.execute(connection);
  try {
    return await work();
  } finally {
    await sql`reset statement_timeout`.execute(connection);
  }
}

async function run<T>(
  connection: Kysely<T>,
  schema: string,
  migrations: Migrations,
  looksLeft = 5,
): Promise<readonly string[]> {
  const migrator = new Migrator({
    db: connection,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: schema,
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  const failed = results.find(({ status }) => status === 'Error');
  // Before the first migration the migrator looks through every schema of the database, and fails where one of them, or a
  // table in it, is dropped at that moment. That has nothing to do with ours: it looks again.
  if (failed === undefined && droppedStates.has(sqlState(error)) && looksLeft > 0)
    return run(connection, schema, migrations, looksLeft - 1);
  if (error !== undefined) {
    const what = failed === undefined ? 'The store could not be migrated' : `Migration ${failed.migrationName} failed`;
    throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  return results.map(({ migrationName }) => migrationName);
}
