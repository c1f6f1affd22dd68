import type { SearchEngine, SearchOptions } from './engine.ts';
import { endedInTime } from './limited.ts';
import type { SearchCluster, SearchClusterConfig } from './opensearch/open.ts';
import { sqlEngine } from './sql/engine.ts';

export const openSql = ({ db, snapshotBytes }: SearchOptions): SearchEngine =>
  endedInTime(sqlEngine({ db }, snapshotBytes));

/** Where there is no cluster, the 500 modules of its client are not loaded. */
export async function openSearchCluster(options: SearchOptions & SearchClusterConfig): Promise<SearchCluster> {
  const { openCluster } = await import('./opensearch/open.ts');
  return openCluster(options, openSql(options));
}
