import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Client } from 'pg';
import type { ImportSummary } from '../../../src/store/import/summary.ts';
import { openStore } from '../../../src/store/open.ts';
import { Kith, kith, temporaryDirectory } from '../../support/kith.ts';
import { databasePlace } from '../../support/place.ts';
import { emptyTemplate } from '../../support/store.ts';
import { until } from '../../support/until.ts';

const person = (slug: string, more: object = {}) =>
  JSON.stringify({ profile_info: { full_name: slug, social_media: [{ network: 'xnet', slug }], ...more } });
const bad = 'no record';
const linesOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** The lines that a summary gives an outcome for. */
const outcomes = ({ profiles, companies, connections, lists, tags, notes, rejected }: ImportSummary): number =>
  [profiles, companies].flatMap((tally) => Object.values(tally)).reduce((sum, count) => sum + count, 0) +
  connections +
  lists +
  tags +
  notes +
  rejected;

const stackLine = /^ {4}at /m;

describe('kith import', { timeout: 300_000 }, () => {
  /** Has a data directory with an empty store in `data`. */
  let whole: Awaited<ReturnType<typeof temporaryDirectory>>;
  before(async () => {
    whole = await temporaryDirectory();
    await using _ = await openStore(
      { kind: 'pglite', dataDir: join(whole.path, 'data') },
      { template: await emptyTemplate() },
    );
  });
  after(() => whole[Symbol.asyncDispose]());

  const openPlace = async () => {
    const directory = await temporaryDirectory();
    const { path } = directory;
    await cp(whole.path, path, { recursive: true });
    const env = { KITH_DATA_DIR: join(path, 'data'), KITH_LOG_LEVEL: 'info' };
    const rejects = join(path, 'rejected.ndjson');
    return {
      ...directory,
      env,
      rejects,
      file: async (name: string, lines: readonly string[]): Promise<string> => {
        await writeFile(join(path, name), linesOf(lines));
        return join(path, name);
      },
      run: (args: readonly string[], input?: string) =>
        kith(['import', ...args, '--rejects', rejects], env, { ...(input !== undefined && { input }) }),
      exported: async (): Promise<number> => {
        const out = join(path, 'exported.ndjson');
        const { code, err } = await kith(['export', out], env);
        assert.equal(code, 0, err);
        return (await readFile(out, 'utf8')).split('\n').length - 1;
      },
      [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
    };
  };

  it('says by its exit status whether all, some or none went in, and counts each line once', async () => {
    await using place = await openPlace();
    const lines = [person('ada'), bad, person('ben'), person('ADA'), person('cleo', { skills: 'a,b' })];
    const mixed = await place.run([await place.file('mixed.ndjson', lines)]);
    assert.equal(mixed.code, 0, mixed.err);
    const summary: ImportSummary = JSON.parse(mixed.out);
    assert.deepEqual([summary.lines, outcomes(summary)], [5, 5]);
    assert.deepEqual([summary.rejected, summary.profiles.overwritten, summary.leftOut], [1, 1, 1]);

    const strict = await place.run(['--strict', await place.file('strict.ndjson', lines)]);
    assert.equal(strict.code, 3);
    assert.match(strict.err, /^kith: 2 of 5 lines were refused: \S+rejected\.ndjson says why\.$/m);
    const none = await place.run([await place.file('bad.ndjson', [bad, bad])]);
    assert.equal(none.code, 2);
    assert.match(none.err, /^kith: nothing was imported: none of the 2 lines could be read, and /m);
    assert.equal((await place.run([await place.file('empty.ndjson', [])])).code, 0);
  });

  it('reads a pipe, alone and through the service that has the store open, and keeps nothing of it', async () => {
    await using place = await openPlace();
    const alone = await place.run(['-'], linesOf([person('ada'), bad]));
    assert.equal(alone.code, 0, alone.err);
    assert.equal(JSON.parse(alone.out).profiles.added, 1);
    assert.equal(JSON.parse((await readFile(place.rejects, 'utf8')).trim()).file, '-');
    assert.equal((await place.run(['/dev/stdin'], '')).code, 0);
    {
      await using service = new Kith(['service', '--no-sample'], place.env);
      await service.says(/^The data service/);
      const through = await place.run(['-'], linesOf([person('ada'), person('ben')]));
      assert.equal(through.code, 0, through.err);
      assert.deepEqual(JSON.parse(through.out).profiles, { added: 1, changed: 0, unchanged: 1, overwritten: 0 });
      assert.equal((await place.run(['-'], linesOf([bad]))).code, 2);
      const fifo = join(place.path, 'fifo');
      assert.equal(spawnSync('mkfifo', [fifo]).status, 0);
      const [piped] = await Promise.all([place.run([fifo]), writeFile(fifo, linesOf([person('cleo')]))]);
      assert.equal(JSON.parse(piped.out).profiles.added, 1, piped.err);
      await service.stop('SIGTERM');
    }
    assert.deepEqual(
      (await readdir(place.env.KITH_DATA_DIR)).filter((name) => name.startsWith('incoming')),
      [],
    );
  });

  it('refuses a directory and a file that is not there, by their paths, before it imports anything', async () => {
    await using place = await openPlace();
    const good = await place.file('good.ndjson', [person('ada')]);
    const folder = join(place.path, 'folder');
    await mkdir(folder);
    const refused = await place.run([good, folder]);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /^kith: \S+folder: must be a file, but is a directory; name its files, /);
    const missing = await place.run([good, join(place.path, 'missing')]);
    assert.match(missing.err, /^kith: \S+missing: there is no such file or directory\.$/m);
    assert.equal(await place.exported(), 0);
  });

  for (const [signal, through] of [
    ['SIGTERM', 'alone'],
    ['SIGINT', 'through a running service'],
  ] as const)
    it(`ends after a whole batch at ${signal}, ${through}, and goes on from there`, async () => {
      await using place = await openPlace();
      const people = Array.from({ length: 2000 }, (_, at) => person(`person-${at}`, { about: 'x'.repeat(500) }));
      const file = await place.file('people.ndjson', [bad, ...people]);
      await using service = through === 'alone' ? undefined : new Kith(['service', '--no-sample'], place.env);
      await service?.says(/^The data service/);
      await using running = new Kith(['import', file, '--rejects', place.rejects], place.env);
      // The first line of the first batch.
      await until(() => existsSync(place.rejects) && statSync(place.rejects).size > 0);
      const stopped = await running.stop(signal);
      assert.equal(stopped.code, 1, stopped.out);
      assert.match(stopped.err, /run the same command\s+again/i);
      assert.doesNotMatch(stopped.err, stackLine);
      const before = await place.exported();
      assert.ok(before < people.length, `${before} went in`);
      const resumed = await place.run([file]);
      assert.equal(resumed.code, 0, resumed.err);
      const summary: ImportSummary = JSON.parse(resumed.out);
      assert.deepEqual([summary.profiles.added, summary.lines, outcomes(summary)], [2000, 2001, 2001]);
      assert.equal(await place.exported(), people.length);
    });

  it('keeps no place in a pipe, since the next one is another', async () => {
    await using place = await openPlace();
    const people = Array.from({ length: 2000 }, (_, at) => person(`person-${at}`, { about: 'x'.repeat(500) }));
    const input = linesOf([bad, ...people]);
    await using running = new Kith(['import', '-', '--rejects', place.rejects], place.env, { input });
    await until(() => existsSync(place.rejects) && statSync(place.rejects).size > 0);
    assert.equal((await running.stop('SIGTERM')).code, 1);
    await using store = await openStore({ kind: 'pglite', dataDir: place.env.KITH_DATA_DIR });
    const places = await store.db.selectFrom('setting').select('name').where('name', 'like', 'import:%').execute();
    assert.deepEqual(places, []);
  });

  it('says that the disk is full, and leaves what went in', async (t) => {
    await using place = await openPlace();
    const data = place.env.KITH_DATA_DIR;
    const aside = join(place.path, 'aside');
    await cp(data, aside, { recursive: true });
    const [used] = spawnSync('du', ['-sm', aside], { encoding: 'utf8' }).stdout.split('\t');
    const size = `size=${Number(used) + 24}m,mode=700`;
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', data]).status !== 0) {
      t.skip('file systems can’t be mounted here');
      return;
    }
    try {
      await cp(aside, data, { recursive: true });
      // What the store can't compress.
      const about = () => randomBytes(20_000).toString('base64');
      const people = Array.from({ length: 3000 }, (_, at) => person(`person-${at}`, { about: about() }));
      const { code, err } = await place.run([await place.file('large.ndjson', people)]);
      assert.equal(code, 1);
      assert.doesNotMatch(err, stackLine);
      assert.match(err, /^kith: .*(?:no space left|disk is full)/m);
    } finally {
      spawnSync('umount', ['-l', data]);
      await rm(aside, { recursive: true, force: true });
    }
  });
});

