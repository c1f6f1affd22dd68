/** The overlap of two people at one employer. An unknown factor weighs between a favourable and an unfavourable one. */
export interface SharedTime {
  /** Lower bound, in whole months. */
  readonly months: number | undefined;
  /** Number of people there at the time. */
  readonly headCount: number | undefined;
  /** Whether they had the same job function there. */
  readonly sameFunction: boolean | undefined;
  /** Whether they had the same seniority there. */
  readonly sameSeniority: boolean | undefined;
  /** Years since the overlap ended; 0 if it has not. */
  readonly yearsSince: number | undefined;
}

/** Evidence that two people know each other. */
export interface TieEvidence {
  /** Strength set by hand. */
  readonly manual: number | undefined;
  /** Confidence of each independent source, between 0 and 1. */
  readonly sources: readonly number[];
}

/** Colleagues that a person gets to know per month: a team of a dozen in some weeks. */
const metInMonth = 8;
/** Head count if none is known: a medium-sized company. */
const assumedHeadCount = 1000;
/** Years in which the confidence of a tie halves after its end. */
const halfLife = 10;
/** Upper bound of a computed confidence; a strength set by hand may exceed it. */
export const maxComputed = 0.95;

/** Factors of the pace: people in the same function meet at work, in different ones seldom; seniority weighs less. */
const byFunction = { same: 2, unknown: 1, other: 0.5 } as const;
const bySeniority = { same: 1.5, unknown: 1, other: 0.75 } as const;

/**
 * Confidence that two people know each other from an overlap at one employer, between 0 and 1:
 * `(1 − exp(−pace × (months + 1) / headCount)) × 2^(−yearsSince / 10)`. The pace is 8 colleagues per month, times 2 for
 * the same function or 0.5 for a different one, times 1.5 or 0.75 for seniority. A partial month counts as a whole one.
 */
export function timeConfidence({ months, headCount, sameFunction, sameSeniority, yearsSince }: SharedTime): number {
  const pace = metInMonth * factorOf(byFunction, sameFunction) * factorOf(bySeniority, sameSeniority);
  const people = Math.max(2, headCount ?? assumedHeadCount);
  const met = 1 - Math.exp((-pace * (Math.max(0, months ?? 0) + 1)) / people);
  return met * faded(yearsSince);
}

/** Decay factor of a tie that ended some years ago. */
export const faded = (yearsSince: number | undefined): number => 2 ** (-Math.max(0, yearsSince ?? halfLife) / halfLife);

/**
 * Confidence that two people know each other, between 0 and 1: the strength set by hand, else
 * `0.95 × (1 − Π(1 − source))`.
 */
export function tieConfidence({ manual, sources }: TieEvidence): number {
  if (manual !== undefined) return withinOne(manual);
  return maxComputed * (1 - sources.reduce((none, source) => none * (1 - withinOne(source)), 1));
}

/** The confidence of a path: the product of its ties. */
export const pathConfidence = (ties: readonly number[]): number => ties.reduce((path, tie) => path * tie, 1);

const factorOf = (factors: typeof byFunction | typeof bySeniority, same: boolean | undefined): number =>
  same === undefined ? factors.unknown : same ? factors.same : factors.other;

const withinOne = (value: number): number => Math.min(1, Math.max(0, value));
