import { once } from 'node:events';
import type { PostgresPool } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { values } from './values.ts';

/** What Kysely needs of a pool, with an orderly end. */
export interface OrderlyPool extends PostgresPool {
  /** Waits until everyone who has asked for a connection so far has got one, or learnt why not. */
  settled(): Promise<void>;
}

/**
 * Opens a pool whose `end` waits for queries and transactions in flight and for every connection to be closed; pg's own
 * leaves whoever still waits for a connection waiting for ever, and sockets closing behind it.
 * `onLost` hears of a connection that failed while nobody used it; the pool replaces it.
 */
export function openPool(config: PoolConfig, onLost: (error: Error) => void): OrderlyPool {
  const pool = new Pool({ ...config, types: values });
  const asked = new Set<Promise<PoolClient>>();
  let open = 0;
  pool.on('connect', () => open++);
  pool.on('remove', () => open--);
  pool.on('error', onLost);

  const settled = async () => {
    await Promise.allSettled(asked);
  };
  return {
    options: pool.options,
    connect: async () => {
      const connection = pool.connect();
      asked.add(connection);
      try {
        return await connection;
      } finally {
        asked.delete(connection);
      }
    },
    end: async () => {
      await settled();
      await pool.end();
      while (open > 0) await once(pool, 'remove');
    },
    settled,
  };
}
