import type { Logger } from 'pino';
import type { EmbeddingConfig } from '../config/config.ts';
import { openSearchCluster } from '../service/search/open.ts';
import type { SearchCluster, SearchClusterConfig } from '../service/search/opensearch/open.ts';
import { snapshotBytes } from '../service/snapshot.ts';
import type { Store } from '../store/open.ts';

/** The configured search cluster; undefined if there is none. */
export const configuredCluster = ({ service: { search } }: EmbeddingConfig): SearchClusterConfig | undefined =>
  search && { cluster: search };

/** Opens the configured cluster, without keeping its indexes up to date. */
export const openConfiguredCluster = async (
  config: EmbeddingConfig,
  { db }: Store,
  log: Logger,
): Promise<SearchCluster | undefined> => {
  const cluster = configuredCluster(config);
  return cluster && (await openSearchCluster({ db, log, snapshotBytes, ...cluster }));
};
