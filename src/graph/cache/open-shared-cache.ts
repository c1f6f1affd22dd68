import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Client } from '../../client/client.ts';
import type { Database } from '../state/database.ts';
import type { Seal } from '../state/seal/seal.ts';
import type { CacheOptions } from './memory-store.ts';
import { RecordCodec } from './record-codec.ts';
import type { SharedRecords } from './shared-cache.ts';

interface Options {
  readonly redisUrl: string | undefined;
  /** The file of kept records, if there is no Redis; closed with them. */
  readonly database: Database | undefined;
  readonly cache: CacheOptions;
  readonly keep: KeepOptions;
  readonly client: Pick<Client, 'baseUrl' | 'names'>;
  /** Key of the hashes of names; it never changes. */
  readonly identitySecret: string;
  readonly seal: Seal;
  readonly log: Logger;
}

/** Lifetime and size of the records that outlive the process; a lifetime of 0 keeps none. */
export interface KeepOptions {
  readonly keepMs: number;
  readonly bytes: number;
}

/**
 * Opens the cache behind the memory: a Redis that graphs with the same upstream, wire names and secret share, else the
 * file of kept records; undefined without either. A Redis that cannot be reached is no error.
 */
export async function openShared({
  redisUrl: url,
  database,
  cache: { keepMs: cachedMs, keepMissingMs, wallNow: now },
  keep,
  client: { baseUrl, names },
  identitySecret,
  seal,
  log,
}: Options): Promise<SharedRecords | undefined> {
  const keepMs = Math.max(cachedMs, keep.keepMs);
  if (keepMs === 0) return undefined;
  // Records that were read with other wire names may lack members.
  const upstream = names ? `${baseUrl} ${names.fingerprint}` : baseUrl;
  const space = createHmac('sha256', identitySecret).update(upstream).digest('base64url');
  const isKept = keep.keepMs > 0;
  if (url !== undefined) {
    const { RedisRecords } = await import('./redis-cache.ts');
    const kept = isKept ? { codec: new RecordCodec(seal), ownMs: cachedMs } : undefined;
    return RedisRecords.open({ url, space, keepMs, keepMissingMs, kept, now, log });
  }
  if (!isKept || !database) return undefined;
  const { KeptRecords } = await import('./kept-records.ts');
  return new KeptRecords({
    database,
    codec: new RecordCodec(seal),
    space,
    keepMs: keep.keepMs,
    bytes: keep.bytes,
    now,
  });
}
