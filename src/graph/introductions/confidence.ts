/** Time that two people spent in one place; what is not known stands between what speaks for a tie and what does not. */
export interface SharedTime {
  /** Whole months, at least. */
  readonly months: number | undefined;
  /** How many people were there then. */
  readonly headCount: number | undefined;
  /** Whether they had the same job function there. */
  readonly sameFunction: boolean | undefined;
  /** Whether they had the same seniority there. */
  readonly sameSeniority: boolean | undefined;
  /** Years since the last of these months; 0 while they go on. */
  readonly yearsSince: number | undefined;
}

/** What speaks for two people knowing each other; sources are independent of one another. */
export interface TieEvidence {
  /** The strength that somebody set by hand. */
  readonly manual: number | undefined;
  /** How likely each source makes it, between 0 and 1. */
  readonly sources: readonly number[];
}

/** Colleagues whom a person gets to know in a month, among those who are there: a team of a dozen in some weeks. */
const metInMonth = 8;
/** The head count of a place of which none is known: a middle-sized company. */
const assumedHeadCount = 1000;
/** Years after which half of what connected two people is left. */
const halfLife = 10;
/** Computed confidence ends here: what somebody set by hand can stand above all of it. */
export const maxComputed = 0.95;

/** People of one function meet in their work, those of different ones seldom; a level in common weighs less. */
const byFunction = { same: 2, unknown: 1, other: 0.5 } as const;
const bySeniority = { same: 1.5, unknown: 1, other: 0.75 } as const;

/**
 * How likely two people know each other for the time that they spent in one place, between 0 and 1:
 * `(1 − exp(−pace × (months + 1) / headCount)) × 2^(−yearsSince / 10)`, where pace is 8 colleagues met in a month, twice as
 * many of one’s own function and half as many of another, and so by 1.5 and 0.75 for seniority. A month that has begun
 * counts.
 */
export function timeConfidence({ months, headCount, sameFunction, sameSeniority, yearsSince }: SharedTime): number {
  const pace = metInMonth * factorOf(byFunction, sameFunction) * factorOf(bySeniority, sameSeniority);
  const people = Math.max(2, headCount ?? assumedHeadCount);
  const met = 1 - Math.exp((-pace * (Math.max(0, months ?? 0) + 1)) / people);
  return met * faded(yearsSince);
}

/** What is left of a tie after some years. */
export const faded = (yearsSince: number | undefined): number => 2 ** (-Math.max(0, yearsSince ?? halfLife) / halfLife);

/**
 * How likely it is that two people know each other, between 0 and 1: the strength that somebody set by hand, else
 * `0.95 × (1 − Π(1 − source))`.
 */
export function tieConfidence({ manual, sources }: TieEvidence): number {
  if (manual !== undefined) return withinOne(manual);
  return maxComputed * (1 - sources.reduce((none, source) => none * (1 - withinOne(source)), 1));
}

/** A path is as likely as all of its ties together. */
export const pathConfidence = (ties: readonly number[]): number => ties.reduce((path, tie) => path * tie, 1);

const factorOf = (factors: typeof byFunction | typeof bySeniority, same: boolean | undefined): number =>
  same === undefined ? factors.unknown : same ? factors.same : factors.other;

const withinOne = (value: number): number => Math.min(1, Math.max(0, value));
