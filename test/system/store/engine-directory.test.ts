import assert from 'node:assert/strict';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { newDatabase } from '../../../src/store/engine/database-files.ts';
import { StoreDamaged } from '../../../src/store/engine/embedded.ts';
import type { StoreEvent } from '../../../src/store/event.ts';
import { openStore, type Store } from '../../../src/store/open.ts';
import { readOwner, StoreInUse } from '../../../src/store/owner/owner.ts';
import { openToOthers } from '../../support/open-to-others.ts';
import { emptyTemplate } from '../../support/store.ts';
import { startProcess } from './process/start.ts';

describe('a store in a directory', () => {
  /** A store that was made and closed: to copy one takes a fraction of the time. */
  let made: string;
  before(async () => {
    made = await mkdtemp(join(tmpdir(), 'kith-store-'));
    await using _ = await openStore({ kind: 'pglite', dataDir: made }, { template: await emptyTemplate() });
  });
  after(() => rm(made, { recursive: true }));
  const putMade = () => cp(made, dataDir, { recursive: true });

  let room: string;
  let dataDir: string;
  let events: StoreEvent[];
  beforeEach(async () => {
    room = await mkdtemp(join(tmpdir(), 'kith-store-'));
    dataDir = join(room, 'data', 'store');
    events = [];
  });
  afterEach(() => rm(room, { recursive: true }));

  const open = async (): Promise<Store> =>
    openStore({ kind: 'pglite', dataDir }, { template: await emptyTemplate(), log: (event) => events.push(event) });
  const hold = () => startProcess('holder', JSON.stringify({ kind: 'pglite', dataDir }));
  const names = async ({ db }: Store): Promise<string[]> =>
    (await db.selectFrom('setting').select('name').orderBy('name').execute()).map(({ name }) => name);

  it('is fresh once, keeps what was written, and gives its directory back', async () => {
    const first = await open();
    assert.equal(first.fresh, true);
    await first.db.insertInto('setting').values({ name: 'kept', value: '' }).execute();
    await first.close();
    assert.deepEqual(await readdir(dataDir), ['pglite']);

    await using second = await open();
    assert.equal(second.fresh, false);
    assert.deepEqual(await names(second), ['kept']);
    assert.deepEqual(events, [{ kind: 'creating', dataDir }]);
  });

  it('begins again after a dump that was not complete', async () => {
    const endOfArchive = 1024;
    for (const [name, dump, bytes] of [
      ['cut.tar', await emptyTemplate(), (all: number) => Math.floor(all * 0.6)],
      ['cut-after-a-file.tar', await emptyTemplate(), (all: number) => all - endOfArchive],
      ['cut.tar.zst', newDatabase, (all: number) => Math.floor(all * 0.6)],
    ] as const) {
      const template = join(room, name);
      const whole = await readFile(dump);
      await writeFile(template, whole.subarray(0, bytes(whole.length)));
      await assert.rejects(openStore({ kind: 'pglite', dataDir }, { template }), StoreDamaged, name);
    }
    await using store = await open();
    assert.equal(store.fresh, true);
    assert.deepEqual(await names(store), []);
  });

  it('refuses a second opener, in this process and in another, and tells them where the first one answers', async () => {
    await using store = await open();
    const owner = { pid: process.pid, parent: process.ppid, address: undefined };
    const { pid, ppid } = process;
    const message =
      `The data directory ${dataDir} is in use by process ${pid}, started by process ${ppid}: ` +
      `"ps -o pid,lstart,args -p ${ppid},${pid}" shows the command, so that you can stop it; or use another directory.`;
    await assert.rejects(open(), (error) => {
      assert.ok(error instanceof StoreInUse);
      assert.deepEqual({ ...error }, { name: 'StoreInUse', dataDir, owner });
      assert.equal(error.message, message);
      return true;
    });
    await using other = hold();
    assert.deepEqual(await other.heard(), { opened: false, message });

    assert.deepEqual(await readOwner(dataDir), owner);
    await store.publishAddress('http://127.0.0.1:4001');
    assert.deepEqual(await readOwner(dataDir), { ...owner, address: 'http://127.0.0.1:4001' });
    await store.close();
    assert.equal(await readOwner(dataDir), undefined);
  });

  it('is taken over from a process that was killed, with all that was written', async () => {
    await using holder = hold();
    assert.deepEqual(await holder.heard(), { opened: true, fresh: true });
    await assert.rejects(open(), {
      name: 'StoreInUse',
      owner: { pid: holder.pid, parent: process.pid, address: undefined },
    });
    for (const name of ['a', 'b', 'c']) {
      holder.tell(name);
      assert.deepEqual(await holder.heard(), { wrote: name });
    }
    await holder.killed();
    assert.equal(await readOwner(dataDir), undefined);

    await using store = await open();
    assert.deepEqual(await names(store), ['a', 'b', 'c']);
    assert.deepEqual(events, [{ kind: 'taken-over', dataDir, pid: holder.pid }]);
  });

  it('is made anew where an earlier start was interrupted in the making', async () => {
    await putMade();
    // What a kill in the middle leaves: some of the files, and the note beside them.
    await rm(join(dataDir, 'pglite', 'base'), { recursive: true });
    await cp(join(dataDir, 'pglite', 'PG_VERSION'), join(dataDir, 'pglite-unfinished'));

    await using store = await open();
    assert.equal(store.fresh, true);
    assert.deepEqual(await names(store), []);
  });

  it('says which directory it cannot open, and gives it back', async () => {
    await putMade();
    await writeFile(join(dataDir, 'pglite', 'global', 'pg_control'), 'not a control file');
    await assert.rejects(open(), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, /^The embedded store in .*\/data\/store\/pglite could not be opened: ./);
      return true;
    });
    assert.equal(await readOwner(dataDir), undefined);
  });

  describe('that only its owner may open', { skip: process.platform === 'win32' && 'Windows has no modes' }, () => {
    let umask: number;
    beforeEach(() => {
      umask = process.umask(0);
    });
    afterEach(() => void process.umask(umask));

    for (const [how, template] of [
      ['made from a template', emptyTemplate],
      ['made from nothing', async () => undefined],
    ] as const)
      it(`is closed from its first file on, whatever the umask, when ${how}`, async () => {
        await using store = await openStore({ kind: 'pglite', dataDir }, { template: await template() });
        assert.deepEqual(await openToOthers(dataDir), []);
        // New tables, and what the engine writes on its own account.
        await sql`create table extra as select generate_series(1, 50000) as n`.execute(store.db);
        await sql`create index on extra (n)`.execute(store.db);
        await sql`vacuum full extra`.execute(store.db);
        await sql`checkpoint`.execute(store.db);
        await store.publishAddress('http://127.0.0.1:4001');
        assert.deepEqual(await openToOthers(dataDir), []);
        await store.close();
        assert.deepEqual(await openToOthers(dataDir), []);
      });

    it('is closed when it is opened, where it was open', async () => {
      await putMade();
      for (const entry of await readdir(dataDir, { recursive: true })) {
        const path = join(dataDir, entry);
        await chmod(path, (await lstat(path)).isDirectory() ? 0o755 : 0o666);
      }
      await chmod(dataDir, 0o755);
      await using store = await open();
      assert.deepEqual(await openToOthers(dataDir), []);
      assert.equal(
        events.some(({ kind }) => kind === 'closed-to-others'),
        true,
      );
      await names(store);
    });

    it('is refused where many users share the directory', async () => {
      await mkdir(dataDir, { recursive: true });
      await chmod(dataDir, 0o1777);
      await assert.rejects(open(), (error) => {
        assert.ok(error instanceof Error);
        assert.equal(
          error.message,
          `The data directory ${dataDir} must be accessible only to its owner (mode 700), but has mode 1777 and is shared by many ` +
            'users; make it so with chmod 700, or use another directory.',
        );
        return true;
      });
      assert.deepEqual(await readdir(dataDir), []);
    });
  });
});
