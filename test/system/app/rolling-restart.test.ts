import assert, { AssertionError } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { probePort } from '../../../src/app/probe-port.ts';
import { followOverSse, followOverWebSocket, partnerKey, type SeenEvent } from '../../support/graph/task-graph.ts';
import { openTaskUpstream, type TaskUpstream, type UpstreamTask } from '../../support/graph/task-upstream.ts';
import { Kith } from '../../support/kith.ts';
import { openBalancer } from '../../support/network/balancer.ts';
import { until } from '../../support/until.ts';

const redisUrl = process.env.KITH_TEST_REDIS_URL;
const unless = { skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis' };

const statuses = ['NotMapped', 'MappingInProgress', 'Mapped'];

/**
 * Asks over kept connections, one question after another on each, until it is stopped. Nothing is asked twice. Between two
 * questions a connection is idle for a moment, which leaves CPU to the processes that start.
 */
function press(url: string, width: number) {
  const failures: unknown[] = [];
  let answered = 0;
  let stopped = false;
  const client = async (): Promise<void> => {
    const connection = new Client(url);
    while (!stopped) {
      try {
        const { statusCode, body } = await connection.request({
          method: 'POST',
          path: '/graphql',
          headers: { 'content-type': 'application/json', 'x-api-key': partnerKey },
          body: '{"query":"{ __typename }"}',
        });
        const text = await body.text();
        if (statusCode !== 200 || JSON.parse(text).data.__typename !== 'Query') failures.push(`${statusCode} ${text}`);
        else answered += 1;
      } catch (error) {
        failures.push(error);
      }
      await pause(20);
    }
    await connection.close();
  };
  const clients = Array.from({ length: width }, client);
  const stop = async (): Promise<void> => {
    stopped = true;
    await Promise.all(clients);
  };
  return {
    get answered(): number {
      return answered;
    },
    failures,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

type Follow = (
  at: { readonly url: string },
  following: { readonly id: string; readonly after?: string | undefined },
  key: string,
) => AsyncGenerator<SeenEvent>;

/** Follows a task to its end, coming back after the last event seen whenever it is sent away; what was seen, event by event. */
async function follow(kind: Follow, url: string, id: string, onFirst: () => void): Promise<readonly string[]> {
  const seen = new Map<string, string>();
  let after: string | undefined;
  for (let attempts = 0; attempts < 1_000; attempts += 1) {
    try {
      for await (const event of kind({ url }, { id, after }, partnerKey)) {
        if (event.kind === 'STATUS' && event.id !== null) {
          assert.ok(!seen.has(event.id), `${event.id} came twice`);
          if (seen.size === 0) onFirst();
          seen.set(event.id, event.status ?? '');
          after = event.id;
        }
        if (event.final) return [...seen.values()];
      }
    } catch (error) {
      if (error instanceof AssertionError) throw error;
      // The server goes away; the next attempt leads to another.
    }
  }
  throw new Error(`The task did not end; seen: ${[...seen.values()]}.`);
}

describe('a rolling restart', unless, () => {
  let upstream: TaskUpstream;
  before(async () => {
    upstream = await openTaskUpstream();
  });
  after(() => upstream[Symbol.asyncDispose]());

  const environment = () => ({
    REDIS_URL: redisUrl ?? '',
    KITH_SECRET: randomUUID(),
    KITH_UPSTREAM_URL: upstream.url,
    KITH_LOG_LEVEL: 'info',
  });

  /** Moves tasks on, each at its own time, until it is told that all is done: then all end. */
  async function underLoad(url: string, act: () => Promise<void>): Promise<void> {
    const tasks: UpstreamTask[] = Array.from({ length: 12 }, () => upstream.add(randomUUID(), 'NotMapped'));
    let following = 0;
    const onFirst = () => {
      following += 1;
    };
    const followers = tasks.flatMap(({ id }) =>
      [followOverWebSocket, followOverSse].map((kind) => follow(kind, url, id, onFirst)),
    );
    await using load = press(url, 8);
    await until(() => load.answered + load.failures.length > 50 && following === followers.length);
    for (const task of tasks.slice(0, 4)) task.status = 'MappingInProgress';
    const acted = act();
    // Some change while processes come and go, the others when all have been replaced.
    for (const task of tasks.slice(4, 8)) {
      const before = load.answered + load.failures.length;
      await until(() => load.answered + load.failures.length > before + 50);
      task.status = 'MappingInProgress';
    }
    await acted;
    for (const task of tasks.slice(8)) task.status = 'MappingInProgress';
    const looks = tasks.map((task) => task.looks);
    await until(() => tasks.every((task, at) => task.looks > (looks[at] ?? 0) + 2));
    for (const task of tasks) task.status = 'Mapped';
    const seen = await Promise.all(followers);
    await load.stop();
    assert.deepEqual(load.failures, []);
    for (const events of seen) assert.deepEqual(events, statuses);
  }

  it('of two graphs on one Redis, behind a balancer that follows /readyz, fails no request and loses no event', {
    timeout: 120_000,
  }, async () => {
    const env = { ...environment(), KITH_DRAIN_SECONDS: '3' };
    const ports = [await probePort({ host: '127.0.0.1', port: 0 }), await probePort({ host: '127.0.0.1', port: 0 })];
    await using started = new AsyncDisposableStack();
    const start = async (port: number) => {
      const graph = started.use(new Kith(['graph'], { ...env, KITH_PORT: String(port) }));
      await graph.says(/^The graph answers on\s+(\S+)\/graphql$/);
      return graph;
    };
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const graphs = await Promise.all(ports.map(start));
    await using balancer = await openBalancer(urls);
    for (const url of urls) await balancer.sees(url, true);
    await underLoad(balancer.url, async () => {
      for (const [at, port] of ports.entries()) {
        const url = urls[at] ?? '';
        const ending = graphs[at]?.stop('SIGTERM');
        await balancer.sees(url, false);
        // It goes on answering whoever still asks it.
        assert.equal((await fetch(`${url}/healthz`)).headers.get('connection'), 'close');
        assert.equal((await ending)?.code, 0);
        graphs[at] = await start(port);
        await balancer.sees(url, true);
      }
    });
    for (const graph of graphs) assert.equal((await graph.stop()).code, 0);
  });
});
