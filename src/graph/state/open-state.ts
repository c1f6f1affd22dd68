import type { Logger } from 'pino';
import type { DamagedEntry } from '../validate.ts';
import type { Database } from './database.ts';
import type { Seal } from './seal/seal.ts';
import { SqliteAdapter } from './sqlite-adapter.ts';
import type { StoredFamily } from './state-adapter.ts';
import { StateStore } from './state-store.ts';

interface Options {
  /**
   * The Redis that several graph processes share; undefined for a single process, with its state in its own database.
   */
  readonly redisUrl: string | undefined;
  readonly seal: Seal;
  /** All families of partitions that are stored. */
  readonly families: readonly StoredFamily[];
  /** The caller closes it. */
  readonly database: Database;
  readonly now: () => number;
  readonly log: Logger;
}

/** Opens the state of a graph. Rejects with `StoreUnavailable` if Redis does not answer. */
export async function openState({ redisUrl, seal, families, database, now, log }: Options): Promise<StateStore> {
  const onDamaged = (damaged: DamagedEntry) => log.error(damaged.message);
  if (redisUrl === undefined) return new StateStore(new SqliteAdapter(database, now), seal, families, onDamaged);
  const [{ connectRedis }, { RedisAdapter }] = await Promise.all([
    import('./redis-connections.ts'),
    import('./redis-adapter.ts'),
  ]);
  return new StateStore(new RedisAdapter(await connectRedis(redisUrl, log)), seal, families, onDamaged);
}
