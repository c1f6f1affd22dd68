import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { forgetMentions } from '../../../../src/graph/features/forgetting/forget-mentions.ts';
import { stored } from '../../../../src/graph/features/index.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { openState } from '../../../../src/graph/state/open-state.ts';
import { People } from '../../../../src/graph/state/people/people.ts';
import { testSeal } from '../../../support/graph/seal.ts';

const log = pino({ level: 'silent' });
const sums = { operations: 1, charged: 1 };

/** Each entry, and what it is once Max Key and Ada Moreau are forgotten, also by their first and last names alone. */
const entries: Readonly<Record<string, readonly [before: object, after: object]>> = {
  'approvals:an-owner': [
    { id: 'one', label: 'for Max', max: 3, document: '{ __typename }' },
    { id: 'one', label: '', max: 3, document: '{ __typename }' },
  ],
  'task-intent:a-name': [
    { key: 'a key', callback: 'max' },
    { key: 'a key', callback: 'max' },
  ],
  'receipts:an-owner': [
    { MaxKeyAgain: sums, AdaMoreauId: sums, Careers: { ...sums, max: 1 } },
    { Careers: { ...sums, max: 1 } },
  ],
  'tasks:an-owner': [{ taskId: 'a-task', request: { query: { term: { max: 1 } } } }, { taskId: 'a-task' }],
  'tasks:another-owner': [
    { taskId: 'a-task', request: { query: { term: { ownerId: 'ada-moreau' } } } },
    { taskId: 'a-task' },
  ],
  'tasks:a-third-owner': [
    { taskId: 'a-task', request: { query: { term: { least: 1 } } } },
    { taskId: 'a-task', request: { query: { term: { least: 1 } } } },
  ],
};

describe('a purge of names', () => {
  it('empties texts and drops what callers named so, and leaves the members of entries', async () => {
    using database = new Database(':memory:');
    const state = await openState({
      families: stored.families,
      seal: testSeal,
      redisUrl: undefined,
      database,
      now: Date.now,
      log,
    });
    for (const [partition, [before]] of Object.entries(entries))
      await state.put(partition, 'one', JSON.stringify(before));
    const names = ['Max Key', 'Max', 'Key', 'Ada Moreau'];
    assert.equal(await forgetMentions(state, new People({ profiles: [], names }), stored.families), 4);
    for (const [partition, [, after]] of Object.entries(entries))
      assert.deepEqual(JSON.parse((await state.get(partition, 'one')) ?? ''), after, partition);
  });
});
