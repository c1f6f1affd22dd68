import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { openWatched } from '../../../graph/features/watches/watched.ts';
import { ChangingNetwork } from '../../../support/changing-network.ts';
import { fastClock } from '../../../support/fast-clock.ts';
import { openReplica } from '../../../support/graph/graph-replica.ts';
import { openReceiver } from '../../../webhooks/receiver.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;
const noRedis = redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis';

interface Deliveries {
  readonly watches: readonly {
    readonly deliveries: readonly {
      readonly id: string;
      readonly attempts: number;
      readonly deliveredAt: string | null;
    }[];
  }[];
}

describe('deliveries of a watch', () => {
  it('that were given up are replayed, however many succeeded since', { timeout: 60_000 }, async () => {
    let status = 500;
    await using receiver = await openReceiver((_, response) => response.writeHead(status).end());
    await using watched = await openWatched();
    const { network, clock } = watched;
    const { id } = await watched.create({ webhook: { url: receiver.url } });
    const deliveries = async (first: number) =>
      (await watched.ask<Deliveries>(`{ watches { deliveries(first: ${first}) { id attempts deliveredAt } } }`))
        .watches[0]?.deliveries ?? [];
    network.join(clock.now(), network.connectors);
    await watched.pass(1);
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      while (((await deliveries(1))[0]?.attempts ?? 0) < attempt);
      // The longest pause is 33,000 s, and up to a tenth more.
      clock.advance(36_300_000);
    }
    status = 204;
    for (let count = 0; count < 1000; count += 1) network.join(clock.now(), network.connectors);
    await watched.pass(1);
    await receiver.nth(1009);
    while ((await deliveries(100)).some(({ deliveredAt }) => deliveredAt === null));
    const { replayDeliveries } = await watched.ask<{ replayDeliveries: { replayed: number } }>(
      `mutation { replayDeliveries(input: {id: "${id}"}) { replayed problems { message } } }`,
    );
    assert.equal(replayDeliveries.replayed, 1);
    const [first, again] = [await receiver.nth(1), await receiver.nth(1010)];
    assert.equal(again.headers['webhook-id'], first.headers['webhook-id']);
  });

  it('are made by another graph once the one that was about to has died', {
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
    timeout: 30_000,
  }, async () => {
    await using receiver = await openReceiver((_, response) => {
      if (receiver.received.length > 1) response.writeHead(204).end();
    });
    const key = randomUUID();
    // Five minutes pass in a quarter of a second, and a day in more than the test has.
    const time = { start: Date.now(), rate: 1200 };
    const clock = fastClock(time);
    await using network = new ChangingNetwork(1);
    const connector = network.addConnector();
    const { id: person } = network.join(clock.now() - 1e10, [connector]);
    const upstreamUrl = await network.listen();
    const open = () =>
      openReplica({
        ...{ upstreamUrl, redisUrl, time, secret: `secret of ${key}`, breaker: 'off' },
        watches: { allowPrivate: true, leaseMs: 500 },
      });
    await using one = await open();
    const ask = async (query: string, variables: object) => {
      const answer = await fetch(`${one.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({ query, variables }),
      });
      const { data } = await answer.json();
      return data;
    };
    const { createWatch } = await ask(
      'mutation ($input: CreateWatchInput!) { createWatch(input: $input) { watch { id } problems { message } } }',
      { input: { name: 'all', of: 'NETWORK', everyMinutes: 5, webhook: { url: receiver.url } } },
    );
    const { id } = createWatch.watch;
    while (!(await ask('{ watches { lastPollAt } }', {})).watches[0].lastPollAt);
    Object.assign(network.members.get(person) ?? {}, { title: 'Astronaut', updatedAt: clock.now() });
    const first = await receiver.nth(1);
    await ask('mutation ($id: ID!) { updateWatch(input: {id: $id, everyMinutes: 1440}) { problems { message } } }', {
      id,
    });
    await using _other = await open();
    await one.kill();
    const second = await receiver.nth(2);
    assert.equal(second.headers['webhook-id'], first.headers['webhook-id']);
  });
});

describe('changes of a watch that are made at once', { skip: noRedis }, () => {
  it('do not undo each other, and leave one standing session', { timeout: 30_000 }, async () => {
    await using watched = await openWatched({ redisUrl, secret: randomUUID() });
    const { id } = await watched.create();
    const url = 'https://app.example/hook';
    const change = (input: string) =>
      watched.ask(`mutation { updateWatch(input: {id: "${id}", ${input}}) { problems { message } } }`);
    await Promise.all([
      change('resume: true'),
      change('resume: true'),
      change(`webhook: {url: "${url}"}`),
      change('resume: true'),
    ]);
    const answer = await fetch(`${watched.graph.graph.url}/session`, { headers: { 'x-api-key': 'key' } });
    assert.equal((await answer.json()).standing.length, 1);
    await watched.pass(1);
    const { watches } = await watched.ask<{ watches: object[] }>('{ watches { state webhook { url } } }');
    assert.deepEqual(watches, [{ state: 'CURRENT', webhook: { url } }]);
  });
});
