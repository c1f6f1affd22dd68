import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { EmbeddingConfig } from '../config/config.ts';
import { variables } from '../config/env.ts';
import { openSearchCluster } from '../service/search/open.ts';
import type { SearchCluster, SearchClusterConfig } from '../service/search/opensearch/open.ts';
import { snapshotBytes } from '../service/snapshot.ts';
import type { Store } from '../store/open.ts';
import { CommandFailure } from './command-failure.ts';

/** The search cluster that the configuration names, with the authorities read; undefined where it names none. */
export const configuredCluster = async ({ service }: EmbeddingConfig): Promise<SearchClusterConfig | undefined> => {
  if (service.search === undefined) return undefined;
  const { urls, auth, caFile, shards } = service.search;
  const ca = caFile === undefined ? undefined : await authorities(caFile);
  return { cluster: { urls, auth, ca }, shards: { profile: shards, company: 1 } };
};

/** Opens it, without keeping its indexes up to date. */
export const openConfiguredCluster = async (
  config: EmbeddingConfig,
  { db }: Store,
  log: Logger,
): Promise<SearchCluster | undefined> => {
  const cluster = await configuredCluster(config);
  return cluster && (await openSearchCluster({ db, log, snapshotBytes, ...cluster }));
};

const authorities = async (file: string): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new CommandFailure(`${variables.searchCaFile.name}: must name a file that can be read, but got ${code}.`);
  }
};
