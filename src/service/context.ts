import type { Logger } from 'pino';
import type { ServedNames } from '../contract/wire-names.ts';
import type { Store } from '../store/open.ts';
import type { Audit } from '../telemetry/audit.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { SearchEngine } from './search/engine.ts';
import type { FairQueue } from './search/fair-queue.ts';
import type { SearchCluster } from './search/opensearch/open.ts';
import type { Sunset } from './v2/notice.ts';

/** What every endpoint and job works with. Made once, by hand, when the service opens. */
export interface ServiceContext {
  readonly store: Store;
  readonly search: SearchEngine;
  /** Hears of each request, where the store does one statement at a time. */
  readonly fairQueue: FairQueue | undefined;
  /** What answers searches beside the store, if anything does. */
  readonly cluster: SearchCluster | undefined;
  readonly jobs: JobQueue;
  readonly log: Logger;
  /** The present moment; tests pass their own. */
  readonly now: () => Date;
  /** Signs page tokens; stable over restarts and replicas. */
  readonly secret: string;
  /** Another secret, whose page tokens are accepted. */
  readonly acceptedSecret: string | undefined;
  readonly urls: {
    /** Where a 402 sends people. */
    readonly enableOverages: string;
    readonly upgradePlan: string;
  };
  /** The most that a snapshot of ids may take in the store. */
  readonly snapshotBytes: number;
  readonly v2Sunset: Sunset;
  /** Hears of what moves money or keys. */
  readonly audit: Audit | undefined;
  /** The words in which requests and answers are, where they are not the contract's. */
  readonly served: ServedNames | undefined;
  /** Present where the service measures itself. */
  readonly metrics: Metrics | undefined;
  /** Callbacks may go to loopback and private addresses, over plain http; for development. */
  readonly allowPrivateCallbacks: boolean;
}
