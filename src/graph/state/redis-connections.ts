import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { StoreUnavailable } from './store-unavailable.ts';

/** Redis takes no commands on a connection that is subscribed, so that there are two. */
export interface RedisConnections {
  readonly commands: Redis;
  readonly subscriptions: Redis;
}

/** @throws {StoreUnavailable} when Redis does not answer */
export async function connectRedis(url: string, log: Logger): Promise<RedisConnections> {
  const options = {
    lazyConnect: true,
    enableAutoPipelining: true,
    // One at a time for each partition or key: a pipeline around it would only take longer.
    autoPipeliningIgnoredCommands: ['bookPurses', 'commitState'],
    maxRetriesPerRequest: 1,
    connectTimeout: 5000,
    commandTimeout: 5000,
  };
  const commands = new Redis(url, options);
  // A subscription that fails while the connection is down is made again by its store once it is back.
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
  return { commands, subscriptions };
}
