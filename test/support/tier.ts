/** How much a test does, if it can do more or less: `default` in `npm test` and if a file runs by itself; see `test/run.ts`. */
export type Tier = 'default' | 'ci' | 'release' | 'long';

/** The tier of this run: KITH_TEST_TIER, which `test/run.ts` sets. */
export const tier: Tier = parseTier(process.env.KITH_TEST_TIER);

function parseTier(text: string | undefined): Tier {
  if (text === undefined) return 'default';
  if (text === 'default' || text === 'ci' || text === 'release' || text === 'long') return text;
  throw new Error(`KITH_TEST_TIER must be default, ci, release or long, but is ${text}.`);
}

const factors: Readonly<Record<Tier, number>> = { default: 0.1, ci: 0.1, release: 0.5, long: 10 };

/**
 * How many runs a property test makes: a tenth of `usual` in `npm test` and CI, half of it in `test:release`, ten times as many
 * in `test:long`; KITH_PROPERTY_RUNS replaces it.
 */
export const propertyRuns = (usual: number): number =>
  Number(process.env.KITH_PROPERTY_RUNS ?? Math.ceil(usual * factors[tier]));
