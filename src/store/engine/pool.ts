import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import { type CustomTypesConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { ConnectionLost } from './connection-lost.ts';
import { CopyingClient } from './copy-out.ts';

/** Connection counts of a pool. */
export interface PoolConnections {
  readonly open: number;
  readonly idle: number;
  /** Requests that wait for a connection. */
  readonly waiting: number;
  readonly most: number;
}

/** Kysely's interface of a pool, with an orderly end. */
export interface OrderlyPool extends PostgresPool {
  /** Waits until all requests for a connection so far have been served or refused. */
  settled(): Promise<void>;
  readonly connections: PoolConnections;
}

/**
 * Opens a pool whose `end` waits for queries and transactions in flight, and for all connections to close. pg's own
 * leaves requests waiting for a connection forever, and closes sockets after it has resolved. `onLost` is called for
 * each broken connection, which the pool replaces.
 */
export function openPool(config: PoolConfig, onLost: (error: Error) => void): OrderlyPool {
  const pool = new Pool({ ...config, types: values });
  const asked = new Set<Promise<PoolClient>>();
  // One wrapper per client: Kysely identifies a connection by its client.
  const clients = new WeakMap<PoolClient, CopyingClient>();
  let open = 0;
  pool.on('connect', (client) => {
    open++;
    // A client whose connection breaks in use fails its query and also emits an error, which would be unhandled.
    client.on('error', onLost);
  });
  pool.on('remove', () => open--);
  pool.on('error', () => undefined);

  const settled = async () => {
    // Requests made to Kysely in this tick reach the pool some microtasks later.
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
        // pg's own errors, such as a connection timeout, have no code.
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

type Parse = (text: string) => unknown;

/** A number if it is a safe integer, else a bigint. */
const integer: Parse = (text) => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
};

/** Parsers that differ from pg's, by type oid: int8, date, numeric. */
const scalars: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [20, integer],
  [1082, (text) => text],
  [1700, Number],
]);

/** Array types with such elements, by oid. */
const elementOf: ReadonlyMap<number, number> = new Map([
  [1016, 20],
  [1182, 1082],
  [1231, 1700],
]);

/** text[], whose parser splits any array. */
const textArray: number = 1009;

function parserOf(oid: number, format?: 'text' | 'binary'): Parse {
  const element = scalars.get(elementOf.get(oid) ?? 0);
  if (element === undefined) return scalars.get(oid) ?? types.getTypeParser(oid, format);
  const split: (text: string) => readonly (string | null)[] = types.getTypeParser(textArray, 'text');
  return (text) => split(text).map((item) => (item === null ? null : element(item)));
}

/**
 * The JavaScript values of query results, the same on both engines: bigint → number (bigint beyond 2^53), numeric →
 * number, date → `YYYY-MM-DD`, timestamptz → Date, uuid and text → string, json and jsonb parsed, bytea → Buffer; and
 * arrays of them.
 */
const values: CustomTypesConfig = { getTypeParser: parserOf };
