import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Client } from 'pg';
import type { Database } from '../../../src/store/database.ts';
import type { StoreEvent } from '../../../src/store/event.ts';
import { openStore, type StoreConfig } from '../../../src/store/open.ts';
import { failSync } from '../../support/fail-sync.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { emptyTemplate } from '../../support/store.ts';
import { startProcess } from './process/start.ts';

const url = process.env.KITH_TEST_POSTGRES_URL ?? '';
const schema = `test_${randomUUID().replaceAll('-', '')}`;
const engines: readonly { name: string; config: StoreConfig; skip: string | false }[] = [
  { name: 'PGlite', config: { kind: 'pglite', dataDir: 'memory' }, skip: false },
  {
    name: 'PostgreSQL',
    config: { kind: 'postgres', url, schema, poolSize: 2 },
    skip: url === '' && 'KITH_TEST_POSTGRES_URL is not set',
  },
];

const ask = async (db: Kysely<Database>, expression: RawBuilder<unknown>): Promise<unknown> =>
  (await sql<{ value: unknown }>`select ${expression} as value`.execute(db)).rows[0]?.value;

after(async () => {
  if (url === '') return;
  const client = new Client(url);
  await client.connect();
  await client.query(`drop schema if exists ${schema} cascade`);
  await client.end();
});

for (const { name, config, skip } of engines) {
  describe(`closing a store on ${name}`, { skip }, () => {
    it('waits for everything asked before, and leaves nobody waiting', async () => {
      const store = await openStore(config, { template: await emptyTemplate() });
      const working = store.db.transaction().execute(async (trx) => {
        await sql`select pg_sleep(0.05)`.execute(trx);
        return ask(trx, sql`'worked'`);
      });
      const waiting = Array.from({ length: 40 }, (_, index) => ask(store.db, sql`${index}::int`));
      const closing = Promise.all([store.close(), store.close()]);
      const during = Promise.allSettled([working.then(() => ask(store.db, sql`1`))]);

      assert.equal(await working, 'worked');
      assert.deepEqual(await Promise.all(waiting), [...waiting.keys()]);
      await during;
      await closing;
      await assert.rejects(ask(store.db, sql`1`), { message: 'driver has already been destroyed' });
    });

    it('leaves nothing that keeps the process', async () => {
      await using holder = startProcess('holder', JSON.stringify(config));
      assert.deepEqual(await holder.heard(), { opened: true, fresh: config.kind === 'pglite' });
      holder.tell('closing');
      assert.deepEqual(await holder.heard(), { wrote: 'closing' });
      assert.equal(await holder.ended(), 0);
    });
  });
}

describe('the thread of PGlite', () => {
  it('fails every query, and says so once, when it ends by itself', async (t) => {
    const posted = t.mock.method(Worker.prototype, 'postMessage');
    const events: StoreEvent[] = [];
    const config: StoreConfig = { kind: 'pglite', dataDir: 'memory' };
    const store = await openStore(config, { template: await emptyTemplate(), log: (event) => events.push(event) });
    const reason = 'The thread of the embedded store stopped unexpectedly.';
    const counting = ask(store.db, sql`(select count(*) from generate_series(1, 100000000))`);
    const inFlight = assert.rejects(counting, { message: reason });
    const thread = posted.mock.calls.at(-1)?.this;
    assert.ok(thread instanceof Worker);
    await thread.terminate();
    await inFlight;
    await assert.rejects(ask(store.db, sql`1`), { message: reason });
    assert.deepEqual(events, [{ kind: 'connection-lost', reason }]);
    await store.close();
  });

  it('ends with the database', async () => {
    const events: StoreEvent[] = [];
    const config: StoreConfig = { kind: 'pglite', dataDir: 'memory' };
    const store = await openStore(config, { template: await emptyTemplate(), log: (event) => events.push(event) });
    const reason = 'Program terminated with exit(1)';
    // The database exits at the end of its input, in the midst of a copy.
    await assert.rejects(sql`copy setting from stdin`.execute(store.db), { message: reason });
    await assert.rejects(ask(store.db, sql`1`), { message: reason });
    assert.deepEqual(events, [{ kind: 'connection-lost', reason }]);
    await store.close();
  });

  it('ends where its log cannot be synced, and answers nothing that relies on that', async () => {
    await using directory = await temporaryDirectory();
    const dataDir = join(directory.path, 'data');
    const events: StoreEvent[] = [];
    const store = await openStore(
      { kind: 'pglite', dataDir },
      { template: await emptyTemplate(), log: (event) => events.push(event) },
    );
    await store.db.insertInto('setting').values({ name: 'kept', value: '1' }).execute();
    const mend = await failSync(dataDir);
    // A checkpoint syncs the log, to which it adds, before it writes what relies on that.
    await assert.rejects(sql`checkpoint`.execute(store.db), { message: /^ELOOP: / });
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['creating', 'connection-lost'],
    );
    await store.close();
    await mend();
    await using again = await openStore({ kind: 'pglite', dataDir }, { template: await emptyTemplate() });
    const kept = again.db.selectFrom('setting').select('value').where('name', '=', 'kept');
    assert.deepEqual(await kept.execute(), [{ value: '1' }]);
  });
});
