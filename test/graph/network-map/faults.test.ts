import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { hashCredential } from '../../../src/graph/journal/credential-hash.ts';
import { RedisJournal } from '../../../src/graph/journal/redis.ts';
import { openReplica, type Replica } from '../../support/graph-replica.ts';
import { randomFrom } from '../../support/random.ts';
import { followOverSse, followOverWebSocket, partnerKey } from '../../support/task-graph.ts';
import { openTaskUpstream, type TaskUpstream, type UpstreamTask } from '../../support/task-upstream.ts';

const { KITH_TEST_REDIS_URL: redisUrl, KITH_TEST_SEED, KITH_TEST_SUBSCRIBERS, KITH_TEST_TASKS } = process.env;
const seed = Number(KITH_TEST_SEED ?? 1);
const subscribers = Number(KITH_TEST_SUBSCRIBERS ?? 500);
const taskCount = Number(KITH_TEST_TASKS ?? 200);

/** Within so many milliseconds the upstream moves each task to its end. */
const spanMs = 8_000;

const start = 'mutation ($website: String!) { mapNetwork(companyWebsite: $website) { ... on MappingTask { id } } }';

const pick = <Item>(random: () => number, items: readonly Item[]): Item => {
  const item = items[Math.floor(random() * items.length)];
  assert.ok(item !== undefined);
  return item;
};

/** The way between graph and upstream loses, delays and spoils one in three status calls. */
function spoil(upstream: TaskUpstream, random: () => number, counts: Record<string, number>): void {
  upstream.fault = ({ path }) => {
    if (path !== '/v3/network-mapper/status') return undefined;
    const chance = random();
    const kind = chance < 0.1 ? 'dropped' : chance < 0.2 ? 'failed' : chance < 0.35 ? 'delayed' : undefined;
    if (!kind) return undefined;
    counts[kind] = (counts[kind] ?? 0) + 1;
    return kind === 'dropped' ? 'drop' : kind === 'failed' ? { status: 503 } : { delayMs: random() * 500 };
  };
}

/** Moves a task to its end, and calls back never, once or more than once, now or later. */
async function move(task: UpstreamTask, random: () => number, replicas: readonly Replica[]): Promise<void> {
  await wait(random() * spanMs * 0.6);
  if (random() < 0.8) task.status = 'MappingInProgress';
  await wait(random() * spanMs * 0.4);
  task.status = random() < 0.8 ? 'Mapped' : 'MappingFailed';
  for (let calls = Math.floor(random() * 3); calls > 0; calls--) {
    await wait(random() * 500);
    const path = new URL(task.callbackUrl ?? '').pathname;
    // A callback may be lost, as one to a replica that is gone is.
    await fetch(`${pick(random, replicas).url}${path}`, { method: 'POST' }).catch(() => undefined);
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
    const leave = AbortSignal.timeout(200 + Math.floor(random() * 3_000));
    const variables = { id, after: history.at(-1) };
    const replica = pick(random, live());
    const events =
      transport === 'webSocket'
        ? followOverWebSocket(replica, variables, partnerKey, leave)
        : followOverSse(replica, { id }, partnerKey, history.at(-1), leave);
    try {
      for await (const { kind, status, final } of events) {
        if (kind === 'STATUS' && status !== null) history.push(status);
        if (final) return history;
        if (random() < 0.2) break;
      }
    } catch {
      counts.broken = (counts.broken ?? 0) + 1;
    }
    await wait(random() * 200);
  }
}

describe('subscribers, while all that can fail fails', {
  skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
}, () => {
  it('each have a history without gaps or repetitions, and the true end', { timeout: 120_000 }, async (context) => {
    const random = randomFrom(seed);
    const counts: Record<string, number> = {};
    const secret = randomUUID();
    const journalUrl = redisUrl ?? '';
    await using upstream = await openTaskUpstream();
    const options = {
      upstreamUrl: upstream.url,
      upstreamTimeoutMs: 2_000,
      pace: { firstMs: 100, longestMs: 1_000, leaseMs: 1_500 },
      tracking: { secret, journal: { kind: 'redis', url: journalUrl }, publicUrl: 'http://graph.example' },
    } as const;
    const replicas = await Promise.all([openReplica(options), openReplica(options)]);
    const [survivor, victim] = replicas;
    assert.ok(survivor && victim);
    let live: readonly Replica[] = replicas;
    try {
      const tasks = await Promise.all(
        Array.from({ length: taskCount }, async (_, number) => {
          const response = await fetch(`${pick(random, replicas).url}/graphql`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-api-key': partnerKey },
            body: JSON.stringify({ query: start, variables: { website: `company-${number}.example` } }),
          });
          const task = upstream.tasks.get((await response.json()).data.mapNetwork.id);
          assert.ok(task);
          return task;
        }),
      );
      spoil(upstream, randomFrom(seed + 1), counts);
      const moving = tasks.map((task, number) => move(task, randomFrom(seed + 100 + number), replicas));
      const following = Array.from({ length: subscribers }, async (_, number) => {
        const own = randomFrom(seed + 10_000 + number);
        const task = pick(own, tasks);
        await wait(own() * spanMs * 0.7);
        return { task, history: await follow(task.id, own, () => live, counts) };
      });
      await wait(spanMs / 2);
      live = [survivor];
      await victim.kill();
      const histories = await Promise.all(following);
      await Promise.all(moving);

      await using closing = new AsyncDisposableStack();
      const journal = await RedisJournal.open({ url: journalUrl, retentionMs: 60_000, log: pino({ level: 'silent' }) });
      closing.defer(() => journal.close());
      const owner = hashCredential(secret, upstream.url, { apiKey: partnerKey });
      let events = 0;
      for (const { task, history } of histories) {
        const order = (await journal.observations({ owner, taskId: task.id })).map(({ status }) => status);
        assert.deepEqual(history, order.slice(order.indexOf(history[0] ?? '')), `${task.id} has the order ${order}`);
        assert.equal(history.at(-1), task.status);
        events += history.length;
      }
      context.diagnostic(
        `seed ${seed}: ${subscribers} subscribers, ${taskCount} tasks, ${upstream.looks} looks, ${events} events, ${JSON.stringify(counts)}`,
      );
      assert.ok((counts.dropped ?? 0) > 0 && (counts.failed ?? 0) > 0 && (counts.delayed ?? 0) > 0);
    } finally {
      for (const replica of replicas) await replica.kill();
    }
  });
});
