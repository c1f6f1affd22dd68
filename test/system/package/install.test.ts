import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { cp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { request } from 'undici';
import { printedSchemas } from '../../../src/app/printed-schemas.ts';
import { temporaryDirectory } from '../../support/kith.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  KITH_PORT: '0',
  KITH_SERVICE_PORT: '0',
  npm_config_update_notifier: 'false',
};

describe('the packages', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let cwd: string;
  let clientTarball: string;
  before(async () => {
    directory = await temporaryDirectory();
    cwd = directory.path;
    const copy = join(cwd, 'copy');
    await copyOfCheckout(copy);
    await run('npm', ['pack', '--workspace', 'src/sdk', '--include-workspace-root', '--pack-destination', cwd], {
      cwd: copy,
      env,
    });
    const [client = '', kith = ''] = (await readdir(cwd)).filter((name) => name.endsWith('.tgz')).toSorted();
    clientTarball = join(cwd, client);
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join(cwd, kith)], { cwd, env });
  });
  after(() => directory[Symbol.asyncDispose]());

  const installed = (path: string): string => join(cwd, 'node_modules/@kith-graph/kith', path);

  it('hold compiled JavaScript, the pages and the licence, and neither sources, source maps nor tests', async () => {
    const names = await readdir(installed('.'));
    for (const name of ['dist', 'docs', 'schema', 'LICENSE', 'README.md', 'CHANGELOG.md', 'package.json'])
      assert.ok(names.includes(name), name);
    assert.deepEqual(
      names.filter((name) => ['test', '.ci'].includes(name)),
      [],
    );
    assert.deepEqual(await readdir(installed('src')), ['kith.js']);
    assert.deepEqual(globSync('**/*.map', { cwd: installed('.') }), []);
  });

  it('print the schema into a pipe', async () => {
    const { stdout } = await run('sh', ['-c', 'npx kith schema graph | head -n 3'], { cwd, env });
    assert.equal(stdout, `${(await printedSchemas.graph.print()).split('\n').slice(0, 3).join('\n')}\n`);
  });

  it('have the typed client in the server’s package, too', async () => {
    const script = `import { createClient } from '@kith-graph/kith/client';
      import { possibleTypes } from '@kith-graph/kith/client/config';
      import { IntroPaths } from '@kith-graph/kith/client/documents';
      process.stdout.write([typeof createClient, IntroPaths.operation, possibleTypes.Node].join(' '));`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { cwd, env });
    assert.equal(stdout, 'function query Company,Profile');
    assert.match(await readFile(installed('dist/sdk/client.d.ts'), 'utf8'), /export declare const createClient/);
  });

  it('have the typed client alone, small and without dependencies, which installs without a warning', async () => {
    await using app = await temporaryDirectory();
    const { stderr } = await run('npm', ['install', '--offline', '--no-audit', '--no-fund', clientTarball], {
      cwd: app.path,
      env,
    });
    assert.equal(stderr, '');
    assert.deepEqual(globSync('*/*', { cwd: join(app.path, 'node_modules') }), ['@kith-graph/client']);
    const client = join(app.path, 'node_modules/@kith-graph/client');
    const schema = await readFile(join(client, 'schema.graphql'));
    assert.equal(schema.toString(), await readFile(join(root, 'schema/graph.graphql'), 'utf8'));
    const bytes = (await readFile(clientTarball)).length - gzipSync(schema, { level: 9 }).length;
    assert.ok(bytes <= 12_288, `expected at most 12 kB beside the schema, but got ${bytes} bytes`);
    const { version } = JSON.parse(await readFile(join(client, 'package.json'), 'utf8'));
    assert.equal(version, JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version);
    const consumer = `import { createClient } from '@kith-graph/client';
      import { keys, possibleTypes, scalars, typePolicies } from '@kith-graph/client/config';
      import { SearchPeople } from '@kith-graph/client/documents';
      const kith = createClient({ url: 'http://localhost:4000/graphql', apiKey: 'any' });
      export const found = () => kith.execute(SearchPeople, { where: { fullName: { matches: 'Moreau' } } });
      export const total = async (): Promise<number | undefined> => (await found()).data.searchProfiles?.totalCount;
      // @ts-expect-error There is no such field to search by.
      export const wrong = () => kith.execute(SearchPeople, { where: { surname: { matches: 'Moreau' } } });
      export const configured: readonly unknown[] = [keys, possibleTypes, scalars, typePolicies];`;
    await writeFile(join(app.path, 'app.mts'), consumer);
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
    const tsc = join(root, 'node_modules/.bin/tsc');
    const compiled = await run(tsc, [...options, 'app.mts'], { cwd: app.path, env }).catch((error: unknown) => error);
    assert.partialDeepStrictEqual(compiled, { stdout: '' });
    const { found } = await import(join(app.path, 'app.mjs'));
    assert.equal(typeof found, 'function');
  });

  it('serve the sample and the explorer, and price an operation on it', async () => {
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
