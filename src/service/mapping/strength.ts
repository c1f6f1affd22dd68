import type { Source } from '../../contract/record/relationship.ts';

/**
 * How strongly two people know each other, from why they do. Ours: the specification shows a `connection_strength` and
 * its normalised form, and says of neither how it comes about.
 */
export const weights = {
  xnet_connection: 0.1,
  /** `base` for having been colleagues at all, and `perMonth` for each month, up to `most`. */
  work_overlap: { base: 0.6, perMonth: 0.015, most: 0.95 },
  /** `sameMajor` is added where both read the same subject. */
  education_overlap: { base: 0.35, sameMajor: 0.15 },
  shared_investor: 0.25,
  manual_import: 0.5,
} as const;

/** The strengths at which the normalised strength becomes 1, 2 and 3. */
const tiers = [0.05, 0.33, 0.67] as const;

/** Strengths are kept to four decimals. */
export const decimals = 4;

/** How likely one source alone makes an acquaintance, 0 to 1; 0 for an origin that is not ours. */
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

/** `1 - Π(1 - w)`: the sources count as independent; 0 without any, never above 1. */
export function combinedStrength(sources: readonly Source[]): number {
  const unknown = sources.reduce((rest, source) => rest * (1 - weightOf(source)), 1);
  return Number((1 - unknown).toFixed(decimals));
}

/** The tier of a strength: 0 below .05, 1 below .33, 2 below .67, else 3. */
export const normalizedStrength = (strength: number): number => tiers.filter((tier) => strength >= tier).length;
