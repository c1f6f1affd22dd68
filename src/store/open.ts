import { Kysely, type LogEvent, PostgresDialect } from 'kysely';
import type { Database } from './database.ts';
import { Checkpoints } from './engine/checkpoints.ts';
import { hasDatabase } from './engine/database-files.ts';
import { openEmbedded, type PgliteConfig } from './engine/embedded.ts';
import type { Engine } from './engine/engine.ts';
import { type OnlineCopy, onlineCopy } from './engine/online-copy.ts';
import type { PoolConnections } from './engine/pool.ts';
import { openPostgres, type PostgresConfig } from './engine/postgres.ts';
import type { StoreLog } from './event.ts';
import { migrate, StoreMissing } from './migrate.ts';
import { migrations } from './migrations/all.ts';

export type StoreConfig = PgliteConfig | PostgresConfig;

export interface StoreOptions {
  readonly log?: StoreLog;
  /** PGlite: path of a dump to create a new store from. Default: an empty database. */
  readonly template?: string | undefined;
  /** Throws if the store does not exist, without creating anything. */
  readonly mustExist?: boolean | undefined;
  /** Called after each statement. */
  readonly onStatement?: OnStatement | undefined;
}

/** A completed statement. */
export interface Statement {
  /** With placeholders instead of values. */
  readonly sql: string;
  readonly milliseconds: number;
  /** SQLSTATE, or the error's name; undefined on success. */
  readonly error: string | undefined;
}

export type OnStatement = (statement: Statement) => void;

export interface Store extends AsyncDisposable {
  readonly kind: StoreConfig['kind'];
  readonly db: Kysely<Database>;
  /**
   * Resolves if the engine ends unexpectedly; all queries fail from then on. Undefined if the pool replaces broken
   * connections.
   */
  readonly lost?: Promise<Error> | undefined;
  /** Current connection counts of the pool. */
  connections(): PoolConnections;
  /** Whether this opening created the store, empty or from a template. */
  readonly fresh: boolean;
  /** Publishes the address of the service on this store, for `readOwner`. Does nothing without a directory. */
  publishAddress(address: string): Promise<void>;
  /** Copies the database's files; undefined without a directory of our own. */
  readonly copy?: OnlineCopy | undefined;
  /** Dumps the database to a file, for `StoreOptions.template`, while nothing else runs; undefined on PostgreSQL. */
  readonly dump?: ((path: string) => Promise<void>) | undefined;
  /** Waits for pending queries and transactions, then releases threads, sockets and locks. */
  close(): Promise<void>;
}

/**
 * Opens a store and migrates it.
 *
 * @throws StoreMissing if it must exist and does not
 * @throws StoreInUse if the directory has another owner
 * @throws OpenDirectory if other users can access the directory
 * @throws Error with a full sentence if it cannot be opened
 * @example
 * await using store = await openStore({ kind: 'pglite', dataDir: 'memory' });
 * await loadSample(store);
 */
export async function openStore(config: StoreConfig, options: StoreOptions = {}): Promise<Store> {
  const { log = () => undefined, template, mustExist = false } = options;
  if (mustExist && config.kind === 'pglite' && !(await hasDatabase(config.dataDir))) {
    throw new StoreMissing(`There is no store in ${config.dataDir}`);
  }
  return storeOn(
    config.kind === 'pglite' ? await openEmbedded(config, log, template) : openPostgres(config, log),
    options,
  );
}

/** The same on an engine that runs. */
export async function storeOn(engine: Engine, options: StoreOptions = {}): Promise<Store> {
  const { log = () => undefined, onStatement, mustExist = false } = options;
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
