import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { variables } from '../../src/config/env.ts';

const root = join(import.meta.dirname, '../..');
const files = [
  'Dockerfile',
  'compose.yaml',
  ...globSync('deploy/{helm/kith,systemd}/**/*.{yaml,tpl,service}', { cwd: root }),
];

describe('what is deployed', () => {
  const names: ReadonlySet<string> = new Set(Object.values(variables).map(({ name }) => name));

  for (const file of files)
    it(`sets variables that there are: ${file}`, () => {
      for (const [name] of readFileSync(join(root, file), 'utf8').matchAll(/\bKITH_[A-Z_]+[A-Z]\b/g))
        assert.ok(names.has(name) || names.has(name.replace(/_FILE$/, '')), `${name} is no variable`);
    });
});
