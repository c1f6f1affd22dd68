import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { cp, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { probePort } from '../../../src/app/probe-port.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { openSampleGraph, type SampleGraph } from '../../support/sample/sample-graph.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const executablePath = process.env.KITH_TEST_CHROMIUM ?? '/usr/bin/chromium';
const withoutBrowser = existsSync(executablePath) ? false : `no browser at ${executablePath} (KITH_TEST_CHROMIUM)`;

/** Each example is installed in a copy, so that the checkout stays as it is, and runs against a graph over the sample. */
describe('the examples', { timeout: 900_000 }, () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let sample: SampleGraph;
  let pagePort: number;
  before(async () => {
    directory = await temporaryDirectory();
    pagePort = await probePort({ host: '127.0.0.1', port: 0 });
    sample = await openSampleGraph({ graph: { origins: [`http://127.0.0.1:${pagePort}`] } });
    const ignored = new Set(['node_modules', 'dist', '.next', '.venv']);
    const filter = (source: string): boolean => !ignored.has(basename(source));
    for (const path of ['examples', 'src/sdk', 'schema', 'package.json', 'tsconfig.json'])
      await cp(join(root, path), join(directory.path, path), { recursive: true, filter });
    await symlink(join(root, 'node_modules'), join(directory.path, 'node_modules'));
    await run('npm', ['run', '--silent', 'build:client'], { cwd: directory.path, env: environment('') });
  });
  after(async () => {
    await sample?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  const at = (example: string): string => join(directory.path, 'examples', example);
  const environment = (key: string): NodeJS.ProcessEnv => ({
    ...process.env,
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    KITH_URL: sample.graph.url,
    KITH_API_KEY: key,
    PORT: String(pagePort),
    NEXT_TELEMETRY_DISABLED: '1',
    RUNTIME__DLTHUB_TELEMETRY: 'false',
    npm_config_update_notifier: 'false',
  });
  const installed = async (example: string): Promise<string> => {
    await run('npm', ['ci', '--prefer-offline'], { cwd: at(example), env: environment('') });
    return at(example);
  };
  /** Python in a virtual environment that has what the example requires. */
  const python = async (example: string): Promise<string> => {
    const bin = join(at(example), '.venv/bin/python');
    await run('python3', ['-m', 'venv', join(at(example), '.venv')]);
    await run(bin, ['-m', 'pip', 'install', '--quiet', '-r', join(at(example), 'requirements.txt')]);
    return bin;
  };

  describe('in a browser', { skip: withoutBrowser }, () => {
    let browser: Browser;
    before(async () => {
      browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
    });
    after(() => browser?.close());

    it('react-apollo: keeps a partial page, loads more and follows a task to its end', async () => {
      const cwd = await installed('react-apollo');
      await using _server = await serving('npm', ['start'], cwd, environment('kith_demo_partner'), /The page is at/);
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${pagePort}/`);
      await page.getByRole('alert').waitFor();
      assert.equal(await page.getByRole('listitem').count(), 5);
      assert.equal(await page.getByText('not loaded').count(), 2);
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('listitem').nth(9).waitFor();
      await page.getByRole('button', { name: 'Map the network' }).click();
      await page.getByRole('status').filter({ hasText: 'MAPPED' }).waitFor();
      await page.close();
    });

    it('nextjs-session: shows introductions by a token, and keeps the key on the server', async () => {
      const cwd = await installed('nextjs-session');
      await run('npm', ['run', 'build'], { cwd, env: environment('') });
      const env = environment('kith_demo_team');
      await using _server = await serving('npm', ['start', '--', '--hostname', '127.0.0.1'], cwd, env, /Ready in/);
      const page = await browser.newPage();
      const bodies: Promise<string>[] = [];
      page.on('response', (response) => void bodies.push(response.text().catch(() => '')));
      await page.goto(`http://127.0.0.1:${pagePort}/`);
      await page.getByRole('listitem').nth(2).waitFor();
      assert.match((await page.getByRole('listitem').first().textContent()) ?? '', /: Worked together at /);
      assert.ok((await Promise.all(bodies)).every((body) => !body.includes('kith_demo_team')));
      await page.close();
    });
  });

  it('python-gql: finds introductions, and keeps what its budget reached', async () => {
    const bin = await python('python-gql');
    const options = { cwd: at('python-gql'), env: environment('kith_demo_team') };
    const { stdout } = await run(bin, ['main.py'], options);
    const [first = '', , , ...loaded] = stdout.trim().split('\n');
    assert.match(first, /^\S+ .*: Worked together at /);
    assert.equal(loaded.length, 3);
    assert.match(loaded[2] ?? '', /budget/);
  });

  it('dlt-source: copies the network into files, for nothing', async () => {
    const bin = await python('dlt-source');
    const used = await sample.usage('kith_demo_team');
    await run(bin, ['kith_source.py'], { cwd: at('dlt-source'), env: environment('kith_demo_team') });
    const rows = (table: string): readonly string[] =>
      globSync(`warehouse/network/${table}/*`, { cwd: at('dlt-source') })
        .map((path) => readFileSync(join(at('dlt-source'), path)))
        .flatMap((bytes) => (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString().trim().split('\n'));
    const { data } = await sample.ask<{ relationships: { totalCount: number } }, object>(
      'kith_demo_team',
      '{ relationships(first: 0) { totalCount } }',
    );
    assert.equal(rows('relationships').length, data?.relationships.totalCount);
    assert.ok(rows('connectors').length > 1);
    assert.equal(await sample.usage('kith_demo_team'), used);
  });
});

/** A server of an example, once it has said that it answers. */
const serving = async (
  command: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
  ready: RegExp,
): Promise<AsyncDisposable> => {
  const child: ChildProcess = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  assert.ok(child.stdout);
  for await (const line of createInterface({ input: child.stdout })) if (ready.test(line)) break;
  child.stdout.resume();
  return {
    async [Symbol.asyncDispose]() {
      if (child.pid !== undefined && child.exitCode === null) {
        process.kill(-child.pid, 'SIGKILL');
        await once(child, 'exit');
      }
    },
  };
};
