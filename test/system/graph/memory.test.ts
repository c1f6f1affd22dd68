import assert from 'node:assert/strict';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { after, before, describe, it } from 'node:test';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { keyOf } from '../../support/cast/cast.ts';
import { openTestGraph } from '../../support/graph/graph.ts';
import { type CastService, openCast } from '../../support/service.ts';
import { until } from '../../support/until.ts';

/** Whether an entry is of a collection of V8's old generation. */
const isMajorCollection = (entry: object): boolean =>
  'detail' in entry &&
  typeof entry.detail === 'object' &&
  entry.detail !== null &&
  'kind' in entry.detail &&
  entry.detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR;

/** Fills the memory of the process that it runs in. */
describe('a process whose memory is confined', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(async () => {
    await service.close();
    await service.store.close();
  });

  for (const [what, piece] of Object.entries({
    // Of a size that the C allocator keeps.
    buffers: () => Buffer.alloc(64_000, 1),
    strings: () => Array.from({ length: 30 }, () => Buffer.alloc(2000, 'x').toString('latin1')),
  }))
    it(`refuses what comes while ${what} fill it, and no longer`, {
      timeout: 120_000,
    }, async () => {
      let collections = 0;
      const collected = new PerformanceObserver((list) => {
        collections += list.getEntries().filter(isMajorCollection).length;
      });
      collected.observe({ entryTypes: ['gc'] });
      const bytes = process.memoryUsage.rss() + 100e6;
      const load = { ...noLoadGuard, memoryPart: 0.9, memoryLimit: () => bytes / 0.9 };
      await using graph = await openTestGraph(service.url, { traffic: { load } });
      const ask = () =>
        fetch(`${graph.graph.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': keyOf('orchard'), 'x-kith-max-age': '0' },
          body: JSON.stringify({ query: '{ credits { usage } }' }),
        });
      const held: unknown[] = [];
      let isHolding = true;
      let isAsking = true;
      let answer = await ask();
      await answer.body?.cancel();
      assert.equal(answer.status, 200);
      const health = new Set<number>();
      const asking = (async () => {
        while (isAsking) {
          while (isHolding && process.memoryUsage.rss() < bytes + 20e6) held.push(piece());
          answer = await ask();
          await answer.body?.cancel();
          const { status, body } = await fetch(`${graph.graph.url}/healthz`);
          await body?.cancel();
          health.add(status);
        }
      })();
      try {
        await until(() => answer.status === 503);
        assert.equal(answer.headers.get('retry-after'), '1');
        const before = collections;
        const since: number[] = [];
        await until(() => since.push(answer.status) > 0 && collections > before + 2);
        assert.deepEqual([...new Set(since)], [503]);
        isHolding = false;
        held.length = 0;
        await until(() => answer.status === 200);
      } finally {
        isAsking = false;
        await asking;
        collected.disconnect();
      }
      assert.deepEqual([...health], [200]);
    });
});
