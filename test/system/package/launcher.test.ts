import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryDirectory } from '../../support/kith.ts';

const root = join(import.meta.dirname, '../../..');

/** Makes the process that loads it first pass for another version of Node. */
const asVersion = (version: string): string =>
  `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`;

const start = (directory: string, version: string, args = ['one', 'two'], env: Record<string, string> = {}) => {
  const launcher = join(directory, 'src/kith.js');
  return spawn(process.execPath, ['--import', asVersion(version), launcher, ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
};

const launch = async (directory: string, version: string) => {
  const child = start(directory, version);
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
};

const printsArguments = 'process.stdout.write([process.versions.node, ...process.argv.slice(2)].join(" "));';

/** The launcher in a package whose program prints the version of its Node and its arguments, or does something else. */
const packageIn = async (directory: string, program = printsArguments): Promise<void> => {
  await cp(join(root, 'package.json'), join(directory, 'package.json'));
  await mkdir(join(directory, 'src'), { recursive: true });
  await cp(join(root, 'src/kith.js'), join(directory, 'src/kith.js'));
  await mkdir(join(directory, 'dist'), { recursive: true });
  await writeFile(join(directory, 'dist/main.js'), program);
};

/** The Node that runs this test, as a package beside the launcher. */
const installNode = async (directory: string): Promise<void> => {
  const beside = join(directory, `node_modules/node-${process.platform}-${process.arch}`);
  await mkdir(join(beside, 'bin'), { recursive: true });
  await writeFile(join(beside, 'package.json'), '{}');
  await symlink(process.execPath, join(beside, 'bin/node'));
};

describe('the launcher', () => {
  it('runs the program on the Node that runs it where that is recent', async () => {
    await using directory = await temporaryDirectory();
    await packageIn(directory.path);
    for (const version of ['24.21.0', '24.22.1', '25.0.0'])
      assert.deepEqual(await launch(directory.path, version), { code: 0, out: `${version} one two`, err: '' });
  });

  it('says the one command to give where Node is too old', async () => {
    await using directory = await temporaryDirectory();
    await packageIn(directory.path);
    for (const version of ['20.20.2', '24.20.9']) {
      const { code, out, err } = await launch(directory.path, version);
      assert.deepEqual({ code, out }, { code: 1, out: '' });
      assert.match(
        err,
        new RegExp(
          `^kith: Node 24\\.21\\.0 or later is needed, but this is ${version}\\. .*: npm install node-\\w+-\\w+@24\\.21\\.0\\n$`,
        ),
      );
    }
  });

  const posix = { skip: process.platform === 'win32' };

  it('runs the program on a Node that is installed beside it', posix, async () => {
    await using directory = await temporaryDirectory();
    await packageIn(directory.path);
    await installNode(directory.path);
    const { code, out } = await launch(directory.path, '20.20.2');
    assert.deepEqual({ code, out }, { code: 0, out: `${process.versions.node} one two` });
  });

  it('hands signals to that program', posix, async (test) => {
    await using directory = await temporaryDirectory();
    await packageIn(
      directory.path,
      `for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => console.log(signal));
      process.on('SIGTERM', () => process.exit(7));
      setInterval(() => undefined, 60_000);
      console.log('listens');`,
    );
    await installNode(directory.path);
    const child = start(directory.path, '20.20.2');
    // Else a failure leaves both running, and this process with them.
    test.after(() => child.kill());
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => (await lines.next()).value;
    assert.equal(await next(), 'listens');
    for (const signal of ['SIGINT', 'SIGHUP'] as const) {
      child.kill(signal);
      assert.equal(await next(), signal);
    }
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [7, null]);
  });

  it('ends by the signal that ended that program', posix, async () => {
    await using directory = await temporaryDirectory();
    await installNode(directory.path);
    for (const signal of ['SIGTERM', 'SIGKILL']) {
      await packageIn(directory.path, `process.kill(process.pid, '${signal}'); setInterval(() => undefined, 60_000);`);
      const child = start(directory.path, '20.20.2');
      assert.deepEqual(await once(child, 'exit'), [null, signal]);
    }
  });

  it('leaves no server behind when it is killed', { ...posix, timeout: 120_000 }, async () => {
    await using directory = await temporaryDirectory();
    await packageIn(directory.path);
    await installNode(directory.path);
    const program = pathToFileURL(join(root, 'src/main.ts'));
    await writeFile(join(directory.path, 'src/main.ts'), `import '${program}';`);
    const launcher = start(directory.path, '20.20.2', ['graph'], {
      KITH_PORT: '0',
      KITH_DATA_DIR: directory.path,
      KITH_UPSTREAM_URL: 'http://127.0.0.1:9',
      KITH_LOG_LEVEL: 'error',
    });
    const closed = once(launcher, 'close');
    let url: string | undefined;
    for await (const line of createInterface({ input: launcher.stdout })) {
      url = /^The graph answers on\s+(\S+)/.exec(line)?.[1];
      if (url !== undefined) break;
    }
    assert.equal((await fetch(new URL('/healthz', url))).status, 200);
    launcher.kill('SIGKILL');
    // The server has the same output: it is closed once both have ended.
    launcher.stdout.resume();
    launcher.stderr.resume();
    await closed;
    await assert.rejects(fetch(new URL('/healthz', url)));
  });
});
