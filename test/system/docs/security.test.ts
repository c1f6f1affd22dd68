import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { read } from './page.ts';

/** The rows of the threat model: who, what they could want, what stops them, and links to tests with their names. */
const rows = read('docs/security.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => line.slice(2, -2).split(' | '));

/** The names of a file's tests, without their ids; `…` stands for each value. */
const testsIn = (path: string): ReadonlySet<string> =>
  new Set(
    [...read(path).matchAll(/\b(?:it|test)\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`)/g)].map(
      ([, one, other, template]) =>
        (one ?? other ?? template ?? '').replace(/ \[[a-z\d-]+\.[\w-]+\]$/, '').replaceAll(/\$\{[^}]*\}/g, '…'),
    ),
  );

describe('the threat model', () => {
  it('has rows of four cells', () => {
    assert.ok(rows.length > 10, `${rows.length} rows`);
    for (const row of rows) assert.equal(row.length, 4, row[0]);
  });

  for (const [who = '', want = '', , tests = ''] of rows)
    it(`names tests that there are: ${[who, want].filter(Boolean).join(' ')}`, () => {
      for (const one of tests.split('; ')) {
        const [, path = '', names = ''] = /^\[[\w-]+\]\(\.\.\/(test\/[^)]+\.test\.ts)\): (“.+”)$/.exec(one) ?? [];
        assert.ok(path, `must be a test file and names of its tests, but got: ${one}`);
        for (const name of names.slice(1, -1).split('”, “'))
          assert.ok(testsIn(path).has(name), `${path} has no test “${name}”`);
      }
    });
});
