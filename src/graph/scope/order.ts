const names = new Intl.Collator('en');

/** Orders names as people do, whatever their case and accents; those that are missing come last. */
export const compareNames = (a: string | null | undefined, b: string | null | undefined): number =>
  a && b ? names.compare(a, b) : Number(!a) - Number(!b);

/** The moment at which this day began, in UTC: what is worked out from it is the same all day, however often it is asked. */
export const today = (): number => Math.floor(Date.now() / dayMs) * dayMs;

const dayMs = 86_400_000;
