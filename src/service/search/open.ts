import type { SearchEngine, SearchOptions } from './engine.ts';
import { endedInTime } from './limited.ts';
import type { SearchCluster, SearchClusterConfig } from './opensearch/open.ts';
import { sqlEngine } from './sql/engine.ts';

export const openSql = ({ db, snapshotBytes }: SearchOptions): SearchEngine =>
  endedInTime(sqlEngine({ db }, snapshotBytes));

/** Imported on demand: the cluster's client loads 500 modules. */
export async function openSearchCluster(options: SearchOptions & SearchClusterConfig): Promise<SearchCluster> {
  const { openCluster } = await import('./opensearch/open.ts');
  return openCluster(options, openSql(options));
}
