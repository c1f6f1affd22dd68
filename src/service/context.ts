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

/** The dependencies of every endpoint and job, assembled once when the service opens. */
export interface ServiceContext {
  readonly store: Store;
  readonly search: SearchEngine;
  /** Notified of each request. Only for a store with one connection. */
  readonly fairQueue: FairQueue | undefined;
  /** The search cluster, if one is configured. */
  readonly cluster: SearchCluster | undefined;
  readonly jobs: JobQueue;
  readonly log: Logger;
  /** The clock; tests pass their own. */
  readonly now: () => Date;
  /** Signs page tokens. The same across restarts and replicas. */
  readonly secret: string;
  /** A second secret whose page tokens are accepted, for rotation. */
  readonly acceptedSecret: string | undefined;
  readonly urls: {
    /** Links in the body of a 402. */
    readonly enableOverages: string;
    readonly upgradePlan: string;
  };
  /** Maximum size of a snapshot of ids in the store. */
  readonly snapshotBytes: number;
  readonly v2Sunset: Sunset;
  /** Records changes of keys and charges. */
  readonly audit: Audit | undefined;
  /** Names on the wire, if they differ from the contract's. */
  readonly served: ServedNames | undefined;
  /** Undefined if the service is not measured. */
  readonly metrics: Metrics | undefined;
  /** For development: callbacks may go to loopback and private addresses, over plain HTTP. */
  readonly allowPrivateCallbacks: boolean;
}
