import type { Job, JobHandler } from '../jobs/job.ts';
import type { SearchCluster } from './opensearch/open.ts';

export const buildIndexesKind = 'build-search-indexes';

/** The job that fills the search cluster from the store. Deduplicated: one runs at a time. */
export const buildIndexesJob: Job = { kind: buildIndexesKind, payload: {}, uniqueKey: buildIndexesKind };

/** Retries for a day and a half while the cluster does not answer. */
const minutes = 2000;

export const buildIndexes = (cluster: SearchCluster): JobHandler => ({
  run: async (_, { signal }) => {
    await cluster.buildMissing({ signal });
    return undefined;
  },
  retryAfter: [1, 5, 15, ...Array<number>(minutes).fill(60)],
});
