import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { keptSecret } from '../../../src/app/kept-secret.ts';
import { issueNonce } from '../../../src/graph/features/administration/exchange.ts';
import { Seal } from '../../../src/graph/state/seal/seal.ts';
import { openStore } from '../../../src/store/open.ts';
import { takeOwnership } from '../../../src/store/owner/owner.ts';
import { Kith, temporaryDirectory } from '../../support/kith.ts';
import { emptyTemplate } from '../../support/store.ts';

const stackLine = /^ {4}at /m;

/** What cannot go on ends with a sentence that says what to do, and without a stack. */
describe('a command over what is damaged or goes away', { timeout: 120_000 }, () => {
  /** A data directory with an empty store. */
  let whole: Awaited<ReturnType<typeof temporaryDirectory>>;
  before(async () => {
    whole = await temporaryDirectory();
    await using _ = await openStore({ kind: 'pglite', dataDir: whole.path }, { template: await emptyTemplate() });
  });
  after(() => whole[Symbol.asyncDispose]());

  for (const [what, damage] of [
    ['an empty pg_control', (pglite: string) => writeFile(join(pglite, 'global', 'pg_control'), '')],
    ['no pg_wal', (pglite: string) => rm(join(pglite, 'pg_wal'), { recursive: true })],
  ] as const)
    it(`says what to do about a store with ${what}`, async () => {
      await using directory = await temporaryDirectory();
      await cp(whole.path, directory.path, { recursive: true });
      await damage(join(directory.path, 'pglite'));
      await using damaged = new Kith(['serve', '--no-sample'], { KITH_DATA_DIR: directory.path });
      const { code, err } = await damaged.ended;
      assert.equal(code, 1);
      assert.match(
        err,
        /^kith: The embedded store in \S+ could not be opened: .*move it aside and start with an empty directory/ms,
      );
      assert.doesNotMatch(err, stackLine);
    });

  it('says that it may not write in the data directory', {
    skip: process.getuid?.() === 0 && 'root may write anywhere',
  }, async () => {
    await using directory = await temporaryDirectory();
    const dataDir = join(directory.path, 'data');
    await mkdir(dataDir);
    await chmod(dataDir, 0o500);
    await using refused = new Kith(['seed'], { KITH_DATA_DIR: dataDir });
    const { code, err } = await refused.ended;
    await chmod(dataDir, 0o700);
    assert.equal(code, 1);
    assert.match(err, /^kith: The data directory \S+ cannot be used: this user may not read or write it \(EACCES\)/m);
  });

  it('says that the data directory cannot be one, where a part of its path is a file', async () => {
    await using directory = await temporaryDirectory();
    await writeFile(join(directory.path, 'file'), '');
    await using refused = new Kith(['serve', '--no-sample'], { KITH_DATA_DIR: join(directory.path, 'file', 'data') });
    const { code, err } = await refused.ended;
    assert.equal(code, 1);
    assert.match(
      err,
      /^kith: The data directory \S+ cannot be used: it, or a part of its path, is a file, but must be a directory \(ENOTDIR\)/m,
    );
    assert.doesNotMatch(err, stackLine);
  });

  for (const [what, begin] of [
    ['before it answers', ''],
    ['in the middle of its answer', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\nAQID\r\n'],
  ] as const)
    it(`says that the service went away ${what}`, async () => {
      await using directory = await temporaryDirectory();
      // An owner as a running service is, which ends when it is asked.
      const owner = await takeOwnership(directory.path);
      const seal = new Seal({ secret: await keptSecret(directory.path, 'secret') });
      const server = createServer((request, response) => {
        if (request.method === 'GET' && begin !== '') {
          response.end(JSON.stringify({ nonce: issueNonce(seal, Date.now()) }));
          return;
        }
        const reset = () => request.socket.resetAndDestroy();
        if (begin === '') reset();
        else request.socket.write(begin, reset);
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      assert.ok(typeof address === 'object' && address);
      await owner.publishAddress(`http://127.0.0.1:${address.port}`);
      await using listing = new Kith(['team', 'list'], { KITH_DATA_DIR: directory.path });
      const { code, err } = await listing.ended;
      server.close();
      await owner.release();
      assert.equal(code, 1);
      assert.match(err, /^kith: The service that has this data directory open stopped before the command was done/m);
      assert.doesNotMatch(err, stackLine);
    });
});
