import type { StoreLog } from '../event.ts';
import type { Engine } from './engine.ts';
import { openPool } from './pool.ts';

export interface PostgresConfig {
  readonly kind: 'postgres';
  /** `postgres://user:password@host:port/database`, with pg's parameters. */
  readonly url: string;
  /** The schema of our tables, created if it does not exist. */
  readonly schema?: string;
  /** Maximum number of connections. */
  readonly poolSize?: number;
  /** Milliseconds after which the server cancels a statement; 0: never. */
  readonly statementTimeoutMs?: number;
}

const schemaName = /^[a-z_][a-z0-9_]{0,62}$/;

/** Opens a pool of connections to PostgreSQL; the first query connects. */
export function openPostgres(config: PostgresConfig, log: StoreLog): Engine {
  const { url, schema = 'public', poolSize = 10, statementTimeoutMs = 30_000 } = config;
  if (!schemaName.test(schema)) {
    throw new Error(`schema: must be lower-case letters, digits and underscores, at most 63, but got "${schema}"`);
  }
  const pool = openPool(
    {
      connectionString: url,
      max: poolSize,
      options: settings(schema),
      statement_timeout: statementTimeoutMs,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      fallback_application_name: 'kith',
    },
    ({ message }) => log({ kind: 'connection-lost', reason: message }),
  );
  const nothing = async () => undefined;
  return { kind: 'postgres', pool, schema, created: false, publishAddress: nothing, stop: nothing };
}

/**
 * Session settings, so that SQL behaves the same on every server. JIT is off because plans without sequential scans
 * (see `readIndexed`) can have costs so high that PostgreSQL would compile them.
 */
const settings = (schema: string): string =>
  Object.entries({ search_path: schema, TimeZone: 'UTC', DateStyle: 'ISO', jit: 'off' })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
