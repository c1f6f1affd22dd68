/**
 * How much a test does, where it can do more or less: `default` in `npm test` and where a file runs by itself, `all` in
 * `npm run test:all`, `long` in `npm run test:long`.
 */
export type Tier = 'default' | 'all' | 'long';

/** The tier of this run: KITH_TEST_TIER, which `test/run.ts` sets. */
export const tier: Tier = parseTier(process.env.KITH_TEST_TIER);

function parseTier(text: string | undefined): Tier {
  if (text === undefined) return 'default';
  if (text === 'default' || text === 'all' || text === 'long') return text;
  throw new Error(`KITH_TEST_TIER must be default, all or long, but is ${text}.`);
}

const factors: Readonly<Record<Tier, number>> = { default: 0.1, all: 0.5, long: 10 };

/** How many runs a property test makes: a tenth of `usual`, half of it in `test:all`, ten times as many in `test:long`; KITH_PROPERTY_RUNS replaces it. */
export const propertyRuns = (usual: number): number =>
  Number(process.env.KITH_PROPERTY_RUNS ?? Math.ceil(usual * factors[tier]));
