import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { parse, print } from 'graphql';
import { request } from 'undici';
import { demoKeys } from '../../../src/app/demo-keys.ts';
import { readFirstQuery } from '../../../src/app/first-query.ts';
import { printedPages, printPage } from '../../../src/app/printed-pages.ts';
import { probePort } from '../../../src/app/probe-port.ts';
import { Kith, temporaryDirectory } from '../../support/kith.ts';
import { openRenamingProxy } from '../../support/network/renaming-proxy.ts';
import { blocksOf, read, root } from './page.ts';
import { drawIntroPaths, question } from './picture/draw.ts';

const execute = promisify(execFile);
/** The tour comes first, on a sample of which nothing has been loaded: its receipts are those of a first visit. */
const pages = [
  ...new Set([
    'docs/tour.md',
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    ...globSync(['docs/*.md', 'docs/contributing/*.md'], { cwd: root }).toSorted(),
  ]),
];

/** What a page shows is there: an answer without it is a mistake of the page, unless the block's note says so. */
const nothing = /"UNKNOWN"|"NotFound"|"NOT_FOUND"|"(?:nodes|edges)":\[\]|"totalCount":0\b/;
const expectsNothing = 'finds-nothing';

/** Stops what a page leaves running. */
const prelude = `set -euo pipefail
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
`;

/** Puts `kith`, as the pages write it, into a directory. */
const installKith = async (directory: string): Promise<void> => {
  const path = join(directory, 'kith');
  await writeFile(path, `#!/bin/sh\nexec "${process.execPath}" "${join(root, 'src/kith.js')}" "$@"\n`);
  await chmod(path, 0o755);
};

