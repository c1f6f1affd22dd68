import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import type { GraphOptions } from '../../../src/graph/graph-options.ts';
import { type CastGraph, openCastGraph } from '../cast/cast-graph.ts';
import { openSampleGraph, type SampleGraph, type SampleOptions } from '../sample/sample-graph.ts';
import { contraryCast, contrarySample } from '../second-upstream/graph.ts';
import { contraryPlans } from '../second-upstream/upstream.ts';
import { type Tier, tier } from '../tier.ts';
import { openRenamed } from './between.ts';
import type { GraphAnswer } from './graph.ts';

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
  maxPages(results: number): number;
  /** A total of the sample as this upstream tells it. */
  told(total: number): number;
  /** What a task is when it is first looked at. */
  readonly firstStatus: string;
  /** A word for the origin of two who worked together. */
  readonly colleagues: string;
  /** Whether it answers 404 to a fetch that names a record which does not exist. */
  readonly missingIs404: boolean;
  /** Where its answers of 402 send people. */
  readonly upgradePlanUrl: string;
}

const ours: Upstream = {
  name: 'our own service',
  colleagues: 'work_overlap',
  missingIs404: false,
  ours: true,
  anyPath: true,
  openCast: openCastGraph,
  openSample: openSampleGraph,
  maxPages: (results) => Math.max(1, Math.ceil(results / 1000)),
  told: (total) => total,
  firstStatus: 'NOT_MAPPED',
  upgradePlanUrl: 'https://kith.example/plans',
};

const contrary: Upstream = {
  name: 'a contrary upstream',
  colleagues: 'colleagues',
  missingIs404: false,
  ours: false,
  anyPath: true,
  openCast: contraryCast(),
  openSample: contrarySample(),
  // It says only after the last page that there is none.
  maxPages: (results) => Math.ceil(results / 700) + 1,
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

/** The contrary upstream, in what the provider of the interface documents. */
const documented: Upstream = {
  ...contrary,
  name: 'an upstream as documented',
  colleagues: 'work_overlap',
  missingIs404: true,
  openCast: contraryCast({ documented: true }),
  openSample: contrarySample({ documented: true }),
};

/** Our own service, behind a proxy that has its own words in place of the contract's, and refuses these. */
const renamed: Upstream = {
  ...ours,
  name: 'an upstream of other words',
  openCast: (options) => openCastGraph(options, openRenamed),
  openSample: (options) => openSampleGraph(options, openRenamed),
};

const known: Readonly<Record<string, Upstream>> = { ours, contrary, specified, documented, renamed };

/** What a file runs over that is run by itself. */
const usual: Readonly<Record<Tier, string>> = {
  default: 'ours',
  ci: 'ours,contrary',
  release: Object.keys(known).join(),
  long: Object.keys(known).join(),
};

/**
 * The upstreams on which every test must hold that needs nothing but what the interface specifies: ours in `npm test`, the one
 * that decides the other way as well in `test:ci`, with the others for a drawn quarter of the files, and all in `test:release`.
 * KITH_TEST_UPSTREAMS names them.
 */
export const upstreams: readonly Upstream[] = (process.env.KITH_TEST_UPSTREAMS ?? usual[tier])
  .split(',')
  .map((name) => {
    const upstream = known[name];
    assert.ok(upstream, `KITH_TEST_UPSTREAMS must name ${Object.keys(known).join(', ')}, but names ${name}`);
    return upstream;
  });

/** An answer, or a quote. */
interface Answered {
  readonly errors?: GraphAnswer<unknown>['errors'] | undefined;
  readonly extensions?: GraphAnswer<unknown>['extensions'];
}

/** A search by a path that the specification does not name, which an upstream refused. */
class Refused extends Error {}

/**
 * Passes an answer on, unless the upstream takes no path but those that the specification names, and has refused another.
 *
 * @throws where it has; a refusal costs nothing
 */
export function unlessRefused<Answer extends Answered>({ anyPath }: Pick<Upstream, 'anyPath'>, answer: Answer): Answer {
  const { errors = [], extensions } = answer;
  const isRefusal = ({ extensions: { code, upstream } = {} }: (typeof errors)[number]) =>
    code === 'BAD_UPSTREAM_REQUEST' && String(upstream).includes('is not for searching');
  if (anyPath || errors.length === 0 || !errors.every(isRefusal)) return answer;
  // What is refused below a record does not take back the record.
  if (errors.every(({ path = [] }) => path.length <= 1)) assert.equal(extensions?.credits?.charged ?? 0, 0);
  throw new Refused();
}

/**
 * `it`, for a test that asks by paths which the specification does not name, through `unlessRefused`: where the upstream
 * takes no others, the test shows that it is answered, or refused as such and for nothing. At most so many tests of a
 * suite may be refused.
 */
export function itOrRefused({ anyPath }: Upstream, most = 1): (name: string, test: () => Promise<void>) => void {
  let refused = 0;
  after(() => {
    assert.ok(refused <= most, `${most} tests may be refused, but ${refused} were`);
  });
  return (name, test) => {
    it(name, async () => {
      try {
        await test();
      } catch (error) {
        if (anyPath || !(error instanceof Refused)) throw error;
        refused += 1;
      }
    });
  };
}

/** Options of a test that the upstream cannot answer, for it takes a path that the specification does not name. */
export const byAnyPath = ({ anyPath }: Upstream, why: string) => ({ skip: anyPath ? false : why });
