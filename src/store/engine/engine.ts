import type { OrderlyPool } from './pool.ts';

/** A database engine at work. */
export interface Engine {
  readonly kind: 'pglite' | 'postgres';
  readonly pool: OrderlyPool;
  /** Resolves if it ends by itself; then every query fails. Absent where connections that break are replaced. */
  readonly lost?: Promise<Error>;
  /** Where the database's files are, if they are ours. */
  readonly directory?: string;
  /** Where our tables lie. */
  readonly schema: string;
  /** The database was made by this opening. */
  readonly created: boolean;
  publishAddress(address: string): Promise<void>;
  /** Writes the database's files to `path`, as a tar; absent on PostgreSQL. Nobody else may be using the pool. */
  readonly dump?: ((path: string) => Promise<void>) | undefined;
  /** Ends what the engine runs and gives its directory back. The pool must have ended before. */
  stop(): Promise<void>;
}
