import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { FileJournal } from '../../../src/graph/mapping/store/file-store.ts';
import { MemoryJournal } from '../../../src/graph/mapping/store/memory-store.ts';
import { RedisJournal } from '../../../src/graph/mapping/store/redis-store.ts';
import type { Observation, StartedTask, TaskNews, TaskStore } from '../../../src/graph/mapping/store/task-store.ts';
import { JournalUnavailable } from '../../../src/graph/mapping/store/unavailable.ts';
import { until } from '../../support/until.ts';

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

let room: string;
before(async () => {
  room = await mkdtemp(join(tmpdir(), 'kith-journal-'));
});
after(() => rm(room, { recursive: true }));

const kinds: Readonly<Record<string, (() => Promise<TaskStore>) | undefined>> = {
  memory: async () => new MemoryJournal({ retentionMs: hour }),
  file: () => FileJournal.open({ directory: join(room, randomUUID()), retentionMs: hour }),
  Redis:
    redisUrl === undefined
      ? undefined
      : () => RedisJournal.open({ url: redisUrl, retentionMs: hour, log: pino({ level: 'silent' }) }),
};

for (const [kind, open] of Object.entries(kinds))
  describe(`a journal in ${kind}`, { skip: open ? false : 'KITH_TEST_REDIS_URL names no Redis' }, () => {
    let journal: TaskStore;
    before(async () => {
      if (open) journal = await open();
    });
    after(() => journal?.close());

    it('keeps one order of what was observed, whatever order it came in', async () => {
      const task = startedBy(randomUUID());
      const statuses = ['NotMapped', 'Mapped', 'MappingInProgress', 'Unknown', 'MappingFailed'];
      for (const status of statuses) await journal.observe(task, seen(status));
      const log = await journal.observations(task);
      assert.deepEqual(
        log.map(({ status }) => status),
        ['NotMapped', 'Mapped'],
      );
      assert.deepEqual(await journal.observe(task, seen('NotMapped')), log);
    });

    it('keeps one of many observations that come at once', async () => {
      const task = startedBy(randomUUID());
      const logs = await Promise.all(Array.from({ length: 20 }, () => journal.observe(task, seen('Mapped'))));
      for (const log of logs) assert.equal(log.length, 1);
    });

    it('tells listeners of that task, until they leave', async () => {
      const task = startedBy(randomUUID());
      const logs: (readonly Observation[])[] = [];
      const news: TaskNews[] = [];
      const stop = await journal.listen(task, { observed: (log) => logs.push(log), told: (told) => news.push(told) });
      await journal.observe({ ...task, owner: 'another' }, seen('Mapped'));
      await journal.observe(task, seen('NotMapped'));
      await journal.tell(task, { kind: 'hint' });
      await until(() => logs.length > 0 && news.length > 0);
      stop();
      await journal.observe(task, seen('Mapped'));
      await journal.tell(task, { kind: 'hint' });
      assert.deepEqual(
        logs.at(-1)?.map(({ status }) => status),
        ['NotMapped'],
      );
      assert.deepEqual(news, [{ kind: 'hint' }]);
    });

    it('remembers what was started, by task, by callback and by credential', async () => {
      const owner = randomUUID();
      const older = startedBy(owner, { startedAt: at(-2) });
      const newer = startedBy(owner, { startedAt: at(-1) });
      await journal.remember(older);
      await journal.remember(newer);
      await journal.remember(startedBy(randomUUID()));
      assert.deepEqual(await journal.started(newer), newer);
      assert.equal(await journal.started({ ...newer, owner: 'another' }), undefined);
      assert.equal((await journal.calledBack(older.callback ?? ''))?.taskId, older.taskId);
      assert.equal(await journal.calledBack('guessed'), undefined);
      assert.deepEqual(await journal.recent(owner, 10), [newer, older]);
      assert.deepEqual(await journal.recent(owner, 1), [newer]);
    });

    it('keeps what a request is sent with until it is settled, or its time is over', async () => {
      const name = randomUUID();
      const [intent, other] = [{ key: 'one', callback: 'path' }, { key: 'other' }];
      assert.equal(await journal.intend(name, intent, 60_000), undefined);
      assert.deepEqual(await journal.intend(name, other, 60_000), intent);
      await journal.settle(name);
      assert.equal(await journal.intend(name, other, 1), undefined);
      let known = await journal.intend(name, intent, 60_000);
      while (known) known = await journal.intend(name, intent, 60_000);
      assert.deepEqual(await journal.intend(name, other, 60_000), intent);
    });

    it('keeps a result', async () => {
      const name = randomUUID();
      assert.equal(await journal.result(name), undefined);
      await journal.keepResult(name, mapped);
      assert.deepEqual(await journal.result(name), mapped);
    });
  });

