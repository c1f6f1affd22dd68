import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Source } from '../../../src/contract/record/relationship.ts';
import { combinedStrength, normalizedStrength } from '../../../src/service/mapping/strength.ts';

const colleagues = (months: number): Source => ({ origin: 'work_overlap', overlap_duration_months: months });

const strengths: readonly (readonly [sentence: string, sources: readonly Source[], strength: number])[] = [
  ['is 0 without a source', [], 0],
  ['is .10 for a connection on the network', [{ origin: 'xnet_connection' }], 0.1],
  ['is .615 for one month as colleagues', [colleagues(1)], 0.615],
  ['is .60 + 12 × .015 = .78 for a year as colleagues', [colleagues(12)], 0.78],
  ['stops at .95, where two years would make .96', [colleagues(24)], 0.95],
  ['never grows beyond .95 for one employer', [colleagues(400)], 0.95],
  ['is .35 for one school', [{ origin: 'education_overlap', shared_school: 'Trinity' }], 0.35],
  ['is .50 for one school and major', [{ origin: 'education_overlap', shared_major: 'History' }], 0.5],
  ['is .25 for an investor', [{ origin: 'shared_investor' }], 0.25],
  ['is .50 for an import by hand', [{ origin: 'manual_import' }], 0.5],
  ['is 0 for an origin that is not ours', [{ origin: 'telepathy' }], 0],
  ['is 1 − .9 × .5 = .55 for two sources', [{ origin: 'xnet_connection' }, { origin: 'manual_import' }], 0.55],
  ['is 1 − .05 × .05 = .9975 for two employers', [colleagues(36), colleagues(48)], 0.9975],
];

describe('combinedStrength', () => {
  for (const [sentence, sources, strength] of strengths) {
    it(sentence, () => assert.equal(combinedStrength(sources), strength));
  }
  it('does not depend on the order [strength.does-depend-order]', () => {
    const sources = strengths.flatMap(([, each]) => each);
    assert.equal(combinedStrength(sources), combinedStrength(sources.toReversed()));
  });
});

describe('normalizedStrength', () => {
  for (const [strength, tier] of [
    [0, 0],
    [0.0499, 0],
    [0.05, 1],
    [0.3299, 1],
    [0.33, 2],
    [0.6699, 2],
    [0.67, 3],
    [1, 3],
  ] as const) {
    it(`is ${tier} for ${strength} [strength.follows-from-days]`, () =>
      assert.equal(normalizedStrength(strength), tier));
  }
});
