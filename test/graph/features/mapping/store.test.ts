import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { stored } from '../../../../src/graph/features/index.ts';
import type { Observation, StartedTask, TaskMessage } from '../../../../src/graph/features/mapping/store/task.ts';
import { TaskStore } from '../../../../src/graph/features/mapping/store/task-store.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { openState } from '../../../../src/graph/state/open-state.ts';
import type { StateStore } from '../../../../src/graph/state/state-store.ts';
import { testSeal } from '../../../support/graph/seal.ts';
import { until } from '../../../support/until.ts';

const redisUrl = process.env.KITH_TEST_REDIS_URL;
const hour = 3_600_000;

const at = (minute: number): string => new Date(Date.now() + minute * 60_000).toISOString();
const seen = (status: string): Observation => ({ status, observedAt: at(0) });
const startedBy = (owner: string, more: Partial<StartedTask> = {}): StartedTask => ({
  owner,
  taskId: randomUUID(),
  request: { query: { match_all: {} }, mapping_company_website: 'aurora.example' },
  callback: randomUUID(),
  startedAt: at(0),
  ...more,
});
const mapped = { items: [], count: 0, total_count: 3 };

const kinds = { embedded: undefined, Redis: redisUrl };

for (const [kind, url] of Object.entries(kinds))
  describe(`the ${kind} store of tasks`, {
    skip: kind === 'Redis' && !url ? 'KITH_TEST_REDIS_URL names no Redis' : false,
  }, () => {
    let database: Database;
    let state: StateStore;
    let store: TaskStore;
    before(async () => {
      database = new Database(':memory:');
      const log = pino({ level: 'silent' });
      // A database of its own, since all results there are revised.
      const own = url && new URL('/8', url).href;
      state = await openState({
        families: stored.families,
        seal: testSeal,
        redisUrl: own,
        database,
        now: Date.now,
        log,
      });
      store = new TaskStore(state, hour);
    });
    after(async () => {
      await state.close();
      database.close();
    });

    it('keeps one order of what was observed, whatever order it came in', async () => {
      const task = startedBy(randomUUID());
      const statuses = ['NotMapped', 'Mapped', 'MappingInProgress', 'Unknown', 'MappingFailed'];
      for (const status of statuses) await store.observe(task, seen(status));
      const log = await store.observations(task);
      assert.deepEqual(
        log.map(({ status }) => status),
        ['NotMapped', 'Mapped'],
      );
      assert.deepEqual(await store.observe(task, seen('NotMapped')), log);
    });

    it('keeps one of many observations that come at once', async () => {
      const task = startedBy(randomUUID());
      const logs = await Promise.all(Array.from({ length: 20 }, () => store.observe(task, seen('Mapped'))));
      for (const log of logs) assert.equal(log.length, 1);
    });

    it('passes messages on to listeners of that task, until they leave', async () => {
      const task = startedBy(randomUUID());
      const messages: TaskMessage[] = [];
      const stop = await store.subscribe(task, (message) => messages.push(message));
      await store.observe({ ...task, owner: 'another' }, seen('Mapped'));
      const log = await store.observe(task, seen('NotMapped'));
      await store.observe(task, seen('Unknown'));
      await until(() => messages.length > 0);
      await store.publish(task, { kind: 'hint' });
      await store.publish(task, { kind: 'trouble', since: at(0) });
      await until(() => messages.length > 2);
      stop();
      await store.observe(task, seen('Mapped'));
      await store.publish(task, { kind: 'hint' });
      assert.deepEqual(
        messages.map(({ kind }) => kind),
        ['observed', 'hint', 'trouble'],
      );
      assert.deepEqual(messages[0], { kind: 'observed', log });
    });

    it('remembers what was started, by task, by callback and by credential', async () => {
      const owner = randomUUID();
      const older = startedBy(owner, { startedAt: at(-2) });
      const newer = startedBy(owner, { startedAt: at(-1) });
      await store.remember(older);
      await store.remember(newer);
      await store.remember(startedBy(randomUUID()));
      assert.deepEqual(await store.started(newer), newer);
      assert.equal(await store.started({ ...newer, owner: 'another' }), undefined);
      assert.equal((await store.calledBack(older.callback ?? ''))?.taskId, older.taskId);
      assert.equal(await store.calledBack('guessed'), undefined);
      assert.deepEqual(await store.recent(owner, 10), [newer, older]);
      assert.deepEqual(await store.recent(owner, 1), [newer]);
    });

    it('keeps what a request is sent with until it is cleared, or its time is over', async () => {
      const name = randomUUID();
      const [intent, other] = [{ key: 'one', callback: 'path' }, { key: 'other' }];
      assert.equal(await store.intend(name, intent, 60_000), undefined);
      assert.deepEqual(await store.intend(name, other, 60_000), intent);
      await store.clearIntent(name);
      assert.equal(await store.intend(name, other, 1), undefined);
      let known = await store.intend(name, intent, 60_000);
      while (known) known = await store.intend(name, intent, 60_000);
      assert.deepEqual(await store.intend(name, other, 60_000), intent);
    });

    it('keeps a result, and revises it for whoever it is', async () => {
      const [name, other] = [randomUUID(), randomUUID()];
      assert.equal(await store.result(name), undefined);
      await store.keepResult(name, mapped, new Set());
      await store.keepResult(other, { ...mapped, total_count: 4 }, new Set());
      assert.deepEqual(await store.result(name), mapped);
      const revised = await store.reviseResults((result) => {
        if (result.total_count === 3) return { ...result, total_count: 5 };
        return result.total_count === 4 ? undefined : result;
      });
      assert.equal(revised, 2);
      assert.deepEqual(await store.result(name), { ...mapped, total_count: 5 });
      assert.equal(await store.result(other), undefined);
      assert.equal(await store.reviseResults((result) => result), 0);
      await store.reviseResults(() => undefined);
    });
  });

