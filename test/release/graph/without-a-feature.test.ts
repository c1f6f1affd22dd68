import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Feature } from '../../../src/graph/feature.ts';
import { features } from '../../../src/graph/features/index.ts';

const root = join(import.meta.dirname, '../../..');

/** Opens a graph, asks for a type name, and prints the answer, and the features that are left. */
const script = `
import pino from 'pino';
import { openGraph } from './src/graph/server.ts';
import type { Feature } from '../../../src/graph/feature.ts';
import { features } from './src/graph/features/index.ts';
const graph = await openGraph({ upstreamUrl: 'http://127.0.0.1:9', log: pino({ level: 'silent' }) });
const answer = await fetch(graph.url + '/graphql', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: '{ __typename }' }),
});
const { data } = await answer.json();
await graph.close();
process.stdout.write(JSON.stringify({ data, left: features.map(({ name }) => name) }));
`;

describe('a graph without a feature', () => {
  let copy: string;
  before(() => {
    copy = mkdtempSync(join(tmpdir(), 'kith-without-'));
    cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
    cpSync(join(root, 'package.json'), join(copy, 'package.json'));
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    writeFileSync(join(copy, 'start.ts'), script);
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  const index = readFileSync(join(root, 'src/graph/features/index.ts'), 'utf8');
  const variableOf = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

  for (const { name } of features)
    it(`starts, and leaves out what needs it: ${name}`, () => {
      const [list = ''] = /const all[^=]*= \[[^\]]*\]/.exec(index) ?? [];
      const shorter = list.replace(new RegExp(`\\b${variableOf(name)}\\b,?`), '');
      assert.notEqual(shorter, list);
      writeFileSync(join(copy, 'src/graph/features/index.ts'), index.replace(list, shorter));
      const { data, left } = JSON.parse(
        execFileSync(process.execPath, ['start.ts'], { cwd: copy, encoding: 'utf8', timeout: 60_000 }),
      );
      assert.deepEqual(data, { __typename: 'Query' });
      const isLeft = (one: Feature): boolean => one.name !== name && (one.needs ?? []).every(isLeft);
      assert.deepEqual(
        left,
        features.filter(isLeft).map((one) => one.name),
      );
    });
});
