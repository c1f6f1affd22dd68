import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import type { StoreEvent } from '../../src/store/event.ts';
import { openStore, type Store } from '../../src/store/open.ts';
import { readOwner, StoreInUse } from '../../src/store/owner/owner.ts';
import { startProcess } from './process/start.ts';
import { templateDir } from './process/template-dir.ts';

describe('a store in a directory', () => {
  let room: string;
  let dataDir: string;
  let events: StoreEvent[];
  beforeEach(async () => {
    room = await mkdtemp(join(tmpdir(), 'kith-store-'));
    dataDir = join(room, 'data', 'store');
    events = [];
  });
  afterEach(() => rm(room, { recursive: true }));

  const open = (): Promise<Store> =>
    openStore({ kind: 'pglite', dataDir }, { templateDir, log: (event) => events.push(event) });
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

  it('refuses a second opener, in this process and in another, and tells them where the first one answers', async () => {
    await using store = await open();
    const owner = { pid: process.pid, address: undefined };
    const message = `The data directory ${dataDir} is in use by process ${process.pid}; end that process or use another directory.`;
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
    await assert.rejects(open(), { name: 'StoreInUse', owner: { pid: holder.pid, address: undefined } });
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
    const whole = await open();
    await whole.close();
    // What a kill in the middle leaves: some of the files, and the note beside them.
    await rm(join(dataDir, 'pglite', 'base'), { recursive: true });
    await cp(join(dataDir, 'pglite', 'PG_VERSION'), join(dataDir, 'pglite-unfinished'));

    await using store = await open();
    assert.equal(store.fresh, true);
    assert.deepEqual(await names(store), []);
  });

  it('says which directory it cannot open, and gives it back', async () => {
    await (await open()).close();
    await writeFile(join(dataDir, 'pglite', 'global', 'pg_control'), 'not a control file');
    await assert.rejects(open(), (error) => {
      assert.ok(error instanceof Error);
      assert.match(error.message, /^The embedded store in .*\/data\/store\/pglite could not be opened: ./);
      return true;
    });
    assert.equal(await readOwner(dataDir), undefined);
  });
});
