import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { type Client, createClient } from '../../../src/client/client.ts';
import { RecordCache } from '../../../src/graph/cache/cache.ts';
import { defaultCache } from '../../../src/graph/cache/store.ts';
import { MemoryJournal } from '../../../src/graph/journal/memory.ts';
import { defaultTracking, openTasks } from '../../../src/graph/network-map/open.ts';
import { MappingResults } from '../../../src/graph/network-map/results.ts';
import { MappingTasks } from '../../../src/graph/network-map/tasks.ts';
import { Turns } from '../../../src/graph/network-map/turns.ts';
import { Operation } from '../../../src/graph/operation.ts';
import { Quote } from '../../../src/graph/quote/quote.ts';
import { Unpaid } from '../../../src/graph/quote/unpaid.ts';
import { partnerKey } from '../../support/task-graph.ts';
import { openTaskUpstream, type TaskUpstream, taskManners } from '../../support/task-upstream.ts';

const full = new Error('There is no space left.');

/** A journal on a full disk: it can be read, and takes nothing in. */
class FullJournal extends MemoryJournal {
  override remember = () => Promise.reject(full);
  override intend = () => Promise.reject(full);
  override keepResult = () => Promise.reject(full);
}

for (const manner of taskManners)
  describe(`what a mapping led to, over ${manner.name}`, () => {
    let upstream: TaskUpstream;
    let client: Client;
    let cache: RecordCache;
    const log = pino({ level: 'silent' });
    before(async () => {
      upstream = await openTaskUpstream(manner);
      client = createClient({ baseUrl: upstream.url });
      cache = new RecordCache(upstream.url, defaultCache, 'a secret');
    });
    after(async () => {
      await cache.close();
      await client[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    });

    const scope = ({ quote, budget = 10 }: { quote?: Quote; budget?: number } = {}) => {
      const terms = { budget, maxAgeMs: undefined, trace: false };
      return new Operation({ client, apiKey: partnerKey, requestId: 'one', terms, cache, quote }).scope();
    };
    const request = (website: string) => ({ query: { match_all: {} }, mapping_company_website: website });
    const task = { owner: 'somebody', taskId: 'a task' };

    it('reaches who asked though the journal takes nothing in, and the trouble is told', async () => {
      const troubles: unknown[] = [];
      const onJournalTrouble = (error: unknown) => troubles.push(error);
      const { tasks, journal } = await openTasks(client, log, defaultTracking, {});
      const { watchers, connectors } = tasks;
      const troubled = new MappingTasks({
        journal: new FullJournal({ retentionMs: 60_000 }),
        watchers,
        connectors,
        publicUrl: undefined,
        turnMs: 15_000,
        onJournalTrouble,
      });
      const started = await troubled.start(scope(), request('full.example'));
      assert.ok('id' in started);
      const upstreamTask = upstream.tasks.get(started.id);
      assert.ok(upstreamTask);
      upstreamTask.status = 'Mapped';
      const result = await troubled.result(started, request('full.example'));
      assert.equal('count' in result && result.count, 250);
      assert.deepEqual(troubles, [full, full, full]);
      await journal.close();
    });

    it('is bought by who may buy it, though who asked first may not', async () => {
      upstream.add('paid.example', 'Mapped');
      const journal = new MemoryJournal({ retentionMs: 60_000 });
      const onJournalTrouble = () => assert.fail();
      const turns = new Turns({ journal, turnMs: 15_000, onJournalTrouble });
      const results = new MappingResults(journal, turns, onJournalTrouble);
      const charged = upstream.charged;
      const [quoted, poor, ...others] = await Promise.allSettled(
        [scope({ quote: new Quote() }), scope({ budget: 0 }), scope(), scope()].map((one) =>
          results.load(one, task, request('paid.example')),
        ),
      );
      assert.ok(quoted?.status === 'rejected' && quoted.reason instanceof Unpaid);
      assert.equal(poor?.status === 'rejected' && poor.reason.extensions.code, 'CREDIT_BUDGET');
      assert.deepEqual(
        others.map((one) => one.status === 'fulfilled' && 'count' in one.value && one.value.count),
        [250, 250],
      );
      assert.equal(upstream.charged - charged, 1);
    });
  });
