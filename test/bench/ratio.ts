import { rounded } from './load.ts';

/** How many times as much one takes as another. */
export interface Ratio {
  readonly ratio: number;
  /** The 95 % interval; null where there are too few pairs for one. */
  readonly interval: readonly [low: number, high: number] | null;
}

/**
 * The ratio of figures that were measured in pairs, side by side: the geometric mean over the pairs, with an interval by
 * Student's t. What disturbs both of a pair alike cancels out.
 */
export function pairedRatio(ones: readonly number[], others: readonly number[]): Ratio {
  if (ones.length !== others.length) throw new TypeError(`${ones.length} and ${others.length} figures are no pairs.`);
  const logs = ones.map((one, at) => Math.log(one / (others[at] ?? Number.NaN)));
  const mean = sum(logs) / logs.length;
  const ratio = rounded(Math.exp(mean));
  if (logs.length < 2) return { ratio, interval: null };
  const freedom = logs.length - 1;
  const deviation = Math.sqrt(sum(logs.map((log) => (log - mean) ** 2)) / freedom);
  const reach = (quantileOfT(freedom) * deviation) / Math.sqrt(logs.length);
  return { ratio, interval: [rounded(Math.exp(mean - reach)), rounded(Math.exp(mean + reach))] };
}

/** As in a table: `0.97 (0.95–0.99)`. */
export const shown = ({ ratio, interval }: Ratio): string =>
  interval ? `${ratio.toFixed(2)} (${interval.map((end) => end.toFixed(2)).join('–')})` : ratio.toFixed(2);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The 97.5 % quantile of Student's t, by its expansion about the normal one: within 0.1 % from 7 degrees of freedom on. */
function quantileOfT(freedom: number): number {
  const z = 1.959964;
  return (
    z +
    (z ** 3 + z) / (4 * freedom) +
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3)
  );
}
