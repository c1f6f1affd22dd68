import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Client } from '../../client/client.ts';
import type { CacheOptions } from './memory-store.ts';
import type { SharedRecords } from './shared-cache.ts';

/** Opens what graphs share, where there is a Redis and anything is remembered at all. Those of one upstream, words and secret share. Never rejects. */
export async function openShared(
  url: string | undefined,
  { keepMs, keepMissingMs, wallNow: now }: CacheOptions,
  { baseUrl, names }: Pick<Client, 'baseUrl' | 'names'>,
  secret: string,
  log: Logger,
): Promise<SharedRecords | undefined> {
  if (url === undefined || keepMs === 0) return undefined;
  const { RedisRecords } = await import('./redis-cache.ts');
  // Records that were read by other words lack what those did not name.
  const upstream = names ? `${baseUrl} ${names.fingerprint}` : baseUrl;
  const space = createHmac('sha256', secret).update(upstream).digest('base64url');
  return RedisRecords.open({ url, space, keepMs, keepMissingMs, now, log });
}
