import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { reasonOf } from '../../telemetry/reason.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** Two connections, since a subscribed one takes no other commands. */
export interface RedisConnections {
  readonly commands: Redis;
  readonly subscriptions: Redis;
}

/** @throws {StoreUnavailable} if Redis does not respond */
export async function connectRedis(url: string, log: Logger): Promise<RedisConnections> {
  const options = {
    lazyConnect: true,
    enableAutoPipelining: true,
    // Commits are sent one at a time per partition or key: a pipeline would only delay them.
    autoPipeliningIgnoredCommands: ['commitState'],
    maxRetriesPerRequest: 1,
    connectTimeout: 5000,
    commandTimeout: 5000,
  };
  const commands = new Redis(url, options);
  // The adapter resubscribes by itself once the connection is back.
  const subscriptions = new Redis(url, { ...options, enableOfflineQueue: false, autoResubscribe: false });
  for (const redis of [commands, subscriptions])
    redis.on('error', (error) =>
      log.warn({ reason: error.message }, 'The connection to Redis failed; it will be opened again.'),
    );
  try {
    await Promise.all([commands.connect(), subscriptions.connect()]);
  } catch (error) {
    commands.disconnect();
    subscriptions.disconnect();
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'no connection';
    throw new StoreUnavailable(`The Redis that graphs share must answer, but it does not (${reason}).`);
  }
  await useDatabase(commands).catch((error: unknown) => {
    commands.disconnect();
    subscriptions.disconnect();
    throw error;
  });
  return { commands, subscriptions };
}

/**
 * ioredis goes on in database 0 if the URL's cannot be selected.
 *
 * @throws {StoreUnavailable} if the URL names a database that Redis does not have, or that the user may not select
 */
async function useDatabase(redis: Redis): Promise<void> {
  const { db = 0 } = redis.options;
  if (db === 0) return;
  try {
    await redis.select(db);
  } catch (error) {
    const reason = reasonOf(error);
    throw new StoreUnavailable(
      `REDIS_URL names the database ${db}, which cannot be used (${reason}): name another one, such as /0, after the host.`,
    );
  }
}
