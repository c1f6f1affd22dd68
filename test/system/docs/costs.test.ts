import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { read, root } from './page.ts';

const execute = promisify(execFile);

/** The rows of a table of costs: what is asked, and calls and credits in three ways. */
const rowsOf = (text: string): ReadonlyMap<string, readonly number[]> =>
  new Map(
    [...text.matchAll(/^\| ([^|]+) \|((?: \d+ \/ \d+ \|){3})$/gm)].map(([, label = '', cells = '']) => [
      // A page may link, and leave out a number of words.
      label.replaceAll(/\[(.*?)\]\(.*?\)/g, '$1').replaceAll(/ ?\(.*?\)/g, ''),
      [...cells.matchAll(/\d+/g)].map(Number),
    ]),
  );

describe('what it costs, in the README', () => {
  it('is what the bench prints', { timeout: 300_000 }, async () => {
    const { stdout } = await execute(process.execPath, [join(root, 'test/bench/run.ts'), 'credits'], { cwd: root });
    const [printed, said] = [rowsOf(stdout), rowsOf(read('README.md'))];
    assert.ok(said.size > 5);
    assert.deepEqual([...said.keys()], [...printed.keys()]);
    for (const [label, numbers] of said)
      for (const [at, number] of numbers.entries()) {
        const measured = printed.get(label)?.[at] ?? Number.NaN;
        // Credits are exact. A gateway's requests share fewer calls on a busy machine, where they arrive apart.
        const more = at % 2 === 1 || !label.includes('federated') ? 0 : number;
        assert.ok(
          measured >= number * (more ? 0.85 : 1) && measured <= number + more,
          `${label}: ${number} in the README, but ${measured} measured`,
        );
      }
  });
});
