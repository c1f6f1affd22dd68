import assert from 'node:assert/strict';
import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openUpstream, type Step } from '../../client/scripted-upstream.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';

describe('messages about a file', () => {
  it('say that a table to import is not there', async () => {
    await using directory = await temporaryDirectory();
    const { code, err } = await kith(['import', 'none.csv'], { KITH_DATA_DIR: directory.path });
    assert.equal(code, 1);
    assert.match(err, /^kith: none\.csv cannot be read: there is no such file or directory\.$/m);
  });

  it('say what the one that KITH_UPSTREAM_PROFILE names must hold', async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'profile');
    const start = () =>
      kith(['graph'], {
        KITH_DATA_DIR: directory.path,
        KITH_UPSTREAM_URL: 'http://127.0.0.1:1',
        KITH_UPSTREAM_PROFILE: file,
      });
    assert.match((await start()).err, /^kith: \S+profile cannot be read: there is no such file or directory\.$/m);
    await writeFile(file, '{}');
    assert.match(
      (await start()).err,
      /^kith: \S+profile: must be the profile of a data service, as kith doctor --upstream/m,
    );
  });
});

describe('messages of a start', () => {
  it('say that the data directory is a file', async () => {
    await using directory = await temporaryDirectory();
    const file = join(directory.path, 'file');
    await writeFile(file, '');
    const reason =
      /^kith: The data directory \S+file cannot be used: it\b.* is a file, but must be a directory \(E\w+\); KITH_DATA_DIR sets another one\.$/m;
    for (const args of [['serve'], ['service'], ['graph'], ['team', 'list']]) {
      const { code, err } = await kith(args, { KITH_DATA_DIR: file });
      assert.equal(code, 1);
      assert.match(err, reason, args.join(' '));
    }
  });

  it('refuse a data directory of another user, and leave it as it is', {
    skip: process.getuid?.() !== 0 && 'only root can make one',
  }, async () => {
    await using directory = await temporaryDirectory();
    const theirs = join(directory.path, 'theirs');
    await mkdir(theirs);
    await chown(theirs, 12_345, 12_345);
    const reason =
      /^kith: The data directory \S+theirs must be accessible only .* belongs to another user \(uid 12345\); make it this user’s with chown, or/m;
    for (const [mode, args] of [
      [0o777, ['import', import.meta.filename]],
      [0o700, ['backup', join(directory.path, 'copy')]],
      [0o777, ['graph']],
      [0o777, ['serve']],
    ] as const) {
      await chmod(theirs, mode);
      const { code, err } = await kith(args, { KITH_DATA_DIR: theirs });
      assert.match(err, reason, args.join(' '));
      assert.equal(code, 1);
      assert.equal((await stat(theirs)).mode & 0o777, mode);
      assert.deepEqual(await readdir(theirs), []);
    }
  });

  it('say that a variable is not known, and that an upstream does not answer, but not that it does', async () => {
    await using graph = new Kith(['serve'], {
      KITH_UPSTREAM_URL: 'http://127.0.0.1:1',
      KITH_CACHE_SECOND: '0',
      KITH_LOG_LEVEL: 'warn',
    });
    await graph.says(/^The data service is expected on http:\/\/localhost:1, but does not answer yet$/);
    await graph.remarks(
      /^kith: KITH_CACHE_SECOND is not a variable of Kith and is ignored; the closest is KITH_CACHE_SECONDS\.$/,
    );
    await graph.remarks(
      /"The data service does not answer; requests fail until it does\. Set KITH_UPSTREAM_URL to use another\."/,
    );
    const { out } = await graph.stop();
    assert.doesNotMatch(out, /data service answers/);
  });

  it('wait for an upstream that is slow', async () => {
    const slowly: Step = (response) => void setTimeout(() => response.writeHead(401).end(), 2_500);
    await using upstream = await openUpstream(slowly);
    await using graph = new Kith(['serve'], { KITH_UPSTREAM_URL: upstream.url });
    await graph.says(/answers on/);
    const { out, err } = await graph.stop();
    assert.doesNotMatch(out + err, /does not answer/);
  });

  it('say what is being created, for how long, and how long each step took', async () => {
    await using directory = await temporaryDirectory();
    await using service = new Kith(['service', '--no-sample'], { KITH_DATA_DIR: directory.path });
    await service.remarks(/^Creating a data store in \S+; this takes a few seconds, once\.$/);
    await service.remarks(/^creating the database: 1 of 1 in [\d.]+ s$/);
  });
});

describe('kith import', () => {
  it('leaves a file of rejected lines only where a line was rejected', async () => {
    await using directory = await temporaryDirectory();
    const env = { KITH_DATA_DIR: join(directory.path, 'data') };
    const [good, bad, rejects] = ['good', 'bad', 'rejected'].map((name) => join(directory.path, `${name}.ndjson`)) as [
      string,
      string,
      string,
    ];
    await writeFile(good, '{"id": "4f6b3c1e-0000-4000-8000-000000000001", "company_info": {"name": "Brightwater"}}\n');
    await writeFile(bad, 'not JSON\n');
    const imported = await kith(['import', good, '--rejects', rejects], env);
    assert.equal(imported.code, 0, imported.err);
    assert.ok(!(await readdir(directory.path)).includes('rejected.ndjson'));
    assert.equal((await kith(['import', bad, '--rejects', rejects], env)).code, 2);
    assert.ok((await readdir(directory.path)).includes('rejected.ndjson'));
  });
});
