import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { ChangingNetwork } from '../../../support/changing-network.ts';
import { fastClock } from '../../../support/fast-clock.ts';
import { openReplica, type Replica } from '../../../support/graph/graph-replica.ts';
import { randomFrom } from '../../../support/random.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;
const seed = Number(process.env.KITH_PROPERTY_SEED ?? 20261125);

/** Five minutes, the shortest interval, pass in a quarter of a second. */
const rate = 1200;
const kills = 20;

interface Change {
  readonly id: string;
  readonly profileId: string;
  readonly before: { readonly title: string };
  readonly after: { readonly title: string };
}

async function ask<Data>({ url }: Replica, key: string, query: string): Promise<Data> {
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = await answer.json();
  if (!data || errors) throw new Error(JSON.stringify(errors));
  return data;
}

describe(`two graphs that watch one network, and are killed (seed ${seed})`, {
  skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
}, () => {
  it('tell each change once, in one order', { timeout: 600_000 }, async (t) => {
    const random = randomFrom(seed);
    const key = randomUUID();
    const time = { start: Date.now(), rate };
    const clock = fastClock(time);
    await using network = new ChangingNetwork(seed);
    const connector = network.addConnector();
    for (let at = 0; at < 50; at += 1) network.join(clock.now() - 1e10, [connector]);
    const upstreamUrl = await network.listen();
    const open = () =>
      openReplica({
        ...{ upstreamUrl, redisUrl, time, secret: `secret of ${key}`, breaker: 'off' },
        watches: { allowPrivate: true, leaseMs: 500 },
      });
    const replicas = await Promise.all([open(), open()]);
    await using _closing = {
      [Symbol.asyncDispose]: async () => void (await Promise.all(replicas.map((one) => one.kill()))),
    };
    const made = await ask<{ createWatch: { watch: { id: string } } }>(
      replicas[0],
      key,
      'mutation { createWatch(input: {name: "all", of: NETWORK, everyMinutes: 5}) { watch { id } problems { message } } }',
    );
    const { id: watch } = made.createWatch.watch;
    const living = () => replicas[0];
    while (
      !(await ask<{ watches: { lastPollAt: string | null }[] }>(living(), key, '{ watches { lastPollAt } }')).watches[0]
        ?.lastPollAt
    )
      await pause(20);
    const titles = new Map([...network.members.values()].map(({ id, title }) => [id, title]));

    let isChanging = true;
    const changing = (async () => {
      for (let step = 0; isChanging; step += 1) {
        Object.assign(network.someone(), { title: `title ${step}`, updatedAt: clock.now() });
        await pause(10);
      }
    })();
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(100 + random() * 400);
      const at = random() < 0.5 ? 0 : 1;
      await replicas[at].kill();
      replicas[at] = await open();
    }
    isChanging = false;
    await changing;

    /** The changes that come after those found already, added to them. */
    const readOn = async (replica: Replica, found: Change[] = []): Promise<Change[]> => {
      for (;;) {
        const since = found.at(-1)?.id;
        const { networkChanges } = await ask<{ networkChanges: { nodes: Change[] } }>(
          replica,
          key,
          `{ networkChanges(watch: "${watch}", first: 1000${since === undefined ? '' : `, since: "${since}"`}) {
            nodes { id profileId ... on PersonMoved { before { title } after { title } } }
          } }`,
        );
        found.push(...networkChanges.nodes);
        if (networkChanges.nodes.length < 1000) return found;
      }
    };
    const last = (changes: readonly Change[]) =>
      new Map(changes.map(({ profileId, after }) => [profileId, after.title]));
    const isComplete = (changes: readonly Change[]) => {
      const told = last(changes);
      return [...network.members.values()].every(({ id, title }) => (told.get(id) ?? titles.get(id)) === title);
    };
    const [one, other] = replicas;
    const changes = await readOn(one);
    while (!isComplete(changes)) {
      await pause(100);
      await readOn(one, changes);
    }
    assert.ok(changes.length > kills, `${changes.length} changes were told`);
    assert.equal(new Set(changes.map(({ id }) => id)).size, changes.length);
    for (const { profileId, before, after } of changes) {
      assert.equal(before.title, titles.get(profileId), 'each change follows from the one before');
      titles.set(profileId, after.title);
    }
    assert.deepEqual(await readOn(other), changes);
    t.diagnostic(`${changes.length} changes over ${kills} kills`);
  });
});
