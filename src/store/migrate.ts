import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { sqlState } from './sql-error.ts';
import { withoutTimeout } from './without-timeout.ts';

/** Migrations by name, run in the order of their names. */
export type Migrations = Readonly<Record<string, Migration>>;

/**
 * Suffix of migrations that older versions can ignore: they only add to the schema ("expand"). Changes and removals
 * follow releases later, when no supported version depends on the old form.
 */
const expanding = '-expand';

/** Whether this version can use a store with a migration. */
export const isUsable = (migration: string, migrations: Migrations): boolean =>
  Object.hasOwn(migrations, migration) || migration.endsWith(expanding);

/** The store was written by a version that this one is not compatible with. */
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

/** The store does not exist. */
export class StoreMissing extends Error {
  override readonly name = 'StoreMissing';
}

/**
 * Migrates the schema to the current version, in one transaction, and returns the names of the migrations that ran.
 * Safe to run concurrently: one process migrates, the others wait. Errors name the migration.
 *
 * @throws StoreMissing if the store must exist and does not
 * @throws StoreOfOtherVersion if the first migration is missing, or an unknown one is not compatible
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
    // Building a large index, or waiting for another process to do so, may exceed the statement timeout.
    return upToDate ? [] : withoutTimeout(connection, () => run(connection, schema, migrations));
  });
}

/** Reads only the names of past migrations: the migrator inspects all tables before it finds nothing to do. */
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

/** Errors of inspecting an object that has just been dropped. */
const droppedStates: ReadonlySet<string | undefined> = new Set([undefinedSchema, undefinedTable, undefinedColumn]);

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
  // Before the first migration the migrator inspects all schemas of the database, and fails if one of them, or a table
  // in it, is dropped meanwhile. Such a failure is unrelated to our schema: retry.
  if (failed === undefined && droppedStates.has(sqlState(error)) && looksLeft > 0)
    return run(connection, schema, migrations, looksLeft - 1);
  if (error !== undefined) {
    const what = failed === undefined ? 'The store could not be migrated' : `Migration ${failed.migrationName} failed`;
    throw new Error(`${what}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
  return results.map(({ migrationName }) => migrationName);
}
