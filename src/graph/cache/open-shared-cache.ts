import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Client } from '../../client/client.ts';
import type { CacheOptions } from './memory-store.ts';
import type { SharedRecords } from './shared-cache.ts';

/**
 * Opens the shared cache; undefined without a Redis URL, or if the cache is off (`keepMs` is 0). Graphs with the same
 * upstream, wire names and secret share records. A Redis that cannot be reached is no error.
 */
export async function openShared(
  url: string | undefined,
  { keepMs, keepMissingMs, wallNow: now }: CacheOptions,
  { baseUrl, names }: Pick<Client, 'baseUrl' | 'names'>,
  secret: string,
  log: Logger,
): Promise<SharedRecords | undefined> {
  if (url === undefined || keepMs === 0) return undefined;
  const { RedisRecords } = await import('./redis-cache.ts');
  // Records that were read with other wire names may lack members.
  const upstream = names ? `${baseUrl} ${names.fingerprint}` : baseUrl;
  const space = createHmac('sha256', secret).update(upstream).digest('base64url');
  return RedisRecords.open({ url, space, keepMs, keepMissingMs, now, log });
}
