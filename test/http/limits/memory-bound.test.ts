import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { confinedMemory, MemoryBound } from '../../../src/http/limits/memory-bound.ts';

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

describe('a bound of 900 MB', () => {
  /** Resident, heap in use, and external memory, in megabytes. */
  type Usage = readonly [rss: number, heapUsed: number, external: number];
  type Step = readonly [measured: Usage, collected: Usage];
  const atStart: Usage = [150, 40, 10];
  const garbage: Usage = [950, 800, 50];
  const kept: Usage = [940, 40, 10];
  const held: Usage = [940, 40, 790];

  /** A process from its start on, measured every `everyMs`; a collection takes a second. */
  async function processOf(steps: readonly Step[], everyMs = 20_000) {
    let [usage, now, collections] = [atStart, 0, 0];
    const bound = new MemoryBound(
      900e6,
      () => ({ rss: usage[0] * 1e6, heapUsed: usage[1] * 1e6, external: usage[2] * 1e6 }),
      async () => {
        usage = collected;
        now += 1000;
        collections += 1;
      },
      () => now,
    );
    let collected = atStart;
    const reached: boolean[] = [];
    for (const [before, after] of steps) {
      [usage, collected] = [before, after];
      await bound.measure();
      reached.push(bound.isReached);
      now += everyMs;
    }
    return { reached, collections };
  }

  for (const [what, step, isReached] of [
    ['is reached by objects that are held', [garbage, [940, 790, 50]], true],
    ['is reached by buffers that are held', [[950, 50, 800], held], true],
    [
      'is reached though a tenth is neither',
      [
        [990, 50, 750],
        [990, 40, 750],
      ],
      true,
    ],
    ['is not reached by garbage', [garbage, atStart], false],
    ['is not reached by what the C allocator keeps', [[950, 50, 800], kept], false],
    [
      'is not reached by 700 MB of WebAssembly after a peak',
      [
        [950, 50, 800],
        [940, 40, 600],
      ],
      false,
    ],
    ['is not reached by the heap of another thread after a peak', [[950, 250, 50], kept], false],
  ] satisfies [string, Step, boolean][])
    it(what, async () => {
      assert.deepEqual((await processOf([step])).reached, [isReached]);
    });

  it('is no longer reached once what was held is garbage', async () => {
    assert.deepEqual(
      (
        await processOf([
          [held, held],
          [held, held],
          [held, kept],
        ])
      ).reached,
      [true, true, false],
    );
  });

  for (const [what, steps, everyMs, expected] of [
    ['none below it', [[[890, 700, 50], atStart]], 20_000, 0],
    [
      'no other while as much is resident as one has left',
      [
        [garbage, kept],
        [kept, kept],
        [[960, 100, 10], kept],
      ],
      20_000,
      1,
    ],
    [
      'another when more is resident',
      [
        [garbage, kept],
        [[1000, 100, 10], kept],
      ],
      20_000,
      2,
    ],
    [
      'another after less was resident',
      [
        [garbage, kept],
        [atStart, kept],
        [kept, kept],
      ],
      20_000,
      2,
    ],
    ['none for ten times as long as one took', Array.from({ length: 12 }, () => [held, held]), 1000, 2],
  ] satisfies [string, Step[], number, number][])
    it(`asks for a collection: ${what}`, async () => {
      assert.equal((await processOf(steps, everyMs)).collections, expected);
    });
});
