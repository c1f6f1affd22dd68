import type { Result } from './contest.ts';
import { oneKey } from './crowd.ts';
import type { Ratio } from './ratio.ts';

type ByQuery = Readonly<Record<string, number>>;

/** The most CPU that Kith takes for a cold operation, as a multiple of the hand-written program's. */
const maxOfFloor: ByQuery = { Q1: 1.6, Q2: 1.05, Q3: 0.9 };
/** The least CPU that a peer takes, as a multiple of Kith's, by the upstream's latency in milliseconds. */
const leastOfPeer: Readonly<Record<string, Readonly<Record<number, ByQuery>>>> = {
  grafast: { 0: { Q1: 1.3, Q2: 1.5, Q3: 1.3, Q4: 1.5 } },
  yoga: { 0: { Q1: 2, Q2: 2, Q3: 2, Q4: 2, Q5: 2 }, 20: { Q1: 1.7, Q2: 1.7, Q3: 1.7, Q4: 1.7, Q5: 1.7 } },
};
/** The longest that an operation takes on Kith with an upstream of 20 ms, as a multiple of the hand-written program's. */
const maxP50: ByQuery = { Q1: 1.05, Q2: 1.05, Q3: 1.05, Q4: 1.05, Q5: 1.05 };

/** Kith's rate as a multiple of Yoga's, when 64 clients of one credential ask the same. */
const crowdGoal = 3;
export const heapGoalMb = 20;
export const startupGoalMs = 1000;

/** What was to be reached, and whether it was: `CPU of Kith ≤ 1.6: 1.85 missed`. */
export type Verdict = string;

/** What was to be reached on a result; undefined where nothing was. */
export function verdict(one: Result, all: readonly Result[]): Verdict | undefined {
  const { query, server, mode, latencyMs } = one;
  if (query === 'Q6') {
    const kith = all.find((other) => other.query === query && other.server === 'kith' && other.mode === oneKey);
    if (server !== 'yoga' || mode !== oneKey || !kith) return undefined;
    return judged('rate of Kith', '≥', crowdGoal, kith.rps / one.rps);
  }
  if (mode !== 'cold') return undefined;
  if (server === 'kith' && latencyMs > 0) return most('p50', maxP50[query], one.p50ToFloor?.ratio);
  if (server === 'floor' && latencyMs === 0) return most('CPU of Kith', maxOfFloor[query], 1 / one.toKith.ratio);
  const least = leastOfPeer[server]?.[latencyMs]?.[query];
  return least === undefined ? undefined : judged('CPU', '≥', least, one.toKith.ratio);
}

/** What this checkout takes beside another, of CPU, memory and time to start: to two digits, as it is shown. */
export const verdictOnCpu = ({ ratio, interval }: Ratio): Verdict =>
  `≤ 1, interval ≤ 1.05: ${cut(ratio) <= 1 && cut(interval?.[1] ?? ratio) <= 1.05 ? 'met' : 'missed'}`;
export const verdictOnMemory = ({ ratio }: Ratio): Verdict => judged('', '≤', 1, cut(ratio));
export const verdictOnStartup = ({ ratio }: Ratio): Verdict => judged('', '≤', 1.1, cut(ratio));
const cut = (ratio: number): number => Math.round(ratio * 100) / 100;

const most = (what: string, goal: number | undefined, reached: number | undefined): Verdict | undefined =>
  goal === undefined || reached === undefined ? undefined : judged(what, '≤', goal, reached);

const judged = (what: string, relation: '≤' | '≥', goal: number, reached: number): Verdict =>
  `${what} ${relation} ${goal}: ${reached.toFixed(2)} ${(relation === '≤' ? reached <= goal : reached >= goal) ? 'met' : 'missed'}`.trim();
