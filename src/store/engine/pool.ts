import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import { type CustomTypesConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { ConnectionLost } from './connection-lost.ts';
import { CopyingClient } from './copy-out.ts';

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

type Parse = (text: string) => unknown;

/** A number where a number can hold it, else a bigint. */
const integer: Parse = (text) => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
};

/** Where we differ from pg's own choices, by the type's oid: int8, date, numeric. */
const scalars: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [20, integer],
  [1082, (text) => text],
  [1700, Number],
]);

/** The arrays of those types, by oid, and the oid of their elements. */
const elementOf: ReadonlyMap<number, number> = new Map([
  [1016, 20],
  [1182, 1082],
  [1231, 1700],
]);

/** text[], whose parser splits the text form of any array. */
const textArray: number = 1009;

function parserOf(oid: number, format?: 'text' | 'binary'): Parse {
  const element = scalars.get(elementOf.get(oid) ?? 0);
  if (element === undefined) return scalars.get(oid) ?? types.getTypeParser(oid, format);
  const split: (text: string) => readonly (string | null)[] = types.getTypeParser(textArray, 'text');
  return (text) => split(text).map((item) => (item === null ? null : element(item)));
}

/**
 * The JavaScript values that a query answers, on both engines: bigint → number (a bigint beyond 2^53), numeric → number,
 * date → `YYYY-MM-DD`, timestamptz → Date, uuid and text → string, json and jsonb parsed, bytea → Buffer; arrays of them
 * likewise.
 */
const values: CustomTypesConfig = { getTypeParser: parserOf };
