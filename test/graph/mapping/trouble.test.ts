import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { type Client, createClient } from '../../../src/client/client.ts';
import { GraphCache } from '../../../src/graph/cache/graph-cache.ts';
import { defaultCache } from '../../../src/graph/cache/memory.ts';
import { PaymentRequired } from '../../../src/graph/credits/payment-required.ts';
import { PriceEstimate } from '../../../src/graph/credits/price-estimate.ts';
import { Mutex } from '../../../src/graph/mapping/mutex.ts';
import { defaultTracking, openTasks } from '../../../src/graph/mapping/open-tasks.ts';
import { MappingResults } from '../../../src/graph/mapping/results.ts';
import { MemoryJournal } from '../../../src/graph/mapping/store/memory-store.ts';
import { MappingTasks } from '../../../src/graph/mapping/tasks.ts';
import { Operation } from '../../../src/graph/operation/operation.ts';
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
    let cache: GraphCache;
    const log = pino({ level: 'silent' });
    before(async () => {
      upstream = await openTaskUpstream(manner);
      client = createClient({ baseUrl: upstream.url });
      cache = new GraphCache(upstream.url, defaultCache, 'a secret');
    });
    after(async () => {
      await cache.close();
      await client[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    });

    const scope = ({ quote, budget = 10 }: { quote?: PriceEstimate; budget?: number } = {}) => {
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
      const turns = new Mutex({ journal, turnMs: 15_000, onJournalTrouble });
      const results = new MappingResults(journal, turns, onJournalTrouble);
      const charged = upstream.charged;
      const [quoted, poor, ...others] = await Promise.allSettled(
        [scope({ quote: new PriceEstimate() }), scope({ budget: 0 }), scope(), scope()].map((one) =>
          results.load(one, task, request('paid.example')),
        ),
      );
      assert.ok(quoted?.status === 'rejected' && quoted.reason instanceof PaymentRequired);
      assert.equal(poor?.status === 'rejected' && poor.reason.extensions.code, 'CREDIT_BUDGET');
      assert.deepEqual(
        others.map((one) => one.status === 'fulfilled' && 'count' in one.value && one.value.count),
        [250, 250],
      );
      assert.equal(upstream.charged - charged, 1);
    });
  });
