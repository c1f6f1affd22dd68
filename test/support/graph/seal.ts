import { Seal } from '../../../src/graph/state/seal/seal.ts';

/** The seal of stores that tests open without a graph. */
export const testSeal = new Seal({ secret: 'the secret of a test, long enough' });
