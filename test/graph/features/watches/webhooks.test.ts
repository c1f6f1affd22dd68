import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { Database } from '../../../../src/graph/state/database.ts';
import { openReceiver, type Received } from '../../../webhooks/receiver.ts';
import { openNetwork, openWatched, type Watched } from './watched.ts';

const hourMs = 3_600_000;

/** Has somebody move, and the watch see it. */
async function move({ network, clock, pass }: Watched): Promise<string> {
  const member = network.someone();
  Object.assign(member, { employer: `Kestrel ${clock.now()}`, updatedAt: clock.now() });
  await pass(1);
  return member.id;
}

/** Whether a message is signed with a secret, at the time that it says, which is the test's. */
const isSignedBy = (secret: string | null, { headers, body }: Received): boolean => {
  const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
  const signature = new Webhook(secret ?? '').sign(String(headers['webhook-id']), sentAt, body);
  return headers['webhook-signature'] === signature;
};

const deliveriesQuery =
  '{ watches { deliveries { id attempts outcome deliveredAt nextAttemptAt } webhook { goneAt } } }';

interface Deliveries {
  readonly watches: readonly {
    readonly deliveries: readonly {
      readonly id: string;
      readonly attempts: number;
      readonly outcome: string | null;
      readonly deliveredAt: string | null;
      readonly nextAttemptAt: string | null;
    }[];
    readonly webhook: { readonly goneAt: string | null } | null;
  }[];
}

/** The only delivery, once it was tried so often. */
async function deliveryAfter(watched: Watched, attempts: number) {
  for (;;) {
    const [watch] = (await watched.ask<Deliveries>(deliveriesQuery)).watches;
    const [delivery] = watch?.deliveries ?? [];
    if (delivery && delivery.attempts >= attempts) return { ...delivery, goneAt: watch?.webhook?.goneAt };
  }
}

