import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { stored } from '../../../src/graph/features/index.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { openState } from '../../../src/graph/state/open-state.ts';
import type { Change, Read } from '../../../src/graph/state/state-adapter.ts';
import type { StateStore } from '../../../src/graph/state/state-store.ts';
import { testSeal } from '../../support/graph/seal.ts';
import { until } from '../../support/until.ts';

const redisUrl = process.env.KITH_TEST_REDIS_URL;
const log = pino({ level: 'silent' });

const increment = (read: Read): Change<number> => {
  const value = Number(read('count') ?? 0) + 1;
  return { value, writes: new Map([['count', { value: String(value) }]]) };
};

const keysOf = (entries: readonly { readonly key: string }[]) => entries.map(({ key }) => key);

for (const kind of ['embedded', 'Redis'] as const)
  describe(`the ${kind} state`, {
    skip: kind === 'Redis' && !redisUrl ? 'KITH_TEST_REDIS_URL names no Redis' : false,
  }, () => {
    let database: Database;
    let store: StateStore;
    /** What another process would have; the embedded one has none. */
    let other: StateStore;
    const open = () =>
      openState({
        families: stored.families,
        seal: testSeal,
        redisUrl: kind === 'Redis' ? redisUrl : undefined,
        database,
        now: Date.now,
        log,
      });
    before(async () => {
      database = new Database(':memory:');
      store = await open();
      other = kind === 'Redis' ? await open() : store;
    });
    after(async () => {
      await store.close();
      if (other !== store) await other.close();
      database.close();
    });

    it('keeps values by partition and key', async () => {
      const [one, two] = [randomUUID(), randomUUID()];
      await store.put(one, 'a', 'first “value” ');
      await store.put(one, 'a', 'second');
      await store.put(two, 'a', 'another');
      assert.equal(await other.get(one, 'a'), 'second');
      assert.equal(await other.get(two, 'a'), 'another');
      assert.equal(await store.remove(one, ['a', 'b']), 1);
      assert.equal(await other.get(one, 'a'), undefined);
    });

    it('lists a prefix in the order of its keys, both ways and by pages', async () => {
      const partition = randomUUID();
      for (const key of ['b/2', 'a/1', 'b/10', 'c', 'b/é', 'b']) await store.put(partition, key, key.toUpperCase());
      assert.deepEqual(keysOf(await other.list(partition, { prefix: 'b/' })), ['b/10', 'b/2', 'b/é']);
      assert.deepEqual(keysOf(await other.list(partition, { prefix: 'b/', reverse: true, first: 2 })), ['b/é', 'b/2']);
      assert.deepEqual(keysOf(await other.list(partition, { prefix: 'b/', after: 'b/10', first: 1 })), ['b/2']);
      assert.deepEqual(keysOf(await other.list(partition, { prefix: 'b/', after: 'b/2', reverse: true })), ['b/10']);
      assert.deepEqual(keysOf(await other.list(partition, { prefix: '' })).length, 6);
      assert.deepEqual(await other.list(partition, { prefix: 'd' }), []);
    });

    it('lets entries expire', async () => {
      const partition = randomUUID();
      await store.put(partition, 'soon', '1', 20);
      await store.put(partition, 'later', '2', 60_000);
      await store.put(partition, 'kept', '3');
      const [, later] = (await other.list(partition, { prefix: '' })).toSorted((one, two) =>
        one.key < two.key ? -1 : 1,
      );
      assert.ok(later?.ttlMs !== undefined && later.ttlMs > 50_000 && later.ttlMs <= 60_000);
      while ((await other.get(partition, 'soon')) !== undefined);
      assert.deepEqual(keysOf(await store.list(partition, { prefix: '' })), ['kept', 'later']);
      await store.put(partition, 'later', '2', undefined);
      assert.equal((await other.list(partition, { prefix: 'later' }))[0]?.ttlMs, undefined);
    });

    it('commits all of it or nothing', async () => {
      const partition = randomUUID();
      await store.put(partition, 'a', '1');
      const [a] = await store.list(partition, { prefix: 'a' });
      const writes = new Map([
        ['a', { value: '2' }],
        ['b', { value: '2' }],
      ]);
      const stale = await other.commit(partition, { reads: new Map([['a', 1]]), writes });
      assert.deepEqual(stale.kind === 'collision' && [...stale.entries.values()].map(({ value }) => value), ['1']);
      assert.equal(await store.get(partition, 'b'), undefined);
      const reads = new Map([
        ['a', a?.version ?? 0],
        ['b', 0],
      ]);
      assert.equal((await other.commit(partition, { reads, writes })).kind, 'committed');
      assert.equal((await other.commit(partition, { reads, writes })).kind, 'collision');
      assert.equal(await store.get(partition, 'b'), '2');
    });

    it('appends to logs that are read from a sequence number on', async () => {
      const partition = randomUUID();
      for (const value of ['1', '2'])
        await store.commit(partition, {
          appends: [
            { log: 'log/', value },
            { log: 'other/', value },
          ],
        });
      await other.commit(partition, { appends: ['3', '4'].map((value) => ({ log: 'log/', value })) });
      const all = await store.list(partition, { prefix: 'log/' });
      assert.deepEqual(
        all.map(({ value }) => value),
        ['1', '2', '3', '4'],
      );
      const rest = await store.list(partition, { prefix: 'log/', after: all[1]?.key });
      assert.deepEqual(
        rest.map(({ value }) => value),
        ['3', '4'],
      );
    });

    it('never uses a version again, even of a partition that was empty meanwhile', async () => {
      const partition = randomUUID();
      const versions = [];
      for (let round = 0; round < 3; round += 1) {
        const done = await store.commit(partition, { writes: new Map([['a', { value: '' }]]) });
        versions.push(done.kind === 'committed' ? done.version : 0);
        await other.remove(partition, ['a']);
      }
      assert.deepEqual(
        [...new Set(versions)].toSorted((one, two) => one - two),
        versions,
      );
    });

    it('refuses more entries than a limit allows', async () => {
      const partition = randomUUID();
      const limits = [{ prefix: 'one/', max: 2 }];
      const put = (...keys: string[]) =>
        store.commit(partition, { writes: new Map(keys.map((key) => [key, { value: '' }])), limits });
      assert.equal((await put('one/a', 'one/b', 'two/a')).kind, 'committed');
      assert.equal((await put('one/c')).kind, 'full');
      assert.equal((await put('one/a', 'two/b')).kind, 'committed');
      const swapped = new Map([
        ['one/a', undefined],
        ['one/c', { value: '' }],
      ]);
      assert.equal((await store.commit(partition, { writes: swapped, limits })).kind, 'committed');
      assert.deepEqual(keysOf(await other.list(partition, { prefix: 'one/' })), ['one/b', 'one/c']);
    });

    it('applies concurrent updates one after the other', async () => {
      const partition = randomUUID();
      const values = await Promise.all(
        Array.from({ length: 50 }, (_, at) => (at % 2 ? store : other).update(partition, increment)),
      );
      assert.deepEqual(
        values.toSorted((one, two) => one - two),
        Array.from({ length: 50 }, (_, at) => at + 1),
      );
      assert.equal(await store.get(partition, 'count'), '50');
    });

    it('applies an update to what another process wrote meanwhile', async () => {
      const partition = randomUUID();
      assert.equal(await store.update(partition, increment), 1);
      await other.put(partition, 'count', '41');
      assert.equal(await store.update(partition, increment), 42);
      await other.remove(partition, ['count']);
      assert.equal(await store.update(partition, increment), 1);
      await other.put(partition, 'count', '7', 60_000);
      assert.equal(await store.update(partition, (read) => ({ value: Number(read('count')) })), 7);
    });

    it('takes an entry that is expected to be absent as it is', async () => {
      const partition = randomUUID();
      const claim = (store: StateStore, name: string) =>
        store.update(partition, (read) => {
          const taken = read.absent('claim');
          return taken === undefined
            ? { value: name, writes: new Map([['claim', { value: name }]]) }
            : { value: taken };
        });
      const names = await Promise.all([claim(store, 'one'), claim(other, 'two'), claim(store, 'three')]);
      assert.equal(new Set(names).size, 1);
    });

    it('rejects an update whose function throws, and applies those beside it', async () => {
      const partition = randomUUID();
      const failing = store.update(partition, () => {
        throw new Error('no such thing');
      });
      const [failed, counted] = await Promise.allSettled([failing, store.update(partition, increment)]);
      assert.equal(failed.status === 'rejected' && failed.reason.message, 'no such thing');
      assert.equal(counted.status === 'fulfilled' && counted.value, 1);
    });

    it('finds partitions by the beginning of their names', async () => {
      const name = randomUUID();
      await store.put(`${name}:a`, 'k', '');
      await store.put(`${name}:b`, 'k', '');
      const found = new Set<string>();
      for await (const partition of other.partitions(`${name}:`)) found.add(partition);
      assert.deepEqual([...found].toSorted(), [`${name}:a`, `${name}:b`]);
    });

    it('sends messages, those of a commit once it is made', async () => {
      const channel = randomUUID();
      const heard: (string | undefined)[] = [];
      const stop = await store.subscribe(channel, (text) => heard.push(text));
      await other.publish(channel, 'one');
      const messages = [{ channel, text: 'two' }];
      await other.commit(channel, { reads: new Map([['a', 1]]), messages });
      await other.update(channel, () => ({ value: undefined, messages: [{ channel, text: 'three' }] }));
      await until(() => heard.includes('three'));
      assert.deepEqual(heard, ['one', 'three']);
      stop();
    });

    it('leases a name to one holder at a time, until it releases it or the lease expires', async () => {
      const name = randomUUID();
      assert.equal(await store.acquire(name, 60_000), true);
      assert.equal(await store.acquire(name, 60_000), true);
      assert.equal(await other.acquire(name, 20), kind === 'embedded');
      await store.release(name);
      assert.equal(await other.acquire(name, 20), true);
      while (!(await store.acquire(name, 60_000)));
      await other.release(name);
      assert.equal(await other.acquire(name, 20), kind === 'embedded');
    });
  });

describe('the embedded state in a file', () => {
  it('outlives its process, and leaves nothing behind of what was removed', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'kith-state-'));
    const path = join(directory, 'graph.sqlite');
    const opened = async () => {
      const database = new Database(path);
      return {
        database,
        store: await openState({
          families: stored.families,
          seal: testSeal,
          redisUrl: undefined,
          database,
          now: Date.now,
          log,
        }),
      };
    };
    try {
      const first = await opened();
      await first.store.put('p', 'a', 'kept');
      await first.store.put('p', 'b', 'a secret to be erased');
      await first.store.flush();
      await first.store.remove('p', ['b']);
      first.store.erase();
      assert.equal(first.database.copy()?.includes('a secret'), false);
      first.database.close();
      const second = await opened();
      assert.equal(await second.store.get('p', 'a'), 'kept');
      second.database.close();
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
