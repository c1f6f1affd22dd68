import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { stored } from '../../../../src/graph/features/index.ts';
import { TaskStore } from '../../../../src/graph/features/mapping/store/task-store.ts';
import { hashCredential } from '../../../../src/graph/open-services.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { openState } from '../../../../src/graph/state/open-state.ts';
import { Seal } from '../../../../src/graph/state/seal/seal.ts';
import { noLoadGuard } from '../../../../src/http/limits/load-guard.ts';
import { mapCompanyKind } from '../../../../src/service/mapping/task.ts';
import { openService } from '../../../../src/service/server.ts';
import { demoTeams } from '../../../../src/store/sample/demo.ts';
import { openReplica, type Replica } from '../../../support/graph/graph-replica.ts';
import { followOverSse, followOverWebSocket } from '../../../support/graph/task-graph.ts';
import { openFaultyProxy } from '../../../support/network/faulty-proxy.ts';
import { randomFrom } from '../../../support/random.ts';
import { sampleSeed, sampleSize } from '../../../support/sample/sample-seed.ts';
import { openTestStore } from '../../../support/store.ts';
import { tier } from '../../../support/tier.ts';
import { sampleCompanies } from '../../../tools/sample/generate.ts';

const { KITH_TEST_REDIS_URL: redisUrl, KITH_TEST_SEED } = process.env;
const seed = Number(KITH_TEST_SEED ?? 1);
const subscribers = tier === 'long' ? 500 : 200;
const taskCount = tier === 'long' ? 200 : 80;

/** Subscribers come within so many milliseconds, while the service's jobs go on. */
const spanMs = 8_000;

const start =
  'mutation ($website: String!) { mapNetwork(input: { companyWebsite: $website }) { task { id } problems { code } } }';

const { key } = demoTeams.partner;

const pick = <Item>(random: () => number, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  assert.ok(item !== undefined);
  return item;
};

interface PacedService extends AsyncDisposable {
  readonly url: string;
  /** Companies to map: most are known to the service, the mapping of the others fails. */
  readonly websites: readonly string[];
  /** Lets the jobs begin. */
  begin(): void;
  /** Where the service itself says that a task stands. */
  statusOf(taskId: string): Promise<string>;
}

/** The data service over the sample set; its jobs, once they may begin, wait a little before each step. */
async function openPacedService(random: () => number): Promise<PacedService> {
  const size = sampleSize();
  const begun = Promise.withResolvers<void>();
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openTestStore({ seed: sampleSeed(size) }));
  const mapsCompanies = ({ kind }: { readonly kind: string }) => kind === mapCompanyKind;
  const service = opened.use(
    await openService({
      store,
      secret: 'a secret for tests, which is long enough',
      urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
      traffic: { load: noLoadGuard },
      allowPrivateCallbacks: true,
      beforeJob: (job) => (mapsCompanies(job) ? begun.promise.then(() => wait(random() * 8)) : undefined),
    }),
  );
  const known = sampleCompanies(size)
    .flatMap(({ company_info: info }) => info?.websites?.slice(0, 1) ?? [])
    .take(Math.ceil(taskCount * 0.8));
  const websites = [...new Set(known)];
  for (let number = 0; websites.length < taskCount; number++) websites.push(`nobody-${number}.example`);
  const closing = opened.move();
  return {
    url: service.url,
    websites,
    begin: begun.resolve,
    async statusOf(taskId) {
      const url = `${service.url}/v3/network-mapper/status?${new URLSearchParams({ task_id: taskId })}`;
      const response = await fetch(url, { headers: { 'x-api-key': key } });
      return (await response.json()).status;
    },
    async [Symbol.asyncDispose]() {
      begun.resolve();
      await closing.disposeAsync();
    },
  };
}

