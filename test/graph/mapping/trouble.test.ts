import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { type Client, createClient } from '../../../src/client/client.ts';
import { GraphCache } from '../../../src/graph/cache/graph-cache.ts';
import { defaultCache } from '../../../src/graph/cache/memory-store.ts';
import { PaymentRequired } from '../../../src/graph/credits/payment-required.ts';
import { PriceEstimate } from '../../../src/graph/credits/price-estimate.ts';
import { defaultTracking, openTasks } from '../../../src/graph/mapping/open-tasks.ts';
import { Operation } from '../../../src/graph/scope/operation.ts';
import { openPurses } from '../../../src/graph/server/purse/open-purses.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { openState } from '../../../src/graph/state/open-state.ts';
import { fill } from '../../support/graph/fill.ts';
import { partnerKey } from '../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream, taskManners } from '../../support/graph/task-upstream.ts';

for (const manner of taskManners)
  describe(`what a mapping led to, over ${manner.name}`, () => {
    let upstream: TaskUpstream;
    let client: Client;
    let cache: GraphCache;
    let spending: Awaited<ReturnType<typeof openPurses>>;
    const remembers = new Database(':memory:');
    before(async () => {
      upstream = await openTaskUpstream(manner);
      client = createClient({ baseUrl: upstream.url });
      cache = new GraphCache(upstream.url, defaultCache, 'a secret');
      const log = pino({ level: 'silent' });
      spending = await openPurses({
        redisUrl: undefined,
        database: remembers,
        now: Date.now,
        ownerOf: cache.ownerOf.bind(cache),
        log,
      });
    });
    after(async () => {
      await spending.close();
      remembers.close();
      await cache.close();
      await client[Symbol.asyncDispose]();
      await upstream[Symbol.asyncDispose]();
    });

    const scope = ({ quote, budget = 10 }: { quote?: PriceEstimate; budget?: number } = {}) => {
      const options = { budget, maxAgeMs: undefined, trace: false, approval: undefined };
      return new Operation({
        client,
        apiKey: partnerKey,
        requestId: 'one',
        options,
        cache,
        quote,
        ...spending,
      }).scope();
    };
    const request = (website: string) => ({ query: { match_all: {} }, mapping_company_website: website });

    it('reaches who asked though the store takes nothing in, and the trouble is told', async () => {
      const troubles: unknown[] = [];
      using database = new Database(':memory:');
      const log = pino({ level: 'warn' }, { write: (line: string) => void troubles.push(JSON.parse(line).reason) });
      const { tasks } = openTasks({
        client,
        log,
        tracking: defaultTracking,
        polling: {},
        state: await openState({ redisUrl: undefined, database, now: Date.now, log }),
      });
      fill(database);
      const started = await tasks.start(scope(), request('full.example'));
      assert.ok('id' in started);
      const upstreamTask = upstream.tasks.get(started.id);
      assert.ok(upstreamTask);
      upstreamTask.status = 'Mapped';
      const result = await tasks.result(started, request('full.example'));
      assert.equal('count' in result && result.count, 250);
      assert.deepEqual(troubles, Array(3).fill('There is no space left.'));
    });

    it('is bought by who may buy it, though who asked first may not', async () => {
      upstream.add('paid.example', 'Mapped');
      using database = new Database(':memory:');
      const log = pino({ level: 'silent' });
      const state = await openState({ redisUrl: undefined, database, now: Date.now, log });
      const { tasks } = openTasks({ client, log, tracking: defaultTracking, polling: {}, state });
      const charged = upstream.charged;
      const [quoted, poor, ...others] = await Promise.allSettled(
        [scope({ quote: new PriceEstimate() }), scope({ budget: 0 }), scope(), scope()].map((one) =>
          tasks.result({ scope: one, id: 'a task', status: 'Mapped' }, request('paid.example')),
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
