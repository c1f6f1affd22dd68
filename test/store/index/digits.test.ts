import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  momentDigits,
  momentPrefixes,
  nextAbove,
  nextBelow,
  numberDigits,
  numberPrefixes,
} from '../../../src/store/index/digits.ts';

const finite = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constantFrom(0, -0, 0.1, -0.1, 1, -1, Number.MIN_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE),
);
const day = 86_400_000;
const moment = fc.oneof(
  fc.integer({ min: -62_000_000_000_000, max: 253_000_000_000_000 }),
  fc.integer({ min: -400_000, max: 400_000 }).map((days) => days * day),
  fc.integer({ min: -400_000, max: 400_000 }).map((days) => days * day - 1),
);

for (const { what, value, digits, prefixes } of [
  { what: 'numbers', value: finite, digits: numberDigits, prefixes: numberPrefixes },
  { what: 'moments', value: moment, digits: momentDigits, prefixes: momentPrefixes },
]) {
  describe(`the digits of ${what}`, () => {
    it('sort as the values do', () => {
      fc.assert(
        fc.property(value, value, (a, b) => {
          assert.equal(digits(a) < digits(b), a < b);
          assert.equal(digits(a).length, digits(b).length);
        }),
      );
    });

    it('begin with one prefix of a range exactly where the value is within it', () => {
      const end = fc.option(value, { nil: undefined });
      fc.assert(
        fc.property(end, end, value, (from, to, any) => {
          const covering = prefixes({ from, to });
          for (const at of [any, from ?? any, to ?? any]) {
            const within = (from === undefined || at >= from) && (to === undefined || at <= to);
            const begun = covering.filter((prefix) => digits(at).startsWith(prefix)).length;
            assert.equal(begun, within ? 1 : 0);
          }
        }),
        { numRuns: 500 },
      );
    });

    it('make few prefixes of any range', () => {
      fc.assert(fc.property(value, value, (from, to) => assert.ok(prefixes({ from, to }).length <= 192)));
    });
  });
}

describe('a range of whole days', () => {
  it('is few prefixes, however far it reaches', () => {
    const [from, to] = [Date.UTC(2019, 2, 17), Date.UTC(2023, 7, 5) - 1];
    assert.ok(momentPrefixes({ from, to }).length <= 24);
    assert.ok(momentPrefixes({ from, to: undefined }).length <= 24);
    assert.equal(momentPrefixes({ from, to: from + day - 1 }).length, 1);
  });
});

describe('a number’s neighbours', () => {
  it('have nothing between them', () => {
    fc.assert(
      fc.property(finite, (value) => {
        assert.ok(nextAbove(value) > value && nextBelow(value) < value);
        assert.equal(nextBelow(nextAbove(value)), value === 0 ? 0 : value);
      }),
    );
    assert.equal(nextAbove(1), 1 + Number.EPSILON);
    assert.equal(nextBelow(1), 1 - Number.EPSILON / 2);
    assert.equal(nextAbove(-1), -1 + Number.EPSILON / 2);
    assert.equal(nextBelow(0), -Number.MIN_VALUE);
  });
});
