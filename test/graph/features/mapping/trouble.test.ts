import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { PriceEstimate } from '../../../../src/graph/credits/price-estimate.ts';
import { PaymentRequired } from '../../../../src/graph/credits/spending-refused.ts';
import { openShared, stored } from '../../../../src/graph/features/index.ts';
import { defaultPolling } from '../../../../src/graph/features/mapping/polling-options.ts';
import { MappingTasks } from '../../../../src/graph/features/mapping/tasks.ts';
import { resolvedOptions } from '../../../../src/graph/graph-options.ts';
import { openServices } from '../../../../src/graph/open-services.ts';
import { Operation } from '../../../../src/graph/scope/operation.ts';
import type { Services } from '../../../../src/graph/services.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { openState } from '../../../../src/graph/state/open-state.ts';
import { defaultTracking } from '../../../../src/graph/tracking.ts';
import { fill } from '../../../support/graph/fill.ts';
import { testSeal } from '../../../support/graph/seal.ts';
import { partnerKey } from '../../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream, taskManners } from '../../../support/graph/task-upstream.ts';

for (const manner of taskManners)
  describe(`what a mapping led to, over ${manner.name}`, () => {
    let upstream: TaskUpstream;
    let services: Services;
    const remembers = new Database(':memory:');
    before(async () => {
      upstream = await openTaskUpstream(manner);
      services = await openServices(
        resolvedOptions({ upstreamUrl: upstream.url, database: remembers, log: pino({ level: 'silent' }) }),
        { stored, claims: [], openShared },
      );
    });
    after(async () => {
      await services.close();
      remembers.close();
      await upstream[Symbol.asyncDispose]();
    });

    const scope = ({ quote, budget = 10 }: { quote?: PriceEstimate; budget?: number } = {}) => {
      const options = {
        ...{ budget, maxBudget: budget, isBudgetGiven: true, maxAgeMs: undefined, trace: false },
        ...{ approval: undefined, purpose: undefined, idempotencyKey: undefined },
      };
      return new Operation({ services, apiKey: partnerKey, requestId: 'one', options, quote }).scope();
    };
    const request = (website: string) => ({ query: { match_all: {} }, mapping_company_website: website });

    it('reaches who asked though the store takes nothing in, and the trouble is told', async () => {
      const troubles: unknown[] = [];
      using database = new Database(':memory:');
      const log = pino({ level: 'warn' }, { write: (line: string) => void troubles.push(JSON.parse(line).reason) });
      const state = await openState({
        families: stored.families,
        seal: testSeal,
        redisUrl: undefined,
        database,
        now: Date.now,
        log,
      });
      const tasks = new MappingTasks({ ...services, log, state }, defaultTracking, defaultPolling);
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
      const state = await openState({
        families: stored.families,
        seal: testSeal,
        redisUrl: undefined,
        database,
        now: Date.now,
        log,
      });
      const tasks = new MappingTasks({ ...services, log, state }, defaultTracking, defaultPolling);
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
