import type { GraphOptions } from '../../src/graph/server/server.ts';
import { type CastGraph, openCastGraph } from './cast-graph.ts';
import { openContraryCast, openContrarySample } from './contrary-graph.ts';
import { contraryPlans } from './contrary-upstream.ts';
import { openSampleGraph, type SampleGraph, type SampleOptions } from './sample-graph.ts';

/** An upstream that the graph's tests run on: all of them obey the specification, and each fills its gaps otherwise. */
export interface Upstream {
  readonly name: string;
  /** Whether it decides what the interface leaves open as our own service does. */
  readonly ours: boolean;
  openCast(options?: Partial<GraphOptions>): Promise<CastGraph>;
  openSample(options?: SampleOptions): Promise<SampleGraph>;
  /** The most calls that it takes to page through so many results of the sample. */
  mostPages(results: number): number;
  /** A total of the sample as this upstream tells it. */
  told(total: number): number;
  /** What a task is when it is first looked at. */
  readonly firstStatus: string;
  /** Where its answers of 402 send people. */
  readonly upgradePlanUrl: string;
}

/** The upstreams on which every test must hold that needs nothing but what the interface specifies. */
export const upstreams: readonly Upstream[] = [
  {
    name: 'our own service',
    ours: true,
    openCast: openCastGraph,
    openSample: openSampleGraph,
    mostPages: (results) => Math.max(1, Math.ceil(results / 1000)),
    told: (total) => total,
    firstStatus: 'NotMapped',
    upgradePlanUrl: 'https://kith.example/plans',
  },
  {
    name: 'a contrary upstream',
    ours: false,
    openCast: openContraryCast,
    openSample: openContrarySample,
    // It says only after the last page that there is none.
    mostPages: (results) => Math.ceil(results / 700) + 1,
    told: (total) => Math.min(total, 1000),
    firstStatus: 'Unknown',
    upgradePlanUrl: contraryPlans,
  },
];
