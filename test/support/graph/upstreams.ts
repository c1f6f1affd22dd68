import type { GraphOptions } from '../../../src/graph/server/server.ts';
import { type CastGraph, openCastGraph } from '../cast/cast-graph.ts';
import { openSampleGraph, type SampleGraph, type SampleOptions } from '../sample/sample-graph.ts';
import { contraryCast, contrarySample } from '../second-upstream/graph.ts';
import { contraryPlans } from '../second-upstream/upstream.ts';

/** An upstream that the graph's tests run on: all of them obey the specification, and each fills its gaps otherwise. */
export interface Upstream {
  readonly name: string;
  /** Whether it decides what the interface leaves open as our own service does. */
  readonly ours: boolean;
  openCast(options?: Partial<GraphOptions>): Promise<CastGraph>;
  openSample(options?: SampleOptions): Promise<SampleGraph>;
  /** Whether it searches by every path of a record: the specification names a few. */
  readonly anyPath: boolean;
  /** The most calls that it takes to page through so many results of the sample. */
  mostPages(results: number): number;
  /** A total of the sample as this upstream tells it. */
  told(total: number): number;
  /** What a task is when it is first looked at. */
  readonly firstStatus: string;
  /** Where its answers of 402 send people. */
  readonly upgradePlanUrl: string;
}

const ours: Upstream = {
  name: 'our own service',
  ours: true,
  anyPath: true,
  openCast: openCastGraph,
  openSample: openSampleGraph,
  mostPages: (results) => Math.max(1, Math.ceil(results / 1000)),
  told: (total) => total,
  firstStatus: 'NOT_MAPPED',
  upgradePlanUrl: 'https://kith.example/plans',
};

const contrary: Upstream = {
  name: 'a contrary upstream',
  ours: false,
  anyPath: true,
  openCast: contraryCast(),
  openSample: contrarySample(),
  // It says only after the last page that there is none.
  mostPages: (results) => Math.ceil(results / 700) + 1,
  told: (total) => Math.min(total, 1000),
  firstStatus: 'UNKNOWN',
  upgradePlanUrl: contraryPlans,
};

/** The contrary upstream, which refuses to search by any path that the specification does not name: even by an id. */
const specified: Upstream = {
  ...contrary,
  name: 'an upstream of the specified paths alone',
  anyPath: false,
  openCast: contraryCast({ specifiedPathsOnly: true }),
  openSample: contrarySample({ specifiedPathsOnly: true }),
};

/** The upstreams on which every test must hold that needs nothing but what the interface specifies. */
export const upstreams: readonly Upstream[] = [ours, contrary, specified];

/**
 * Those that search by any path of a record, for suites that ask by such paths themselves (`where`, `differential`) or
 * price what the graph then asks by ids (`quote`).
 */
export const upstreamsOfAnyPath = upstreams.filter(({ anyPath }) => anyPath);

/**
 * Options of a test that asks, or of which the graph asks, by a path that the specification does not name. Where it is
 * the graph, and it goes another way when that is refused, the test needs them no more.
 */
export const byAnyPath = ({ anyPath }: Upstream) => ({
  skip: anyPath ? false : 'It takes a path that the specification does not name.',
});
