import type { Result } from './contest.ts';
import { oneKey } from './crowd.ts';

/** How many times Kith's CPU a cold operation takes elsewhere, at least; of the hand-coded floor, what share of Kith's. */
const goals: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  floor: { Q1: 0.75, Q2: 0.85, Q3: 0.8 },
  yoga: { Q1: 4, Q2: 2.5, Q3: 2 },
  apollo: { Q1: 4, Q2: 3, Q3: 2.5 },
  mercurius: { Q1: 3, Q2: 3, Q3: 3 },
  grafast: { Q1: 2.5, Q2: 1.8, Q3: 1.3 },
  hive: { Q1: 5, Q2: 5, Q3: 2.5 },
  tailcall: { Q1: 0.5, Q2: 1.5, Q3: 4 },
};

/** Kith's rate as a multiple of Yoga's, when 64 clients of one credential ask the same. */
const crowdGoal = 3;
export const heapGoalMb = 20;
export const startupGoalMs = 1000;

export interface Verdict {
  readonly goal: number;
  readonly reached: number;
  readonly met: boolean;
}

/** What was to be reached against a server, and what was; undefined where there is no goal. */
export const verdict = (one: Result, all: readonly Result[]): Verdict | undefined => {
  if (one.query === 'Q6') {
    if (one.server !== 'yoga' || one.mode !== oneKey) return undefined;
    const kith = all.find(({ query, server, mode }) => query === 'Q6' && server === 'kith' && mode === oneKey);
    return judged(crowdGoal, (kith?.rps ?? Number.NaN) / one.rps);
  }
  const goal = one.mode === 'cold' && one.latencyMs === 0 ? goals[one.server]?.[one.query] : undefined;
  return goal === undefined ? undefined : judged(goal, one.ratioToKith);
};

const judged = (goal: number, reached: number): Verdict => ({ goal, reached, met: reached >= goal });
