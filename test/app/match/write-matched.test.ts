import assert from 'node:assert/strict';
import { it } from 'node:test';
import { harmless } from '../../../src/app/match/write-matched.ts';

const cells: readonly (readonly [cell: string, written: string])[] = [
  ['Ada Moreau', 'Ada Moreau'],
  ['=1+1', "'=1+1"],
  ['\u202e=1+1', "'=1+1"],
  ['Ada \u2067Moreau\u202e', 'Ada Moreau'],
  ['שלום\u200f, Ada', 'שלום\u200f, Ada'],
];

for (const [cell, written] of cells)
  it(`a matched table has ${JSON.stringify(cell)} as text that runs nothing and turns nothing`, () => {
    assert.equal(harmless(cell), written);
  });
