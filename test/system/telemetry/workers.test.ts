import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { keyOf } from '../../support/cast/cast.ts';
import { TwoWorkers } from '../../support/graph/workers.ts';
import { openCast } from '../../support/service.ts';
import { scrape, sumOf } from '../../support/telemetry/metrics.ts';

const redisUrl = process.env.KITH_TEST_REDIS_URL;
const unless = { skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis' };

describe('the metrics of several workers', unless, () => {
  it('are added up on one port, and outlive a worker', { timeout: 60_000 }, async () => {
    await using service = await openCast();
    const env = { REDIS_URL: redisUrl ?? '', KITH_SECRET: randomUUID(), KITH_METRICS_PORT: '0' };
    await using graph = await TwoWorkers.start(['graph'], { ...env, KITH_UPSTREAM_URL: service.url });
    const metrics = await graph.kith.remarks(/"url":"(http:\/\/127\.0\.0\.1:\d+\/metrics)"/);
    const both = await graph.connections();
    for (const [at, connection] of both.entries())
      for (let more = 0; more <= at; more += 1)
        await connection.ask(keyOf('orchard'), 'query Mine { credits { usage } }');
    await Promise.all(both.map((connection) => connection.close()));
    const mine = async () => sumOf(await scrape(metrics), 'kith_operations_total', { graphql_operation_name: 'Mine' });
    // A worker that is busy tells what it has measured with a later scrape.
    while ((await mine()) !== 3);
    process.kill(graph.pids[0], 'SIGKILL');
    await graph.pid(1, 2);
    assert.equal(await mine(), 3);
  });
});
