import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import type { Database } from './database.ts';
import { Checkpoints } from './engine/checkpoints.ts';
import { hasDatabase } from './engine/database-files.ts';
import { openEmbedded, type PgliteConfig } from './engine/embedded.ts';
import { type OnlineCopy, onlineCopy } from './engine/online-copy.ts';
import type { PoolConnections } from './engine/pool.ts';
import { openPostgres, type PostgresConfig } from './engine/postgres.ts';
import type { StoreLog } from './event.ts';
import { migrate, StoreMissing } from './migrate.ts';
import { migrations } from './migrations/all.ts';

export type StoreConfig = PgliteConfig | PostgresConfig;

export interface StoreOptions {
  readonly log?: StoreLog;
  /** PGlite: the path of a store's dump, with which a new store begins. Default: an empty database. */
  readonly template?: string | undefined;
  /** Opens no store that is not there yet, and leaves nothing where it would be. */
  readonly mustExist?: boolean | undefined;
  /** Hears of each statement when it has ended. */
  readonly onStatement?: OnStatement | undefined;
}

/** A statement that has ended. */
export interface Statement {
  /** With placeholders where values are. */
  readonly sql: string;
  readonly milliseconds: number;
  /** SQLSTATE, or else the error's name; undefined where it succeeded. */
  readonly error: string | undefined;
}

export type OnStatement = (statement: Statement) => void;

export interface Store extends AsyncDisposable {
  readonly kind: StoreConfig['kind'];
  readonly db: Kysely<Database>;
  /** Resolves if the engine ends by itself; then every query fails. Absent where connections that break are replaced. */
  readonly lost?: Promise<Error> | undefined;
  /** The connections of its pool at the moment. */
  connections(): PoolConnections;
  /** This opening made the tables: nobody has written to them yet. */
  readonly fresh: boolean;
  /** Says where the service that runs on this store answers, for `readOwner`. Only a directory has an owner. */
  publishAddress(address: string): Promise<void>;
  /** Copies the database's files; absent where they are not in a directory of ours. */
  readonly copy?: OnlineCopy | undefined;
  /** Writes a dump of the database to a file, for `StoreOptions.template`; absent on PostgreSQL. Nothing else may run meanwhile. */
  readonly dump?: ((path: string) => Promise<void>) | undefined;
  /** Waits for the queries and transactions asked for so far, then leaves nothing behind: no thread, socket or lock. */
  close(): Promise<void>;
}

/**
 * Opens the store, brings its tables up to date and answers it ready for use.
 * @throws StoreMissing where it must exist and does not; StoreInUse where the directory has another owner; OpenDirectory where other users can enter it; an Error with a full sentence where it cannot be opened
 */
export async function openStore(config: StoreConfig, options: StoreOptions = {}): Promise<Store> {
  const { log = () => undefined, template, onStatement, mustExist = false } = options;
  if (mustExist && config.kind === 'pglite' && !(await hasDatabase(config.dataDir))) {
    throw new StoreMissing(`There is no store in ${config.dataDir}`);
  }
  const engine = config.kind === 'pglite' ? await openEmbedded(config, log, template) : openPostgres(config, log);
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: engine.pool }),
    ...(onStatement && { log: (event) => onStatement(statementOf(event)) }),
  });

  let checkpoints: Checkpoints | undefined;
  const end = async () => {
    await checkpoints?.stop();
    await engine.pool.settled();
    await db.destroy();
    await engine.stop();
  };
  let ending: Promise<void> | undefined;
  const close = () => (ending ??= end());

  try {
    const migrated = await migrate(db, engine.schema, migrations, { mustExist });
    if (migrated.length > 0) log({ kind: 'migrated', migrations: migrated });
    const fresh = engine.created || migrated.includes('0001-store');
    const { kind, directory, lost, publishAddress, dump } = engine;
    const connections = () => engine.pool.connections;
    checkpoints = directory === undefined ? undefined : new Checkpoints(db);
    const copy = directory !== undefined && checkpoints ? onlineCopy(directory, db, checkpoints) : undefined;
    return { kind, db, lost, connections, fresh, publishAddress, copy, dump, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw error;
  }
}

function statementOf(event: LogEvent): Statement {
  const { query, queryDurationMillis: milliseconds } = event;
  return { sql: query.sql, milliseconds, error: event.level === 'error' ? codeOf(event.error) : undefined };
}

const codeOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if ('code' in error && typeof error.code === 'string' && /^\w{5}$/.test(error.code)) return error.code;
  return error instanceof Error ? error.name : 'unknown';
};
