import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  pathConfidence,
  type SharedTime,
  tieConfidence,
  timeConfidence,
} from '../../../../src/graph/features/introductions/confidence.ts';

const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20261122);
const numRuns = 2000;

const known = fc.constantFrom(true, false, undefined);
const unless = (value: fc.Arbitrary<number>) => fc.option(value, { nil: undefined });
const times: fc.Arbitrary<SharedTime> = fc.record({
  months: unless(fc.integer({ min: 0, max: 600 })),
  headCount: unless(fc.integer({ min: 1, max: 1_000_000 })),
  sameFunction: known,
  sameSeniority: known,
  yearsSince: unless(fc.double({ min: 0, max: 60, noNaN: true })),
});
const chance = fc.double({ min: 0, max: 1, noNaN: true });

const isChance = (value: number): boolean => value >= 0 && value <= 1;

/** The weaker of two values of an input, and the stronger. */
const pairs: Readonly<Partial<Record<keyof SharedTime, fc.Arbitrary<readonly [unknown, unknown]>>>> = {
  months: fc.tuple(fc.nat(600), fc.nat(600)).map(([a, b]) => [Math.min(a, b), Math.max(a, b)]),
  headCount: fc.tuple(fc.nat(1_000_000), fc.nat(1_000_000)).map(([a, b]) => [Math.max(a, b), Math.min(a, b)]),
  yearsSince: fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]) => [Math.max(a, b), Math.min(a, b)]),
  sameFunction: fc.constantFrom([false, undefined], [undefined, true], [false, true]),
  sameSeniority: fc.constantFrom([false, undefined], [undefined, true], [false, true]),
};

describe(`the confidence of a tie (seed ${seed})`, () => {
  it('is between 0 and 1', () => {
    fc.assert(
      fc.property(
        times,
        fc.array(chance, { maxLength: 6 }),
        unless(fc.double({ noNaN: true })),
        (time, more, manual) => {
          assert.ok(isChance(timeConfidence(time)));
          assert.ok(isChance(tieConfidence({ manual, sources: [timeConfidence(time), ...more] })));
        },
      ),
      { seed, numRuns },
    );
  });

  for (const [input, values] of Object.entries(pairs))
    it(`never falls where ${input} speaks more for it`, () => {
      fc.assert(
        fc.property(times, values, (time, [weaker, stronger]) => {
          const less = timeConfidence({ ...time, [input]: weaker });
          const more = timeConfidence({ ...time, [input]: stronger });
          assert.ok(less <= more, `${less} ≤ ${more}`);
        }),
        { seed, numRuns },
      );
    });

  it('never falls with a further source, nor with a stronger one, nor with a greater strength set by hand', () => {
    fc.assert(
      fc.property(fc.array(chance, { maxLength: 6 }), chance, chance, (sources, one, other) => {
        const [weaker, stronger] = one < other ? [one, other] : [other, one];
        const of = (...more: number[]) => tieConfidence({ manual: undefined, sources: [...sources, ...more] });
        assert.ok(of() <= of(weaker));
        assert.ok(of(weaker) <= of(stronger));
        assert.ok(tieConfidence({ manual: weaker, sources }) <= tieConfidence({ manual: stronger, sources }));
      }),
      { seed, numRuns },
    );
  });

  it('lets a full strength set by hand stand above whatever is computed', () => {
    fc.assert(
      fc.property(fc.array(chance, { maxLength: 9 }), (sources) => {
        assert.ok(tieConfidence({ manual: undefined, sources }) < tieConfidence({ manual: 1, sources: [] }));
      }),
      { seed, numRuns },
    );
  });

  it('tells a team of a dozen from a senate of a hundred, a company of thousands and a bank of 200,000', () => {
    const yearIn = (headCount: number) =>
      timeConfidence({ months: 12, headCount, sameFunction: undefined, sameSeniority: undefined, yearsSince: 0 });
    const figures = [12, 100, 2000, 200_000].map((count) => Number(yearIn(count).toFixed(3)));
    assert.deepEqual(figures, [1, 0.647, 0.051, 0.001]);
  });

  it('multiplies along a path, so that a further tie never adds to it', () => {
    fc.assert(
      fc.property(fc.array(chance, { maxLength: 4 }), chance, (ties, tie) => {
        assert.ok(pathConfidence([...ties, tie]) <= pathConfidence(ties));
        assert.ok(isChance(pathConfidence(ties)));
      }),
      { seed, numRuns },
    );
    assert.equal(pathConfidence([0.5, 0.5]), 0.25);
  });
});
