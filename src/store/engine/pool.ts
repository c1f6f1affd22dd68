import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { ConnectionLost } from './connection-lost.ts';
import { CopyingClient } from './copy-out.ts';
import { values } from './values.ts';

/** Connections of a pool. */
export interface PoolConnections {
  readonly open: number;
  readonly idle: number;
  /** Requests that wait for one. */
  readonly waiting: number;
  readonly most: number;
}

/** What Kysely needs of a pool, with an orderly end. */
export interface OrderlyPool extends PostgresPool {
  /** Waits until everyone who has asked for a connection so far has got one, or learnt why not. */
  settled(): Promise<void>;
  readonly connections: PoolConnections;
}

/**
 * Opens a pool whose `end` waits for queries and transactions in flight and for every connection to be closed; pg's own
 * leaves those that wait for a connection waiting for ever, and sockets closing behind it.
 * `onLost` hears of each connection that breaks; the pool replaces it.
 */
export function openPool(config: PoolConfig, onLost: (error: Error) => void): OrderlyPool {
  const pool = new Pool({ ...config, types: values });
  const asked = new Set<Promise<PoolClient>>();
  // Kysely knows a connection again by its client.
  const clients = new WeakMap<PoolClient, CopyingClient>();
  let open = 0;
  pool.on('connect', (client) => {
    open++;
    // A client in use that loses its connection fails its query, and emits an error too, which nobody else hears.
    client.on('error', onLost);
  });
  pool.on('remove', () => open--);
  pool.on('error', () => undefined);

  const settled = async () => {
    // What was asked of Kysely in this tick reaches the pool some microtasks later.
    await setImmediate();
    await Promise.allSettled(asked);
  };
  return {
    options: pool.options,
    connect: async () => {
      const connection = pool.connect();
      asked.add(connection);
      try {
        const client = await connection;
        const known = clients.get(client) ?? new CopyingClient(client);
        clients.set(client, known);
        return known;
      } catch (error) {
        // What pg says by itself, of a connection that takes too long as well, has no code.
        throw error instanceof Error && !('code' in error) ? new ConnectionLost(error) : error;
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
    get connections() {
      const { totalCount, idleCount, waitingCount, options } = pool;
      return { open: totalCount, idle: idleCount, waiting: waitingCount, most: options.max };
    },
  };
}
