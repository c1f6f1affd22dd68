import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { CacheOptions } from './memory-store.ts';
import type { SharedRecords } from './shared-cache.ts';

/** Opens what graphs share, where there is a Redis and anything is remembered at all. Those of one upstream and secret share. Never rejects. */
export async function openShared(
  url: string | undefined,
  { keepMs, keepMissingMs, wallNow: now }: CacheOptions,
  upstreamUrl: string,
  secret: string,
  log: Logger,
): Promise<SharedRecords | undefined> {
  if (url === undefined || keepMs === 0) return undefined;
  const { RedisRecords } = await import('./redis-cache.ts');
  const space = createHmac('sha256', secret).update(upstreamUrl).digest('base64url');
  return RedisRecords.open({ url, space, keepMs, keepMissingMs, now, log });
}
