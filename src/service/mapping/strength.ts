import type { Source } from '../../contract/record/relationship.ts';

/**
 * Weights by which sources make a connection's strength. Ours: the specification shows `connection_strength` and its
 * normalized form without their computation.
 */
export const weights = {
  xnet_connection: 0.1,
  /** `base` for having been colleagues, plus `perMonth` for each month, up to `most`. */
  work_overlap: { base: 0.6, perMonth: 0.015, most: 0.95 },
  /** `sameMajor` is added if both studied the same subject. */
  education_overlap: { base: 0.35, sameMajor: 0.15 },
  shared_investor: 0.25,
  manual_import: 0.5,
} as const;

/** Strengths from which the normalized strength is 1, 2 and 3. */
const tiers = [0.05, 0.33, 0.67] as const;

/** Decimals of a stored strength. */
export const decimals = 4;

/** Probability, 0 to 1, that two people know each other because of one source; 0 for unknown origins. */
function weightOf(source: Source): number {
  switch (source.origin) {
    case 'xnet_connection':
    case 'shared_investor':
    case 'manual_import':
      return weights[source.origin];
    case 'work_overlap': {
      const { base, perMonth, most } = weights.work_overlap;
      return Math.min(most, base + perMonth * (source.overlap_duration_months ?? 0));
    }
    case 'education_overlap': {
      const { base, sameMajor } = weights.education_overlap;
      return source.shared_major ? base + sameMajor : base;
    }
    default:
      return 0;
  }
}

/** `1 - Π(1 - w)`: sources count as independent. 0 without sources, never above 1. */
export function combinedStrength(sources: readonly Source[]): number {
  const unknown = sources.reduce((rest, source) => rest * (1 - weightOf(source)), 1);
  return Number((1 - unknown).toFixed(decimals));
}

/** The normalized strength (tier): 0 below .05, 1 below .33, 2 below .67, else 3. */
export const normalizedStrength = (strength: number): number => tiers.filter((tier) => strength >= tier).length;
