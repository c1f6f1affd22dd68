import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { Kith } from '../../support/kith.ts';
import { blocksOf, root } from './page.ts';

const execute = promisify(execFile);

/** Blocks for packages that Kith does not install: graphql-codegen's own configuration. */
const others = new Set(['codegen']);

describe('TypeScript in docs and examples', () => {
  it('compiles strictly, against the client of the checkout', { timeout: 120_000 }, async () => {
    // Within the checkout, since packages are found from where the importing file is.
    const directory = join(root, 'node_modules/.cache/docs-typescript');
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    const blocks = globSync(['README.md', 'docs/*.md', 'examples/*/README.md'], { cwd: root }).flatMap((page) =>
      blocksOf(page).filter(({ language, note }) => language === 'ts' && !others.has(note)),
    );
    assert.ok(blocks.length > 0);
    for (const [at, { text }] of blocks.entries()) await writeFile(join(directory, `block-${at}.ts`), text);
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        customConditions: ['kith-sources'],
        lib: ['es2024', 'dom', 'dom.iterable', 'esnext.disposable'],
      },
      include: [join(directory, '*.ts'), join(root, 'examples/typescript-list/*.ts')],
      exclude: [],
    };
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = await execute('npx', ['tsc', '-p', join(directory, 'tsconfig.json')], { cwd: root }).catch(
      (error: { readonly stdout: string }) => error,
    );
    assert.equal(stdout, '');
  });

  describe('examples/typescript-list', () => {
    let sample: Kith;
    let url: string;
    before(async () => {
      sample = new Kith(['serve'], {});
      url = await sample.says(/^The graph answers on\s+(\S+)/);
    });
    after(() => sample.stop());

    it('prints people with introductions as CSV, within its budget', { timeout: 60_000 }, async () => {
      const { stdout, stderr } = await execute(
        process.execPath,
        ['--conditions=kith-sources', 'examples/typescript-list/main.ts'],
        { cwd: root, env: { ...process.env, KITH_URL: new URL(url).origin, MAX_CREDITS: '2' } },
      );
      const [heading, ...rows] = stdout.trim().split('\n');
      assert.equal(heading, 'name,title,headline,ask,why');
      assert.equal(rows.length, 6);
      for (const row of rows) assert.match(row, /Worked together at /);
      assert.match(stderr, /No record has the website “nobody-is-here\.example”/);
      assert.match(stderr, /2 credits charged\./);
    });
  });
});
