import type { OrderlyPool } from './pool.ts';

/** A running database engine. */
export interface Engine {
  readonly kind: 'pglite' | 'postgres';
  readonly pool: OrderlyPool;
  /**
   * Resolves if the engine ends unexpectedly; all queries fail from then on. Undefined if the pool replaces broken
   * connections.
   */
  readonly lost?: Promise<Error>;
  /** The directory of the database's files; undefined on PostgreSQL and in memory. */
  readonly directory?: string;
  /** The schema of our tables. */
  readonly schema: string;
  /** Whether this opening created the database. */
  readonly created: boolean;
  publishAddress(address: string): Promise<void>;
  /** Dumps the database's files to `path` as a tar, while the pool is not in use; undefined on PostgreSQL. */
  readonly dump?: ((path: string) => Promise<void>) | undefined;
  /** Stops the engine and releases its directory. The pool must have ended before. */
  stop(): Promise<void>;
}
