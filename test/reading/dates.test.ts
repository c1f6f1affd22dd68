import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dateFrom } from '../../src/reading/dates.ts';

describe('dateFrom', () => {
  for (const text of [
    '12 Mar 2021',
    'March 12, 2021',
    '12. März 2021',
    '12 mars 2021',
    '12 de marzo de 2021',
    '12 marzo 2021',
    '12 de março de 2021',
    '12 mrt. 2021',
    '2021-03-12',
    '2021-03-12T09:14:00Z',
    '2021/3/12',
    '12.03.2021',
    '12.3.21',
  ])
    it(`reads ${text}`, () => {
      assert.equal(dateFrom(text), '2021-03-12');
    });

  it('tells day and month apart where only one can be the month', () => {
    assert.equal(dateFrom('3/25/21, 9:14 AM'), '2021-03-25');
    assert.equal(dateFrom('25/03/2021'), '2021-03-25');
    assert.equal(dateFrom('04/04/2021'), '2021-04-04');
    assert.equal(dateFrom('03/04/2021'), undefined);
  });

  it('tells June from July, and each month by its name', () => {
    assert.equal(dateFrom('1 juin 2020'), '2020-06-01');
    assert.equal(dateFrom('1 juil. 2020'), '2020-07-01');
    for (const [at, name] of [
      'Jan',
      'Feb',
      'Mar',
      'Apr',
      'May',
      'Jun',
      'Jul',
      'Aug',
      'Sep',
      'Oct',
      'Nov',
      'Dec',
    ].entries())
      assert.equal(dateFrom(`07 ${name} 2019`), `2019-${String(at + 1).padStart(2, '0')}-07`);
  });

  for (const text of ['', 'yesterday', '31 Feb 2021', '2021-13-01', 'Marketing', '12 2021'])
    it(`takes ${JSON.stringify(text)} for no day`, () => {
      assert.equal(dateFrom(text), undefined);
    });
});
