import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { allSettings } from '../../src/config/read-settings.ts';

const root = join(import.meta.dirname, '../..');
const files = [
  'Dockerfile',
  'compose.yaml',
  ...globSync('deploy/{helm/kith,systemd}/**/*.{yaml,tpl,service}', { cwd: root }),
];

const namesIn = (file: string): readonly string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/\bKITH_[A-Z_]+[A-Z]\b/g)].map(([name]) => name);

describe('what is deployed', () => {
  const names: ReadonlySet<string> = new Set(allSettings().map(({ name }) => name));

  it('sets variables in each way of deployment', () => {
    for (const part of ['Dockerfile', 'compose.yaml', 'deploy/helm/kith', 'deploy/systemd'])
      assert.notEqual(files.filter((file) => file.startsWith(part)).flatMap(namesIn).length, 0, part);
  });

  for (const file of files)
    it(`sets variables that there are: ${file}`, () => {
      for (const name of namesIn(file))
        assert.ok(names.has(name) || names.has(name.replace(/_FILE$/, '')), `${name} is no variable`);
    });
});
