import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  npm_config_update_notifier: 'false',
};

/** SPDX identifiers of licences that ask for no more than a notice: those that a production package may have. */
const allowedLicences: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'Unlicense',
]);

interface LockedPackage {
  readonly hasInstallScript?: boolean;
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
}

interface Component {
  readonly name: string;
  readonly version: string;
  readonly properties: readonly { readonly name: string }[];
  readonly licenses?: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[];
}

const lockedIn = async (file: string): Promise<readonly (readonly [path: string, locked: LockedPackage])[]> => {
  const { packages }: { packages: Record<string, LockedPackage> } = JSON.parse(
    await readFile(join(root, file), 'utf8'),
  );
  return Object.entries(packages).filter(([path]) => path.includes('node_modules/'));
};

const lockFiles = async (): Promise<readonly string[]> => {
  const { stdout } = await run('git', ['ls-files', '*package-lock.json'], { cwd: root });
  return stdout.trim().split('\n');
};

describe('the supply chain', { timeout: 120_000 }, () => {
  it('has an integrity hash, and no download address, for every package of every lock file', async () => {
    for (const file of await lockFiles())
      for (const [path, locked] of await lockedIn(file)) {
        if (locked.link) continue;
        assert.equal(locked.resolved, undefined, `${file}: ${path} must have no download address`);
        assert.match(locked.integrity ?? 'none', /^sha512-/, `${file}: ${path} must have a sha512 hash`);
      }
  });

  it('runs no script where Kith is installed', async () => {
    const locked = await lockedIn('package-lock.json');
    const scripted = locked.filter(([, { dev, hasInstallScript = false }]) => !dev && hasInstallScript);
    assert.deepEqual(
      scripted.map(([path]) => path),
      [],
    );
    const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    );
    for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
      assert.equal(scripts[name], undefined, name);
  });

  it('lists every production package, with a licence that is allowed, in its SBOM', async () => {
    // With --omit=dev npm would leave out what development needs, too, such as graphql: the whole list marks those of development.
    const { stdout } = await run('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
      cwd: root,
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
    const { components }: { components: readonly Component[] } = JSON.parse(stdout);
    const isForDevelopment = ({ properties }: Component) =>
      properties.some(({ name }) => name === 'cdx:npm:package:development');
    const production = components.filter((component) => !isForDevelopment(component));
    const listed = new Set(production.map(({ name, version }) => `${name}@${version}`));
    for (const [path, { version, dev, link }] of await lockedIn('package-lock.json')) {
      if (dev || link) continue;
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      assert.ok(listed.has(`${name}@${version}`), `the SBOM must list ${name}@${version}`);
    }
    for (const { name, version, licenses = [] } of production) {
      const [{ license, expression } = {}] = licenses;
      const licence = license?.id ?? expression ?? 'none';
      assert.ok(allowedLicences.has(licence), `${name}@${version} has the licence ${licence}, which is not allowed`);
    }
  });
});
