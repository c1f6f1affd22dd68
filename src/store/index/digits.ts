/**
 * Numbers and times as fixed-width digits of base 4 that sort like their values, so that a range becomes a few
 * prefixes. Base 4 is a compromise: each digit of a range's edge costs up to three prefixes, a wider base needs more of
 * them, and a narrower one longer tokens.
 */

const numberWidth = 32;
const dayWidth = 12;
const timeWidth = 14;
const dayMs = 86_400_000;
const firstDay = -(4 ** dayWidth) / 2;

/** A number: the 64 bits of a double, transformed so that they sort like the number. */
export function numberDigits(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  const bits = view.getBigUint64(0);
  const ordered = bits >> 63n === 1n ? ~bits & 0xffff_ffff_ffff_ffffn : bits | (1n << 63n);
  return ordered.toString(4).padStart(numberWidth, '0');
}

/** A Unix time in milliseconds: the day, then the time of day, so that a range of whole days has short prefixes. */
export function momentDigits(ms: number): string {
  const day = Math.floor(ms / dayMs) - firstDay;
  if (day < 0) return '0'.repeat(dayWidth + timeWidth);
  if (day >= 4 ** dayWidth) return '3'.repeat(dayWidth + timeWidth);
  const time = ms - (day + firstDay) * dayMs;
  return `${day.toString(4).padStart(dayWidth, '0')}${Math.floor(time).toString(4).padStart(timeWidth, '0')}`;
}

export interface Bounds {
  /** The least value included; undefined: unbounded. */
  readonly from: number | undefined;
  /** The greatest value included; undefined: unbounded. */
  readonly to: number | undefined;
}

/** Prefixes that cover exactly the numbers within inclusive bounds; none for an empty range. */
export const numberPrefixes = ({ from, to }: Bounds): readonly string[] =>
  covering(
    from === undefined ? '0'.repeat(numberWidth) : numberDigits(from),
    to === undefined ? '3'.repeat(numberWidth) : numberDigits(to),
  );

/** As `numberPrefixes`, for times. */
export function momentPrefixes({ from, to }: Bounds): readonly string[] {
  const width = dayWidth + timeWidth;
  if (to === undefined) return covering(from === undefined ? '0'.repeat(width) : momentDigits(from), '3'.repeat(width));
  // Digits beyond a day's last millisecond are unused, so the whole block of the day can be covered.
  const last = momentDigits(to);
  const endsDay = (to + 1) % dayMs === 0;
  return covering(
    from === undefined ? '0'.repeat(width) : momentDigits(from),
    endsDay ? `${last.slice(0, dayWidth)}${'3'.repeat(timeWidth)}` : last,
  );
}

/** The least number above a finite one; turns an exclusive bound into an inclusive one. */
export function nextAbove(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

/** The greatest number below a finite one. */
export const nextBelow = (value: number): number => -nextAbove(-value);

function covering(low: string, high: string): readonly string[] {
  if (low > high) return [];
  let shared = 0;
  while (shared < low.length && low[shared] === high[shared]) shared += 1;
  const stem = low.slice(0, shared);
  if (/^0*$/.test(low.slice(shared)) && /^3*$/.test(high.slice(shared))) return [stem];
  return [
    ...edge(low, shared + 1, '0', (digit) => between(digit + 1, 3)),
    ...between(Number(low[shared]) + 1, Number(high[shared]) - 1).map((digit) => `${stem}${digit}`),
    ...edge(high, shared + 1, '3', (digit) => between(0, digit - 1)),
  ];
}

/**
 * Blocks on one side of a bound, within the block of its first `stem` digits; `fill` is the digit of a complete block.
 */
function edge(bound: string, stem: number, fill: string, beyond: (digit: number) => readonly number[]): string[] {
  let end = bound.length;
  while (end > stem && bound[end - 1] === fill) end -= 1;
  const blocks = [bound.slice(0, end)];
  for (let at = end - 1; at >= stem; at -= 1) {
    for (const digit of beyond(Number(bound[at]))) blocks.push(`${bound.slice(0, at)}${digit}`);
  }
  return blocks;
}

const between = (first: number, last: number): readonly number[] =>
  last < first ? [] : Array.from({ length: last - first + 1 }, (_, index) => first + index);
