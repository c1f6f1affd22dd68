import { createHmac } from 'node:crypto';
import { reasonOf } from '../../../telemetry/reason.ts';
import type { OpenShared } from '../../cache/shared-cache.ts';
import { RecordCodec } from './record-codec.ts';

/**
 * Opens the cache behind the memory: a Redis that graphs with the same upstream, wire names and secret share, else the
 * file of kept records; undefined without either. A Redis that cannot be reached is no error.
 */
export const openShared: OpenShared = async ({
  redisUrl: url,
  database,
  cache: { keepMs: cachedMs, keepMissingMs, wallNow: now },
  keep,
  client: { baseUrl, names },
  identitySecret,
  seal,
  log,
}) => {
  const keepMs = Math.max(cachedMs, keep.keepMs);
  if (keepMs === 0) return undefined;
  // Records that were read with other wire names may lack members.
  const upstream = names ? `${baseUrl} ${names.fingerprint}` : baseUrl;
  const space = createHmac('sha256', identitySecret).update(upstream).digest('base64url');
  const isKept = keep.keepMs > 0;
  if (url !== undefined) {
    const { RedisRecords } = await import('./redis-cache.ts');
    const kept = isKept ? { codec: new RecordCodec(seal), ownMs: cachedMs } : undefined;
    return RedisRecords.open({ url, space, seal, keepMs, keepMissingMs, kept, now, log });
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
    onTrouble: (error) => {
      log.warn({ reason: reasonOf(error) }, 'The store of kept records takes nothing in.');
    },
  });
};
