import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { JournalChoice } from '../graph/mapping/store/open-store.ts';

/** Where a graph of this configuration remembers mapping tasks. */
export const journalOf = ({ redisUrl, dataDir }: Pick<Config, 'redisUrl' | 'dataDir'>): JournalChoice =>
  redisUrl === undefined ? { kind: 'file', directory: join(dataDir, 'journal') } : { kind: 'redis', url: redisUrl };
