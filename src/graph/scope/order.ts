const names = new Intl.Collator('en');

/** Compares names by English collation, in which case and accents only break ties; missing names come last. */
export const compareNames = (a: string | null | undefined, b: string | null | undefined): number =>
  a && b ? names.compare(a, b) : Number(!a) - Number(!b);

/** Start of the current day in UTC, in milliseconds since the epoch. Results computed from it stay the same all day. */
export const today = (): number => Math.floor(Date.now() / dayMs) * dayMs;

const dayMs = 86_400_000;
