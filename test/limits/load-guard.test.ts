import assert from 'node:assert/strict';
import { it } from 'node:test';
import { confinedMemory } from '../../src/limits/load-guard.ts';

const gibibyte = 2 ** 30;

for (const [what, reported, expected] of [
  ['what its control group says', gibibyte, gibibyte],
  ['nothing where the limit is the machine’s memory', 8 * gibibyte, undefined],
  ['nothing where there is no limit', 2 ** 64, undefined],
  ['nothing where none is known', 0, undefined],
] as const)
  it(`the memory to which a process is confined is ${what}`, () => {
    assert.equal(confinedMemory(reported, 8 * gibibyte), expected);
  });