describe('the leases of two replicas', { skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis' }, () => {
  it('are held by one at a time, until it releases them or dies', async () => {
    await using opened = new AsyncDisposableStack();
    const database = opened.use(new Database(':memory:'));
    const open = async () => {
      const log = pino({ level: 'silent' });
      const state = await openState({
        families: stored.families,
        seal: testSeal,
        redisUrl,
        database,
        now: Date.now,
        log,
      });
      opened.defer(() => state.close());
      return state;
    };
    const [one, other] = [await open(), await open()];
    const name = randomUUID();
    assert.deepEqual([await one.acquire(name, hour), await one.acquire(name, hour)], [true, true]);
    assert.equal(await other.acquire(name, hour), false);
    await other.release(name);
    assert.equal(await other.acquire(name, hour), false);
    await one.release(name);
    assert.equal(await other.acquire(name, 1), true);
    while (!(await one.acquire(name, hour)));
    await one.release(name);
  });
});

describe('the embedded store', () => {
  it('forgets what is past retention, by a clock of its own', async () => {
    let now = Date.now();
    using database = new Database(':memory:');
    const log = pino({ level: 'silent' });
    const state = await openState({
      families: stored.families,
      seal: testSeal,
      redisUrl: undefined,
      database,
      now: () => now,
      log,
    });
    const store = new TaskStore(state, hour);
    const task = startedBy('owner');
    await store.remember(task);
    await store.observe(task, seen('NotMapped'));
    await store.keepResult('result', mapped, new Set());
    now += hour - 1;
    await store.observe(task, seen('Mapped'));
    assert.deepEqual(await store.result('result'), mapped);
    now += 1;
    assert.equal(await store.result('result'), undefined);
    assert.equal((await store.observations(task)).length, 2);
    now += hour;
    assert.deepEqual(await store.observations(task), []);
    assert.equal(await store.started(task), undefined);
    assert.equal(await store.calledBack(task.callback ?? ''), undefined);
    assert.deepEqual(await store.recent('owner', 10), []);
    await store.remember(startedBy('another'));
    const left = database.all`SELECT key FROM state_entry WHERE partition NOT IN ('tasks:another')`;
    assert.deepEqual(
      left.map(({ key }) => key),
      ['task'],
    );
  });
});