describe('a command that only reads', { timeout: 120_000 }, () => {
  it('makes no data directory, and no tables', async () => {
    await using directory = await temporaryDirectory();
    const data = join(directory.path, 'data');
    for (const args of [
      ['export', join(directory.path, 'out.ndjson')],
      ['team', 'list'],
      ['backup', join(directory.path, 'backup')],
    ]) {
      const { code, err } = await kith(args, { KITH_DATA_DIR: data });
      assert.equal(code, 1, args.join(' '));
      assert.match(err, /^kith: [Tt]here is no (?:store in|data directory) \S+data/m, args.join(' '));
      assert.deepEqual(await readdir(directory.path), [], args.join(' '));
    }
  });
});

const server = process.env.KITH_TEST_POSTGRES_URL;

describe('a command over a PostgreSQL', {
  skip: server === undefined && 'no PostgreSQL is named',
  timeout: 120_000,
}, () => {
  it('makes no tables to read them', async () => {
    await using place = await databasePlace(server ?? '');
    const { code, err } = await kith(['team', 'list'], place.env);
    assert.equal(code, 1);
    assert.match(err, /^kith: The database has no store in its schema public: /m);
    assert.equal((await kith(['team', 'create', 'North', '--owner', 'owner@north.example'], place.env)).code, 0);
  });

  it('says that the database takes no writes', async () => {
    await using place = await databasePlace(server ?? '');
    assert.equal((await kith(['team', 'create', 'North', '--owner', 'owner@north.example'], place.env)).code, 0);
    const client = new Client(place.env.DATABASE_URL);
    await client.connect();
    const name = new URL(place.env.DATABASE_URL ?? '').pathname.slice(1);
    await client.query(`alter database ${name} set default_transaction_read_only = on`);
    await client.end();
    const { code, err } = await kith(['team', 'create', 'South', '--owner', 'owner@north.example'], place.env);
    assert.equal(code, 1);
    assert.match(err, /^kith: The store accepts no writes \(/m);
    assert.doesNotMatch(err, stackLine);
  });
});
