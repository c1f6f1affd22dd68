import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildSchema, findBreakingChanges } from 'graphql';
import { features } from '../../../../src/graph/features/index.ts';

interface Step {
  readonly name: string;
  readonly sdl: string;
}

const root = join(import.meta.dirname, '../../../..');

describe('the schema', () => {
  // In a process of its own: fields that are declared once stay declared.
  const script = join(import.meta.dirname, 'schema-steps.ts');
  const steps: readonly Step[] = JSON.parse(
    execFileSync(process.execPath, [script], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }),
  );

  it('is that of the core, and then of each feature, in their order', () => {
    assert.deepEqual(
      steps.map(({ name }) => name),
      ['core', ...features.map(({ name }) => name)],
    );
    assert.equal(`${steps.at(-1)?.sdl}`.trim(), readFileSync(join(root, 'schema/graph.graphql'), 'utf8').trim());
  });

  it('only grows by a step: a feature adds types and fields, and changes nothing that was there', () => {
    for (const [at, { name, sdl }] of steps.entries()) {
      const before = steps[at - 1];
      if (!before) continue;
      assert.deepEqual(findBreakingChanges(buildSchema(before.sdl), buildSchema(sdl)), [], name);
      // A type without fields has no braces.
      const lines = new Set(sdl.split('\n').flatMap((line) => [line, line.replace(/ \{$/, '')]));
      assert.deepEqual(
        before.sdl.split('\n').filter((line) => !lines.has(line) && !/^union |^ +\| /.test(line)),
        [],
        name,
      );
    }
  });
});
