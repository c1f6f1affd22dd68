import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayOf, isKnownDate, momentOf } from '../../src/contract/partial-date.ts';

const seed = Number(process.env.KITH_TEST_SEED ?? Date.now());
const two = (number: number): string => String(number).padStart(2, '0');
const separator = fc.constantFrom('-', '/', '.');
const digits = (number: number) => fc.constantFrom(String(number), two(number));
const date = fc
  .date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));

describe(`partial dates (seed ${seed})`, () => {
  it('mean the same day with one digit or two, whatever separates them and whatever time follows', () => {
    const spelling = fc
      .tuple(date, separator, fc.constantFrom('', 'T00:00:00.000Z', ' 12:30', 'T1:05:00+02:00'))
      .chain(([day, between, time]) => {
        const [year = '', month, of] = day.split('-');
        return fc
          .tuple(digits(Number(month)), digits(Number(of)))
          .map(([m, d]) => ({ day, text: `${[year, m, d].join(between)}${time}` }));
      });
    fc.assert(
      fc.property(spelling, ({ day, text }) => {
        for (const edge of ['first', 'last'] as const) assert.equal(dayOf(text, edge), day, text);
        assert.equal(momentOf(text, 'last'), Date.parse(day));
      }),
      { seed },
    );
  });

  it('are their first day as a beginning and their last as an end', () => {
    for (const [text, first, last] of [
      ['2020', '2020-01-01', '2020-12-31'],
      ['2020-00', '2020-01-01', '2020-12-31'],
      ['2020-00-00', '2020-01-01', '2020-12-31'],
      ['2020-6', '2020-06-01', '2020-06-30'],
      ['2020/06', '2020-06-01', '2020-06-30'],
      ['2020.6.0', '2020-06-01', '2020-06-30'],
      ['2020-02-00', '2020-02-01', '2020-02-29'],
      [' 2021-02 ', '2021-02-01', '2021-02-28'],
    ] as const)
      assert.deepEqual([dayOf(text, 'first'), dayOf(text, 'last')], [first, last], text);
  });

  it('are unknown where a text merely begins with a year, and never that year', () => {
    const odd = [
      '2020 or so',
      '2021-02-29',
      '2020-13',
      '2020-06/01',
      '20201',
      '2020-',
      'Present',
      '',
      '0000',
      '2020-6-31',
    ];
    for (const text of [...odd, null, undefined, 2019]) {
      assert.equal(isKnownDate(text), false, String(text));
      assert.equal(dayOf(text, 'first'), null);
      assert.ok(Number.isNaN(momentOf(text, 'last')));
    }
  });
});
