import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { demoKeys } from '../src/app/demo-keys.ts';
import { configurationTable } from '../src/config/env.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const readme = read('README.md');

describe('the README', () => {
  it('has the table of the configuration as it is', () => {
    assert.ok(readme.includes(`\n${configurationTable()}\n`), `expected this table:\n${configurationTable()}`);
  });

  it('has the first query as it is', () => {
    const [, query = ''] = read('schema/operations/first-look.graphql').split(/^(?=query)/m);
    assert.ok(readme.includes(query));
  });

  it('names every demo key', () => {
    assert.deepEqual(
      demoKeys.map(({ key }) => key).filter((key) => !readme.includes(`\`${key}\``)),
      [],
    );
  });

  it('names commands that package.json has', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...readme.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map((match) => match[1] ?? '');
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((name) => !(name in scripts)),
      [],
    );
  });
});