describe('the webhook of a watch', () => {
  it('gets each change, signed, as ids and a kind', async () => {
    await using receiver = await openReceiver();
    await using watched = await openWatched();
    const { id, secret } = await watched.create({ webhook: { url: receiver.url } });
    const person = await move(watched);
    const received = await receiver.nth(1);
    const [change] = await watched.changes(id);
    assert.equal(received.headers['webhook-id'], change?.id);
    const { type, data } = JSON.parse(received.body);
    assert.deepEqual([type, data], ['network.person.moved', { watch: id, change: 'MOVED', profile_id: person }]);
    assert.ok(isSignedBy(secret, received));
  });

  it('gets facts where it asks for them, and nobody’s name', async () => {
    await using receiver = await openReceiver();
    await using watched = await openWatched();
    await watched.create({ webhook: { url: receiver.url, facts: true } });
    await move(watched);
    const { body } = await receiver.nth(1);
    const { data } = JSON.parse(body);
    assert.match(data.after.employer, /^Kestrel/);
    assert.equal(data.still_matches, true);
    assert.doesNotMatch(body, /Person /);
  });

  it('is tried again under the same id after a 500, nine times in all', async () => {
    let status = 500;
    await using receiver = await openReceiver((_, response) => response.writeHead(status).end());
    await using watched = await openWatched();
    await watched.create({ webhook: { url: receiver.url } });
    await move(watched);
    const { outcome, deliveredAt, nextAttemptAt } = await deliveryAfter(watched, 1);
    assert.deepEqual([outcome, deliveredAt], ['HTTP 500.', null]);
    const pauseMs = Date.parse(nextAttemptAt ?? '') - watched.clock.now();
    assert.ok(pauseMs >= 5000 && pauseMs <= 5500, `${pauseMs}`);
    for (let attempt = 2; attempt <= 9; attempt += 1) {
      // The longest pause is 9.2 hours, and up to a tenth longer.
      watched.clock.advance(11 * hourMs);
      await deliveryAfter(watched, attempt);
    }
    const last = await deliveryAfter(watched, 9);
    assert.deepEqual([last.nextAttemptAt, last.deliveredAt], [null, null]);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
    status = 204;
    const { replayDeliveries } = await watched.ask<{ replayDeliveries: { replayed: number } }>(
      `mutation { replayDeliveries(input: {id: "${last.id.split('.')[0]}"}) { replayed problems { message } } }`,
    );
    assert.equal(replayDeliveries.replayed, 1);
    const tenth = await receiver.nth(10);
    assert.equal(tenth.headers['webhook-id'], last.id);
  });

  it('gets nothing more after a 410, until it is set again', async () => {
    let status = 410;
    await using receiver = await openReceiver((_, response) => response.writeHead(status).end());
    await using watched = await openWatched();
    const { id } = await watched.create({ webhook: { url: receiver.url } });
    await move(watched);
    await receiver.nth(1);
    while ((await deliveryAfter(watched, 1)).goneAt === null);
    await move(watched);
    status = 204;
    await watched.ask(
      `mutation { updateWatch(input: {id: "${id}", webhook: {url: "${receiver.url}"}}) { problems { message } } }`,
    );
    // What came meanwhile waits.
    await receiver.nth(2);
    const changes = await watched.changes(id);
    assert.deepEqual(
      receiver.received.map(({ headers }) => headers['webhook-id']),
      changes.map((change) => change.id),
    );
  });

  it('gets what its former URL answers with a 410 after it was replaced', async () => {
    const asked = Promise.withResolvers<void>();
    const replaced = Promise.withResolvers<void>();
    await using former = await openReceiver(async (_, response) => {
      asked.resolve();
      await replaced.promise;
      response.writeHead(410).end();
    });
    await using receiver = await openReceiver();
    await using watched = await openWatched();
    const { id } = await watched.create({ webhook: { url: former.url } });
    await move(watched);
    await asked.promise;
    await watched.ask(
      `mutation { updateWatch(input: {id: "${id}", webhook: {url: "${receiver.url}"}}) { problems { message } } }`,
    );
    replaced.resolve();
    const { goneAt } = await deliveryAfter(watched, 1);
    assert.equal(goneAt, null);
    await move(watched);
    await receiver.nth(2);
    const changes = await watched.changes(id);
    assert.deepEqual(
      new Set(receiver.received.map(({ headers }) => headers['webhook-id'])),
      new Set(changes.map((change) => change.id)),
    );
  });

  it('waits for no answer that does not come', async () => {
    await using receiver = await openReceiver(() => undefined);
    await using watched = await openWatched({ watches: { allowPrivate: true, timeoutMs: 50 } });
    await watched.create({ webhook: { url: receiver.url } });
    await move(watched);
    const { outcome, deliveredAt, nextAttemptAt } = await deliveryAfter(watched, 1);
    assert.deepEqual([outcome, deliveredAt], ['No answer within 0.05 s.', null]);
    assert.ok(nextAttemptAt);
  });

  it('gets what is due after a restart, before the next poll', { timeout: 20_000 }, async () => {
    let status = 500;
    await using receiver = await openReceiver((_, response) => response.writeHead(status).end());
    using database = new Database(':memory:');
    const over = await openNetwork();
    await using _network = over.network;
    {
      await using watched = await openWatched({ database }, over);
      await watched.create({ webhook: { url: receiver.url } });
      await move(watched);
      await deliveryAfter(watched, 1);
    }
    status = 204;
    over.clock.advance(6000);
    await using _again = await openWatched({ database }, over);
    const [first, second] = [await receiver.nth(1), await receiver.nth(2)];
    assert.equal(second.headers['webhook-id'], first.headers['webhook-id']);
  });

  it('follows no redirect', async () => {
    await using target = await openReceiver();
    await using receiver = await openReceiver((_, response) => response.writeHead(307, { location: target.url }).end());
    await using watched = await openWatched();
    await watched.create({ webhook: { url: receiver.url } });
    await move(watched);
    assert.equal((await deliveryAfter(watched, 1)).outcome, 'HTTP 307.');
    assert.equal(target.received.length, 0);
  });

  it('is on a public host, over https', async () => {
    await using watched = await openWatched({ watches: { allowPrivate: false } });
    for (const url of [
      'http://app.example/hook',
      'https://127.0.0.1/hook',
      'https://10.0.0.1/hook',
      'https://printer.local/',
    ])
      await assert.rejects(watched.create({ webhook: { url } }), /must be an https URL on a public host/);
  });

  it('is tried by a message that is signed as a real one', async () => {
    await using receiver = await openReceiver();
    await using watched = await openWatched();
    const { id, secret } = await watched.create({ webhook: { url: receiver.url } });
    const answer = await watched.ask<{ testWatch: object }>(
      `mutation { testWatch(input: {id: "${id}"}) { delivered outcome problems { message } } }`,
    );
    assert.deepEqual(answer.testWatch, { delivered: true, outcome: 'HTTP 204.', problems: [] });
    const received = await receiver.nth(1);
    assert.equal(JSON.parse(received.body).type, 'network.test');
    assert.ok(isSignedBy(secret, received));
  });

  it('is tried again when its receiver says, up to a day later', async () => {
    for (const [asked, minMs] of [
      ['3600', hourMs],
      ['9999999', 24 * hourMs],
    ] as const) {
      await using receiver = await openReceiver((_, response) =>
        response.writeHead(429, { 'retry-after': asked }).end(),
      );
      await using watched = await openWatched();
      await watched.create({ webhook: { url: receiver.url } });
      await move(watched);
      const { nextAttemptAt } = await deliveryAfter(watched, 1);
      const pauseMs = Date.parse(nextAttemptAt ?? '') - watched.clock.now();
      assert.ok(pauseMs >= minMs && pauseMs <= 1.1 * minMs, `${pauseMs}`);
    }
  });

  it('is shown, and sent again, in the order of the log', async () => {
    await using receiver = await openReceiver();
    await using watched = await openWatched();
    const { id } = await watched.create({ webhook: { url: receiver.url } });
    for (const member of [...watched.network.members.values()].slice(0, 14))
      Object.assign(member, { title: 'Astronaut', updatedAt: watched.clock.now() });
    await watched.pass(1);
    await receiver.nth(14);
    const numbers = async () => {
      const [watch] = (
        await watched.ask<{ watches: { deliveries: { id: string; deliveredAt: string | null }[] }[] }>(
          '{ watches { deliveries(first: 4) { id deliveredAt } } }',
        )
      ).watches;
      return watch?.deliveries ?? [];
    };
    let shown = await numbers();
    while (!shown.every(({ deliveredAt }) => deliveredAt)) shown = await numbers();
    const all = await watched.changes(id);
    assert.deepEqual(
      shown.map((one) => one.id),
      all
        .slice(-4)
        .map((one) => one.id)
        .toReversed(),
    );
  });

  it('gets nothing while its watch is paused, and nothing once its session is revoked', async () => {
    let status = 500;
    await using receiver = await openReceiver((_, response) => response.writeHead(status).end());
    await using watched = await openWatched();
    const { id } = await watched.create({ webhook: { url: receiver.url } });
    await move(watched);
    await deliveryAfter(watched, 1);
    const update = (input: string) =>
      watched.ask(`mutation { updateWatch(input: {id: "${id}", ${input}}) { problems { message } } }`);
    await update('paused: true');
    status = 204;
    watched.clock.advance(hourMs);
    await update('name: "wakes the sender"');
    assert.equal((await deliveryAfter(watched, 1)).attempts, 1);
    await update('paused: false');
    await receiver.nth(2);
    status = 500;
    await move(watched);
    await receiver.nth(3);
    const { sessions, standing } = await (
      await fetch(`${watched.graph.graph.url}/session`, { headers: { 'x-api-key': 'key' } })
    ).json();
    assert.deepEqual(sessions, []);
    const answer = await fetch(`${watched.graph.graph.url}/session/${standing[0].id}`, {
      method: 'DELETE',
      headers: { 'x-api-key': 'key' },
    });
    assert.equal(answer.status, 204);
    watched.clock.advance(hourMs);
    while ((await watched.stateOf(id)).state !== 'KEY_REFUSED') await new Promise((resolve) => setImmediate(resolve));
    assert.equal(receiver.received.length, 3);
  });

  it('has a secret of its own, and the former one signs for a day more when it is rotated', async () => {
    await using receiver = await openReceiver();
    await using other = await openReceiver();
    await using watched = await openWatched();
    const { id, secret } = await watched.create({ webhook: { url: receiver.url } });
    const update = async (input: string) =>
      (
        await watched.ask<{ updateWatch: { secret: string | null } }>(
          `mutation { updateWatch(input: {id: "${id}", ${input}}) { secret problems { message } } }`,
        )
      ).updateWatch.secret;
    const signatures = ({ headers }: Received) => String(headers['webhook-signature']).split(' ');
    const rotated = await update('rotateSecret: true');
    assert.ok(rotated && rotated !== secret);
    await move(watched);
    assert.equal(signatures(await receiver.nth(1)).length, 2);
    watched.clock.advance(24 * hourMs);
    await move(watched);
    const later = await receiver.nth(2);
    assert.deepEqual([signatures(later).length, isSignedBy(rotated, later)], [1, true]);
    const ofOther = await update(`webhook: {url: "${other.url}"}`);
    assert.ok(ofOther && ofOther !== rotated);
    await move(watched);
    const received = await other.nth(1);
    assert.deepEqual([signatures(received).length, isSignedBy(ofOther, received)], [1, true]);
  });

  it('is not said to be sent again after a 410', async () => {
    await using receiver = await openReceiver((_, response) => response.writeHead(410).end());
    await using watched = await openWatched();
    const { id } = await watched.create({ webhook: { url: receiver.url } });
    await move(watched);
    while ((await deliveryAfter(watched, 1)).goneAt === null);
    const { replayDeliveries } = await watched.ask<{
      replayDeliveries: { replayed: number; problems: { message: string }[] };
    }>(`mutation { replayDeliveries(input: {id: "${id}"}) { replayed problems { message } } }`);
    assert.equal(replayDeliveries.replayed, 0);
    assert.match(replayDeliveries.problems[0]?.message ?? '', /HTTP 410/);
  });
});
