import type { Logger } from 'pino';
import type { SharedRecords } from './shared.ts';
import type { CacheOptions } from './store.ts';

/** Opens what graphs share, where there is a Redis and anything is remembered at all. Never rejects. */
export async function openShared(
  url: string | undefined,
  { keepMs, keepMissingMs, wallNow: now }: CacheOptions,
  log: Logger,
): Promise<SharedRecords | undefined> {
  if (url === undefined || keepMs === 0) return undefined;
  const { RedisRecords } = await import('./redis.ts');
  return RedisRecords.open({ url, keepMs, keepMissingMs, now, log });
}