describe('a journal in a file', () => {
  const tasksLog = (directory: string) => join(directory, 'tasks.log');

  it('is there again after a crash, the line that was cut short aside', async () => {
    const directory = join(room, 'crash');
    const task = startedBy('owner');
    // Not closed: the process is killed.
    const killed = await FileJournal.open({ directory, retentionMs: hour });
    await killed.remember(task);
    await killed.observe(task, seen('NotMapped'));
    await killed.keepResult('result', mapped);
    await killed.intend('answered', { key: 'one' }, hour);
    await killed.settle('answered');
    await killed.intend('lost', { key: 'two' }, hour);
    await appendFile(tasksLog(directory), '{"kind":"observed","task":{"owner":"ow');
    const journal = await FileJournal.open({ directory, retentionMs: hour });
    assert.deepEqual(await journal.started(task), task);
    assert.equal((await journal.observe(task, seen('Mapped'))).length, 2);
    assert.deepEqual(await journal.result('result'), mapped);
    await journal.close();
    const again = await FileJournal.open({ directory, retentionMs: hour });
    assert.equal((await again.observations(task)).length, 2);
    assert.deepEqual(await again.intend('lost', { key: 'three' }, hour), { key: 'two' });
    assert.equal(await again.intend('answered', { key: 'three' }, hour), undefined);
    await again.close();
  });

  it('is written anew when most of it is history, and forgets what is past retention', async () => {
    const directory = join(room, 'compaction');
    let now = Date.now();
    const journal = await FileJournal.open({ directory, retentionMs: hour, slack: 10, now: () => now });
    const task = startedBy('owner');
    for (let times = 0; times < 100; times++) await journal.remember(task);
    assert.ok((await readFile(tasksLog(directory), 'utf8')).split('\n').length < 20);
    now += 2 * hour;
    assert.equal(await journal.started(task), undefined);
    assert.equal(await journal.calledBack(task.callback ?? ''), undefined);
    assert.deepEqual(await journal.recent('owner', 10), []);
    await journal.close();
    const later = await FileJournal.open({ directory, retentionMs: hour, now: () => now });
    assert.equal(await readFile(tasksLog(directory), 'utf8'), '');
    await later.close();
  });

  it('is for the owner alone, and holds no key', async () => {
    const directory = join(room, 'private');
    const journal = await FileJournal.open({ directory, retentionMs: hour });
    await journal.remember(startedBy('owner'));
    await journal.keepResult('result', mapped);
    const [result = ''] = await readdir(join(directory, 'results'));
    for (const path of [tasksLog(directory), join(directory, 'results', result)])
      assert.equal((await stat(path)).mode & 0o777, 0o600);
    await journal.close();
  });

  it('refuses a directory that another process has, and takes one from a process that is gone', async () => {
    const directory = join(room, 'lock');
    await (await FileJournal.open({ directory, retentionMs: hour })).close();
    await writeFile(join(directory, 'lock'), String(process.ppid));
    await assert.rejects(FileJournal.open({ directory, retentionMs: hour }), JournalUnavailable);
    await writeFile(join(directory, 'lock'), '4194305');
    await (await FileJournal.open({ directory, retentionMs: hour })).close();
  });
});