describe('the pages', () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let sample: Kith;
  let graphUrl: string;
  let serviceUrl: string;
  before(async () => {
    directory = await temporaryDirectory();
    await installKith(directory.path);
    const documents = join(directory.path, 'documents.json');
    const registered = blocksOf('docs/clients.md').find(({ note }) => note === 'trusted-documents');
    await writeFile(documents, registered?.text ?? '');
    sample = new Kith(['serve'], { KITH_TRUSTED_DOCUMENTS: documents });
    graphUrl = await sample.says(/^The graph answers on\s+(\S+)/);
    serviceUrl = await sample.says(/^The data service answers on\s+(\S+)/);
  });
  after(async () => {
    await sample.stop();
    await directory[Symbol.asyncDispose]();
  });

  const ask = async (query: string): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', 'x-api-key': 'kith_demo_team' };
    const { body } = await request(graphUrl, { method: 'POST', headers, body: JSON.stringify({ query }) });
    return body.json();
  };
  const atSample = (text: string): string =>
    text.replaceAll('localhost:4000', new URL(graphUrl).host).replaceAll('localhost:4001', new URL(serviceUrl).host);
  const environment = () => ({
    ...process.env,
    PATH: `${directory.path}:${process.env.PATH}`,
    TMPDIR: directory.path,
    KITH_DATA_DIR: sample.dataDir,
    KITH_PORT: new URL(graphUrl).port,
    KITH_LOG_LEVEL: 'error',
    KITH_API_KEY: 'kith_demo_team',
  });

  for (const page of pages) {
    const blocks = blocksOf(page);
    for (const [index, { language, note, text }] of blocks.entries()) {
      if (language !== 'graphql') continue;
      it(`${page}: its query ${index + 1} is answered as written`, async () => {
        const answer = await ask(text);
        const printed = JSON.stringify(answer);
        assert.ok(typeof answer === 'object' && answer !== null && !('errors' in answer), printed);
        assert.equal(nothing.test(printed), note === expectsNothing, printed);
        const next = blocks[index + 1];
        if (next?.language === 'json') assert.partialDeepStrictEqual(answer, JSON.parse(next.text));
      });
    }

    const commands = blocks.filter(({ language, note }) => language === 'sh' && ['', expectsNothing].includes(note));
    if (commands.length > 0)
      it(`${page}: its commands run`, { timeout: 120_000 }, async () => {
        const script = prelude + atSample(commands.map(({ text }) => text).join('\n'));
        const { stdout } = await execute('bash', ['-c', script], { cwd: root, env: environment() });
        const found = !nothing.test(stdout) && !stdout.includes('{"errors":');
        assert.ok(found || commands.some(({ note }) => note === expectsNothing), stdout);
      });

    for (const { language, text } of blocks.filter(
      ({ language, note }) => language === 'js' || (language === 'ts' && note === ''),
    ))
      it(`${page}: its script runs`, { timeout: 60_000 }, async () => {
        // In the root, since a script finds packages, and this one by its name, from where it runs.
        const type = language === 'ts' ? 'module-typescript' : 'module';
        const script = ['--conditions=kith-sources', `--input-type=${type}`, '--eval', atSample(text)];
        await execute(process.execPath, script, { cwd: root, env: environment() });
      });

    it(`${page}: its links lead somewhere`, () => {
      const targets = [...read(page).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = '']) => target);
      for (const target of targets) {
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? page : join(dirname(page), path);
        assert.ok(existsSync(join(root, file)), `${target}: there is no ${file}`);
        if (anchor !== undefined) assert.ok(anchorsOf(file).includes(anchor), `${target}: ${file} has no such heading`);
      }
    });

    it(`${page}: it names scripts that package.json has`, () => {
      const { scripts } = JSON.parse(read('package.json'));
      const named = [...read(page).matchAll(/\bnpm (?:run )?(start|test|(?<=run )[\w:]+)/g)].map(
        ([, name = '']) => name,
      );
      assert.deepEqual(
        named.filter((name) => !(name in scripts)),
        [],
      );
      const benches = [...read(page).matchAll(/npm run bench -- (\w+)/g)].map(([, name = '']) => name);
      const known = [...read('test/bench/run.ts').matchAll(/^ {2}(\w+): \(\) => import/gm)].map(([, name]) => name);
      assert.deepEqual(
        benches.filter((name) => !known.includes(name)),
        [],
      );
    });
  }

  for (const [page, note, commands] of [
    ['README.md', 'own-connections', 3],
    ['docs/import.md', 'own-data', 6],
  ] as const)
    it(`lead from an empty directory to an introduction by the ${commands} commands of ${page}`, {
      timeout: 120_000,
    }, async () => {
      const blocks = blocksOf(page);
      const at = blocks.findIndex((block) => block.note === note);
      const lines = blocks[at]?.text.trim().split('\n') ?? [];
      assert.equal(lines.length, commands);
      const port = await probePort({ host: '127.0.0.1', port: 0 });
      const [last = '', ...before] = lines.toReversed();
      // Connections are mapped in the background: the last command is repeated until they are there.
      const script = `${prelude}${before.toReversed().join('\n')} >&2
for i in $(seq 200); do
  answer=$(${last})
  case "$answer" in *why*) printf %s "$answer"; exit;; esac
done; exit 1`.replaceAll('localhost:4000', `localhost:${port}`);
      const { stdout } = await execute('bash', ['-c', script], {
        cwd: root,
        env: {
          ...environment(),
          KITH_DATA_DIR: join(directory.path, note),
          KITH_PORT: String(port),
          KITH_SERVICE_PORT: '0',
        },
      });
      const { data } = JSON.parse(stdout.slice(stdout.indexOf('{"data":{"introPaths')));
      assert.deepEqual(data.introPaths.nodes, [JSON.parse(blocks[at + 1]?.text ?? '')].flat());
    });

  it('lead from an API key to an introduction by the three commands of the README, over a service of other words', {
    timeout: 120_000,
  }, async () => {
    await using proxy = await openRenamingProxy(serviceUrl);
    const block = blocksOf('README.md').find(({ note }) => note === 'own-account');
    const [examine = '', ...others] = block?.text.trim().split('\n') ?? [];
    assert.equal(others.length, 2);
    const port = await probePort({ host: '127.0.0.1', port: 0 });
    // The profile lies where the commands run.
    await using own = await temporaryDirectory();
    const run = (lines: readonly string[]) =>
      execute('bash', ['-c', prelude + lines.join('\n')], {
        cwd: own.path,
        env: {
          ...environment(),
          KITH_DATA_DIR: join(own.path, '.kith'),
          KITH_PORT: String(port),
          KITH_UPSTREAM_URL: proxy.url,
        },
      });
    await run([examine]);
    const { stdout } = await run(others);
    const { data, extensions } = JSON.parse(stdout.slice(stdout.indexOf('{"data":{"introPaths')));
    assert.match(data.introPaths.nodes[0].why, /Kestrel Robotics/);
    assert.equal(extensions.credits.charged, 0);
    assert.deepEqual(proxy.strays, []);
  });

  it('show a picture of what the sample answers', async () => {
    const answer = await ask(question);
    assert.ok(typeof answer === 'object' && answer !== null && 'data' in answer);
    const { introPaths } = JSON.parse(JSON.stringify(answer.data));
    assert.equal(
      read('docs/intro-paths.svg'),
      drawIntroPaths(introPaths.nodes),
      'run "npm run pictures" beside "npm start"',
    );
  });

  it('print settings, free fields and error codes as they are', () => {
    for (const page of printedPages)
      assert.equal(read(page), printPage(read(page)), `${page} is printed by "npm run schema"`);
  });

  it('have at most 17,500 words, printed tables apart', () => {
    const words = ['README.md', ...globSync('docs/*.md', { cwd: root })].map(
      (page) =>
        read(page)
          .replaceAll(/<!-- printed: [\s\S]*?<!-- end -->/g, '')
          .match(/\S+/g)?.length ?? 0,
    );
    assert.ok(words.reduce((sum, some) => sum + some, 0) <= 17_500);
  });

  it('name every demo key in the README', () => {
    const missing = demoKeys.filter(({ key }) => !read('README.md').includes(`\`${key}\``));
    assert.deepEqual(missing, []);
  });

  it('begin with one query, in README and tour, as the start and GraphiQL do', async () => {
    const query = print(parse(await readFirstQuery()));
    for (const page of ['README.md', 'docs/tour.md']) {
      const first = blocksOf(page).find(({ language }) => language === 'graphql');
      assert.equal(print(parse(first?.text ?? '')), query, page);
    }
  });

  it('keep the README under 180 lines', () => {
    assert.ok(read('README.md').split('\n').length < 180);
  });
});

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (page: string): readonly string[] =>
  [...read(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
