import assert from 'node:assert/strict';
import { cp, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ArchiveReader, ArchiveWriter } from '../../../src/app/backup/archive.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { kith, temporaryDirectory } from '../../support/kith.ts';

const settings = { KITH_CACHE_SECONDS: '0', KITH_SAMPLE: 'off' };
/** Elsewhere, an open file does not tell its path. */
const linux = process.platform === 'linux';
const probed = { NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'restore/probe.ts')).href}` };

describe('a restore', { timeout: 300_000 }, () => {
  let room: Awaited<ReturnType<typeof temporaryDirectory>>;
  let backup: string;
  const at = (name: string): string => join(room.path, name);

  const run = (args: readonly string[], dataDir: string, more = {}) =>
    kith(args, { ...settings, KITH_DATA_DIR: dataDir, ...more });
  const done = async (args: readonly string[], dataDir: string, more = {}): Promise<string> => {
    const { code, out, err } = await run(args, dataDir, more);
    assert.equal(code, 0, err);
    return out;
  };
  const fails = async (args: readonly string[], dataDir: string, sentence: RegExp): Promise<void> => {
    const { code, err } = await run(args, dataDir);
    assert.equal(code, 1, err);
    assert.match(err, sentence);
  };
  /** A store that somebody moves to a data directory. */
  const moveStoreTo = async (dataDir: string, names: readonly string[]): Promise<void> => {
    for (const name of names) {
      await cp(at(`data/${name}`), at('moving'), { recursive: true });
      await rename(at('moving'), join(dataDir, name));
    }
  };
  const files = async (dataDir: string) => (await readdir(dataDir, { recursive: true })).sort();

  before(async () => {
    room = await temporaryDirectory();
    backup = at('backup');
    await done(['team', 'create', 'Mill', '--owner', 'owner@mill.example'], at('data'));
    {
      using database = new Database(at('data/graph.sqlite'));
      database.run`CREATE TABLE mark (what TEXT)`;
      database.run`INSERT INTO mark VALUES ('kept')`;
    }
    await done(['backup', backup, '--graph', 'http://127.0.0.1:9'], at('data'));
  });
  after(() => room[Symbol.asyncDispose]());

  it('leaves nothing where it fails, so that the next one removes no store that was moved there since', async () => {
    const dataDir = at('failed');
    {
      using archive = new ArchiveReader(backup);
      await using outside = new ArchiveWriter(at('outside'));
      await outside.directory('pglite');
      await outside.file('../outside', (async function* () {})());
      await outside.finish(archive.about);
    }
    await cp(backup, at('damaged'));
    {
      const { size } = await stat(backup);
      await using file = await open(at('damaged'), 'r+');
      await file.write(Buffer.alloc(4096), 0, 4096, Math.floor(size / 2));
    }
    for (const [file, sentence] of [
      ['outside', /The backup names a file outside/],
      ['damaged', /is damaged: its checksum does not match/],
    ] as const) {
      await fails(['restore', at(file)], dataDir, sentence);
      assert.deepEqual(await readdir(dataDir), []);
    }
    await moveStoreTo(dataDir, ['pglite', 'graph.sqlite']);
    const moved = await files(dataDir);
    await fails(['restore', backup], dataDir, /holds pglite and graph\.sqlite: move them aside/);
    assert.deepEqual(await files(dataDir), moved);
  });

  it('that is killed between two renames removes what it has put there, and nothing else', async () => {
    const dataDir = at('interrupted');
    await run(['restore', backup], dataDir, { ...probed, PROBE_KILL_AT_RENAME: '3' });
    assert.deepEqual((await readdir(dataDir)).sort(), [
      'graph.sqlite',
      'owner.json',
      'restore-unfinished',
      'restoring',
      'secret',
    ]);
    await fails(['team', 'list'], dataDir, /A restore into \S+ is in progress or was interrupted/);
    await moveStoreTo(dataDir, ['pglite']);
    const moved = await files(join(dataDir, 'pglite'));
    await fails(['restore', backup], dataDir, /holds pglite: move them aside/);
    assert.deepEqual(await files(join(dataDir, 'pglite')), moved);
    await rm(join(dataDir, 'pglite'), { recursive: true });
    // As an interrupted first start leaves it.
    await writeFile(join(dataDir, 'pglite-unfinished'), '');

    await done(['restore', backup], dataDir, linux ? { ...probed, PROBE_STEPS: at('steps') } : {});
    assert.match(await done(['team', 'list'], dataDir), /Mill/);
    using database = new Database(join(dataDir, 'graph.sqlite'));
    assert.equal(database.get`SELECT what FROM mark`?.what, 'kept');
    database.close();
    assert.deepEqual((await readdir(dataDir)).sort(), ['graph.sqlite', 'pglite', 'secret']);
    if (linux) await assertSyncedFirst(dataDir);
  });

  /** Every file and directory was on the disk before any was in its place. */
  const assertSyncedFirst = async (dataDir: string): Promise<void> => {
    const steps = (await readFile(at('steps'), 'utf8')).split('\n');
    const first = steps.indexOf(`renamed ${join(dataDir, 'secret')}`);
    assert.ok(first > 0);
    const before = new Set(steps.slice(0, first));
    using archive = new ArchiveReader(backup);
    const draft = join(dataDir, 'restoring');
    assert.ok(archive.names.length > 400, `${archive.names.length} files`);
    const missing = archive.names.filter((name) => !before.has(`synced ${join(draft, name.replace(/\/$/, ''))}`));
    assert.deepEqual(missing, []);
    assert.ok(before.has(`synced ${draft}`) && before.has(`synced ${join(dataDir, 'restore-unfinished')}`));
  };

  it('is refused where the log of another database lies', async () => {
    const dataDir = at('logged');
    await mkdir(dataDir, { mode: 0o700 });
    {
      using other = new Database(at('other.sqlite'));
      other.run`CREATE TABLE mark (what TEXT)`;
      await cp(at('other.sqlite-wal'), join(dataDir, 'graph.sqlite-wal'));
    }
    await fails(['restore', backup], dataDir, /holds graph\.sqlite-wal: move them aside/);
  });
});
