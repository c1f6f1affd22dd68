import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { request } from 'undici';
import { printedSchemas } from '../../src/app/printed-schemas.ts';
import { temporaryDirectory } from '../support/kith.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  KITH_PORT: '0',
  KITH_SERVICE_PORT: '0',
  npm_config_update_notifier: 'false',
};

describe('the package', { timeout: 600_000 }, () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let cwd: string;
  before(async () => {
    directory = await temporaryDirectory();
    cwd = directory.path;
    const copy = join(cwd, 'copy');
    await copyOfCheckout(copy);
    await run('npm', ['pack', '--pack-destination', cwd], { cwd: copy, env });
    const [tarball = ''] = (await readdir(cwd)).filter((name) => name.endsWith('.tgz'));
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(cwd, tarball)], { cwd, env });
  });
  after(() => directory[Symbol.asyncDispose]());

  const installed = (path: string): string => join(cwd, 'node_modules/@kith-graph/kith', path);

  it('holds compiled JavaScript with source maps, the pages and the licence, and neither sources nor tests', async () => {
    const names = await readdir(installed('.'));
    for (const name of ['dist', 'docs', 'schema', 'LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'])
      assert.ok(names.includes(name), name);
    assert.deepEqual(
      names.filter((name) => ['test', '.ci'].includes(name)),
      [],
    );
    assert.deepEqual(await readdir(installed('src')), ['kith.js']);
    const map: unknown = JSON.parse(await readFile(installed('dist/main.js.map'), 'utf8'));
    assert.ok(typeof map === 'object' && map !== null && 'sourcesContent' in map);
  });

  it('prints the schema into a pipe', async () => {
    const { stdout } = await run('sh', ['-c', 'npx kith schema graph | head -n 3'], { cwd, env });
    assert.equal(stdout, `${printedSchemas.graph.print().split('\n').slice(0, 3).join('\n')}\n`);
  });

  it('has the typed client, with its types', async () => {
    const script = `import { createClient } from '@kith-graph/kith/client';
      import { IntroPaths } from '@kith-graph/kith/client/documents';
      process.stdout.write(typeof createClient({ url: 'http://localhost', apiKey: 'none' }).execute + ' ' + IntroPaths.operation);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd, env });
    assert.equal(stdout, 'function query');
    assert.match(await readFile(installed('dist/sdk/client.d.ts'), 'utf8'), /export declare const createClient/);
  });

  it('serves the sample and the explorer, and prices an operation on it', async () => {
    const serving = spawn('npx', ['kith', 'serve'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
    try {
      const graph = await said(serving, /^The graph answers on\s+(\S+)\/graphql/);
      const operation = installed('schema/operations/first-look.graphql');
      const answer = await request(`${graph}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'kith_demo_team' },
        body: JSON.stringify({ query: await readFile(operation, 'utf8') }),
      });
      assert.match(await answer.body.text(), /"fullName":"Mei-Ling Torres"/);
      const page = await (await request(`${graph}/`)).body.text();
      const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
      assert.equal((await request(graph + script)).statusCode, 200);
      const priced = await run('npx', ['kith', 'price', operation, '--graph', graph, '--key', 'kith_demo_team'], {
        cwd,
        env,
      });
      assert.match(priced.stdout, / {2}credits in all\n$/);
    } finally {
      // The group holds npx, its shell and the command.
      if (serving.pid !== undefined) process.kill(-serving.pid, 'SIGTERM');
      await once(serving, 'exit');
    }
  });
});

/** The checkout as it stands, with its packages and nothing else that git ignores: packing writes into it. */
const copyOfCheckout = async (path: string): Promise<void> => {
  const ignored = new Set(['.git', '.kith', 'dist', 'node_modules']);
  await cp(root, path, { recursive: true, filter: (source) => !ignored.has(basename(source)) });
  await symlink(join(root, 'node_modules'), join(path, 'node_modules'));
};

/** What the first line of output that matches holds in its first group. */
const said = async (child: ChildProcess, pattern: RegExp): Promise<string> => {
  assert.ok(child.stdout);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, found] = pattern.exec(line) ?? [];
    if (found === undefined) continue;
    child.stdout.resume();
    return found;
  }
  throw new Error(`the command ended before it said ${pattern}`);
};