/** Starts a task; what takes longer than the graph gives the upstream is asked again, and has the same task. */
async function started(website: string, at: () => Replica): Promise<string> {
  for (;;) {
    const response = await fetch(`${at().url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ query: start, variables: { website } }),
    });
    const { data } = await response.json();
    if (typeof data?.mapNetwork?.task?.id === 'string') return data.mapNetwork.task.id;
    assert.equal(data?.mapNetwork?.problems[0]?.code, 'UPSTREAM_TIMEOUT');
  }
}

/** Follows a task to its end, over connections that it leaves and that break. */
async function follow(
  id: string,
  random: () => number,
  live: () => readonly Replica[],
  counts: Record<string, number>,
): Promise<string[]> {
  const history: string[] = [];
  for (;;) {
    const transport = random() < 0.5 ? 'webSocket' : 'sse';
    counts[transport] = (counts[transport] ?? 0) + 1;
    const leave = AbortSignal.timeout(200 + Math.floor(random() * 10_000));
    const variables = { id, after: history.at(-1) };
    const replica = pick(random, live());
    const events =
      transport === 'webSocket'
        ? followOverWebSocket(replica, variables, key, leave)
        : followOverSse(replica, { id }, key, history.at(-1), leave);
    try {
      for await (const { kind, status, final } of events) {
        if (kind === 'STATUS' && status !== null) history.push(status);
        if (final) return history;
        if (random() < 0.2) break;
      }
    } catch {
      counts.broken = (counts.broken ?? 0) + 1;
    }
    await wait(random() * 500);
  }
}

describe('subscribers, while all that can fail fails', {
  skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
}, () => {
  it('each have a history without gaps or repetitions, and the true end', { timeout: 300_000 }, async (context) => {
    const random = randomFrom(seed);
    const connections: Record<string, number> = {};
    const secret = randomUUID();
    await using service = await openPacedService(randomFrom(seed + 1));
    await using upstream = await openFaultyProxy({
      target: () => service.url,
      spoils: (path) => path.startsWith('/v3/network-mapper/status'),
      random: randomFrom(seed + 2),
    });
    // Like a balancer that does not know yet which replica is gone.
    const replicas: Replica[] = [];
    await using callbacks = await openFaultyProxy({
      target: () => pick(random, replicas).url,
      spoils: (path) => path.startsWith('/callbacks/'),
      random: randomFrom(seed + 3),
    });
    const options = {
      upstreamUrl: upstream.url,
      upstreamTimeoutMs: 2_000,
      polling: { firstMs: 100, longestMs: 1_000, leaseMs: 1_500 },
      redisUrl,
      secret,
      tracking: { secret, publicUrl: callbacks.url },
    } as const;
    replicas.push(...(await Promise.all([openReplica(options), openReplica(options)])));
    const [survivor, victim] = replicas;
    assert.ok(survivor && victim);
    let live: readonly Replica[] = replicas;
    try {
      const websites = service.websites.entries();
      const tasks: string[] = [];
      const starting = async () => {
        for (const [number, website] of websites) tasks[number] = await started(website, () => pick(random, replicas));
      };
      await Promise.all(Array.from({ length: 10 }, starting));
      service.begin();
      const following = Array.from({ length: subscribers }, async (_, number) => {
        const own = randomFrom(seed + 10_000 + number);
        const task = pick(own, tasks);
        await wait(own() * spanMs * 0.7);
        return { task, history: await follow(task, own, () => live, connections) };
      });
      await wait(spanMs / 2);
      live = [survivor];
      await victim.kill();
      const histories = await Promise.all(following);

      await using closing = new AsyncDisposableStack();
      const database = closing.use(new Database(':memory:'));
      const log = pino({ level: 'silent' });
      const state = await openState({
        families: stored.families,
        seal: new Seal({ secret }),
        redisUrl,
        database,
        now: Date.now,
        log,
      });
      closing.defer(() => state.close());
      const store = new TaskStore(state, 60_000);
      const owner = hashCredential(secret, upstream.url, { apiKey: key });
      let events = 0;
      const ends: Record<string, number> = {};
      for (const { task, history } of histories) {
        const order = (await store.observations({ owner, taskId: task })).map(({ status }) => status);
        assert.deepEqual(history, order.slice(order.indexOf(history[0] ?? '')), `${task} has the order ${order}`);
        const end = await service.statusOf(task);
        assert.equal(history.at(-1), end);
        ends[end] = (ends[end] ?? 0) + 1;
        events += history.length;
      }
      context.diagnostic(
        `seed ${seed}: ${subscribers} subscribers, ${tasks.length} tasks, ${events} events, ended ${JSON.stringify(ends)}`,
      );
      context.diagnostic(`connections ${JSON.stringify(connections)}`);
      context.diagnostic(`polls ${JSON.stringify(upstream.counts)}`);
      context.diagnostic(`callbacks ${JSON.stringify(callbacks.counts)}`);
      assert.deepEqual(Object.keys(ends).toSorted(), ['Mapped', 'MappingFailed']);
      for (const { counts } of [upstream, callbacks])
        for (const fault of ['dropped', 'errors', 'delayed', 'duplicated'] as const)
          assert.ok(counts[fault] > 0, fault);
    } finally {
      for (const replica of replicas) await replica.kill();
    }
  });
});
