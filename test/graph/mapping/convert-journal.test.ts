import assert from 'node:assert/strict';
import { watch } from 'node:fs';
import { cp, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Database } from '../../../src/graph/state/database.ts';
import { convertJournal } from '../../../src/graph/state/tasks/convert-journal.ts';
import { SqliteTaskStore } from '../../../src/graph/state/tasks/sqlite-store.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { until } from '../../support/until.ts';

/** Written by the code of commit 8ae7a1d, which was killed: its lock is there, and its last line is cut short. */
const fixture = join(import.meta.dirname, 'fixtures/journal-8ae7a1d');

const writtenAt = Date.parse('2026-01-05T10:00:00.000Z');
const hour = 3_600_000;
const owner = 'b3duZXI';
const request = { query: { match_all: {} }, mapping_company_website: 'aurora.example' };
const first = { owner, taskId: 'task-1', request, callback: 'callback-1', startedAt: '2026-01-05T09:00:00.000Z' };
const second = { owner, taskId: 'task-2', request, startedAt: '2026-01-05T09:30:00.000Z' };

describe('a journal of an earlier version', () => {
  it('is converted whole, once, and removed', async () => {
    await using room = await temporaryDirectory();
    const directory = join(room.path, 'journal');
    await cp(fixture, directory, { recursive: true });
    const path = join(room.path, 'graph.sqlite');
    {
      using database = new Database(path);
      await convertJournal(directory, database);
    }
    await assert.rejects(stat(directory), { code: 'ENOENT' });
    using database = new Database(path);
    await convertJournal(directory, database);
    const store = new SqliteTaskStore({ database, retentionMs: hour, now: () => writtenAt });
    assert.deepEqual(await store.recent(owner, 10), [second, first]);
    assert.deepEqual(await store.calledBack('callback-1'), first);
    assert.deepEqual(await store.observations(first), [
      { status: 'NotMapped', observedAt: '2026-01-05T09:00:01.000Z' },
      { status: 'Mapped', observedAt: '2026-01-05T09:32:00.000Z' },
    ]);
    assert.deepEqual(await store.observations({ owner, taskId: 'task-3' }), [
      { status: 'MappingInProgress', observedAt: '2026-01-05T09:31:00.000Z' },
    ]);
    assert.equal((await store.result('result:of-task-1'))?.items[0]?.profile?.full_name, 'Ada Moreau');
    assert.deepEqual(await store.intend('start:lost', { key: 'three' }, hour), { key: 'two', callback: 'callback-2' });
    assert.equal(await store.intend('start:answered', { key: 'three' }, hour), undefined);
  });

  it('is left alone while a graph of that version runs on it', async () => {
    await using room = await temporaryDirectory();
    const directory = join(room.path, 'journal');
    await cp(fixture, directory, { recursive: true });
    await writeFile(join(directory, 'lock'), String(process.ppid));
    using database = new Database(':memory:');
    await assert.rejects(convertJournal(directory, database), {
      name: 'StoreUnavailable',
      message: `The directory ${directory} must be out of use before this version of Kith converts it, but process ${process.ppid} uses it.`,
    });
    assert.equal((await stat(directory)).isDirectory(), true);
  });

  it('is converted again where the conversion was interrupted', async () => {
    await using room = await temporaryDirectory();
    const directory = join(room.path, 'journal');
    await cp(fixture, directory, { recursive: true });
    // The log is converted by the time that this fails to be read.
    const unreadable = join(directory, 'results', 'unreadable');
    await mkdir(unreadable);
    using database = new Database(':memory:');
    await assert.rejects(convertJournal(directory, database), { code: 'EISDIR' });
    await rm(unreadable, { recursive: true });
    await convertJournal(directory, database);
    await assert.rejects(stat(directory), { code: 'ENOENT' });
    const store = new SqliteTaskStore({ database, retentionMs: hour, now: () => writtenAt });
    assert.deepEqual(await store.recent(owner, 10), [second, first]);
    assert.equal((await store.observations(first)).length, 2);
    assert.equal((await store.result('result:of-task-1'))?.count, 1);
  });

  it('is removed with its log last, by which the next start sees what is left', async () => {
    await using room = await temporaryDirectory();
    const directory = join(room.path, 'journal');
    await cp(fixture, directory, { recursive: true });
    using database = new Database(':memory:');
    const removed: (string | null)[] = [];
    const watcher = watch(directory, (_, entry) => removed.push(entry));
    try {
      await convertJournal(directory, database);
      await until(() => removed.includes('tasks.log'));
    } finally {
      watcher.close();
    }
    const before = removed.slice(0, removed.indexOf('tasks.log'));
    assert.deepEqual(new Set(before), new Set(['lock', 'results']));
  });

  it('keeps its results in the database where only its log was left to remove', async () => {
    await using room = await temporaryDirectory();
    const directory = join(room.path, 'journal');
    using database = new Database(':memory:');
    await cp(fixture, directory, { recursive: true });
    await convertJournal(directory, database);
    await mkdir(directory);
    await cp(join(fixture, 'tasks.log'), join(directory, 'tasks.log'));
    await convertJournal(directory, database);
    await assert.rejects(stat(directory), { code: 'ENOENT' });
    const store = new SqliteTaskStore({ database, retentionMs: hour, now: () => writtenAt });
    assert.deepEqual(await store.recent(owner, 10), [second, first]);
    assert.equal((await store.result('result:of-task-1'))?.count, 1);
  });

  it('is removed where a crash left results without their log, and its results are not taken in again', async () => {
    await using room = await temporaryDirectory();
    const directory = join(room.path, 'journal');
    await cp(join(fixture, 'results'), join(directory, 'results'), { recursive: true });
    using database = new Database(':memory:');
    await convertJournal(directory, database);
    await assert.rejects(stat(directory), { code: 'ENOENT' });
    const store = new SqliteTaskStore({ database, retentionMs: hour, now: () => writtenAt });
    assert.equal(await store.result('result:of-task-1'), undefined);
  });
});
