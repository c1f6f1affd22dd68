import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../../support/kith.ts';

const run = promisify(execFile);
const script = join(import.meta.dirname, '../../../.ci/schema-base');

/** A repository of its own, whose commits each write one file. */
async function repository(path: string) {
  const git = async (...args: string[]): Promise<string> =>
    (await run('git', ['-C', path, '-c', 'user.name=Ada', '-c', 'user.email=ada@kith.example', ...args])).stdout.trim();
  await run('git', ['init', '-q', path]);
  await mkdir(join(path, 'schema'));
  const commit = async (file: string, text: string): Promise<string> => {
    await writeFile(join(path, 'schema', file), text);
    await git('add', '.');
    await git('commit', '-qm', file);
    return git('rev-parse', 'HEAD');
  };
  return { git, commit };
}

const baseIn = async (cwd: string, env: Readonly<Record<string, string>> = {}): Promise<string> =>
  (await run(script, { cwd, env: { PATH: process.env.PATH ?? '', ...env } })).stdout.trim();

describe('the schema that CI compares with', () => {
  it('is that of the commit that added the list of breaking changes, then of the last release', async () => {
    await using directory = await temporaryDirectory();
    const { git, commit } = await repository(directory.path);
    await commit('graph.graphql', 'type Query { a: Int }');
    assert.equal(await baseIn(directory.path), '', 'nothing was promised yet');

    const promised = await commit('breaking.md', '# Nothing\n');
    await commit('graph.graphql', 'type Query { b: Int }');
    await commit('breaking.md', '- `Query.a was removed.`\n');
    assert.equal(await baseIn(directory.path), promised);

    await git('tag', 'v1.0.0');
    await commit('graph.graphql', 'type Query { c: Int }');
    assert.equal(await baseIn(directory.path), 'v1.0.0');
    assert.equal(await baseIn(directory.path, { SCHEMA_BASE: promised }), promised);
  });

  it('is the oldest at hand in a shallow clone', async () => {
    await using directory = await temporaryDirectory();
    const { git, commit } = await repository(join(directory.path, 'whole'));
    await commit('breaking.md', '# Nothing\n');
    const oldest = await commit('graph.graphql', 'type Query { a: Int }');
    await commit('graph.graphql', 'type Query { b: Int }');
    const clone = join(directory.path, 'clone');
    await git('clone', '-q', '--depth=2', `file://${join(directory.path, 'whole')}`, clone);
    assert.equal(await baseIn(clone), oldest);
  });
});
