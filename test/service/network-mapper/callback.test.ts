import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { showCallbackSecret } from '../../../src/store/team/callback-secret.ts';
import { present, teams } from '../../support/cast/cast.ts';
import { type CastService, openCast } from '../../support/service.ts';
import { openReceiver, type Received } from '../../webhooks/receiver.ts';
import { jobGate } from '../jobs/job-gate.ts';
import { forgetMappings, started } from './mapper.ts';

const brightwater = { query: { match_all: {} }, mapping_company_website: 'brightwater.example' };

const rows = (service: CastService) =>
  service.store.db
    .selectFrom('callback')
    .select(['url', 'attempts', 'next_attempt_at', 'delivered_at', 'last_outcome'])
    .orderBy('created_at')
    .execute();

/** The message, if the team's secret signed it. */
async function verified(service: CastService, { headers, body }: Received): Promise<unknown> {
  const secret = await showCallbackSecret(service.store.db, teams.harbor.id);
  return new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  });
}

describe('a callback', () => {
  const gate = jobGate();
  let time = present.getTime();
  let service: CastService;
  before(async () => {
    service = await openCast({
      allowPrivateCallbacks: true,
      now: () => new Date(time),
      beforeJob: gate.beforeJob,
    });
  });
  afterEach(async () => {
    gate.open();
    await forgetMappings(service);
  });
  after(() => service.close());

  it('tells, signed with the team’s secret, that the mapping has completed [callback.tells-signed-teams]', async () => {
    await using receiver = await openReceiver();
    // A signature is good for five minutes of real time.
    time = Date.now();
    const task = await started(service, { ...brightwater, callback_url: receiver.url });
    await service.context.jobs.idle();
    const { timestamp, ...message } = (await verified(service, await receiver.nth(1))) as { timestamp: string };
    assert.deepEqual(message, {
      type: 'network_mapper.mapping.completed',
      data: { task_id: task, status: 'Mapped' },
    });
    assert.equal(new Date(timestamp).toISOString(), timestamp);
    assert.equal(receiver.received.length, 1);
    const [row] = await rows(service);
    assert.deepEqual([row?.attempts, row?.next_attempt_at, row?.last_outcome], [1, null, 'HTTP 204.']);
    assert.ok(row?.delivered_at);
  });

  it('tells that it has failed [callback.tells-failed]', async () => {
    await using receiver = await openReceiver();
    const unknown = { ...brightwater, mapping_company_website: 'atlantis.example' };
    const task = await started(service, { ...unknown, callback_url: receiver.url });
    assert.deepEqual(JSON.parse((await receiver.nth(1)).body), {
      type: 'network_mapper.mapping.failed',
      timestamp: new Date(time).toISOString(),
      data: { task_id: task, status: 'MappingFailed' },
    });
    await service.context.jobs.idle();
  });

  it('comes once to each URL that was given while the task ran', async () => {
    await using one = await openReceiver();
    await using other = await openReceiver();
    gate.close('map-company');
    for (const url of [one.url, other.url, one.url]) await started(service, { ...brightwater, callback_url: url });
    await started(service, brightwater);
    gate.open();
    await service.context.jobs.idle();
    assert.deepEqual([one.received.length, other.received.length], [1, 1]);
    assert.notEqual(one.received[0]?.headers['webhook-id'], other.received[0]?.headers['webhook-id']);
  });

  it('goes to twenty URLs of one task at most', async () => {
    gate.close('map-company');
    const ask = (at: number) =>
      service.post('harbor', '/v3/network-mapper', { ...brightwater, callback_url: `http://localhost:1/${at}` });
    for (let at = 0; at < 20; at += 1) assert.equal((await ask(at)).status, 202);
    const { status, body } = await ask(20);
    assert.deepEqual([status, (await rows(service)).length], [400, 20]);
    assert.match(JSON.stringify(body), /callback_url: must be one of the 20 that the running task already calls/);
    assert.equal((await ask(7)).status, 202);
    await service.store.db.deleteFrom('callback').execute();
  });

  it('is tried again with growing pauses, under one id, until it is delivered [callback.tried-again-growing]', async () => {
    let answers = 0;
    await using receiver = await openReceiver((_, response) => {
      answers += 1;
      response.writeHead(answers < 3 ? 503 : 200).end();
    });
    await started(service, { ...brightwater, callback_url: receiver.url });
    await service.context.jobs.idle();
    const [first] = await rows(service);
    assert.equal(first?.last_outcome, 'HTTP 503.');
    assert.deepEqual(first.next_attempt_at, new Date(time + 5000));
    time += 5000;
    await service.context.jobs.idle();
    time += 29_999;
    await service.context.jobs.idle();
    assert.equal(receiver.received.length, 2);
    time += 1;
    await service.context.jobs.idle();
    assert.equal(receiver.received.length, 3);
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
    const [last] = await rows(service);
    assert.deepEqual(last, {
      ...first,
      attempts: 3,
      next_attempt_at: null,
      delivered_at: new Date(time),
      last_outcome: 'HTTP 200.',
    });
    time += 86_400_000;
    await service.context.jobs.idle();
    assert.equal(receiver.received.length, 3);
  });

  it('is given up after nine attempts within 24 hours [callback.given-up-after]', async () => {
    await using receiver = await openReceiver((_, response) => response.writeHead(500).end());
    const begun = time;
    await started(service, { ...brightwater, callback_url: receiver.url });
    await service.context.jobs.idle();
    for (;;) {
      const [row] = await rows(service);
      if (!row?.next_attempt_at) break;
      time = row.next_attempt_at.getTime();
      await service.context.jobs.idle();
    }
    assert.equal(receiver.received.length, 9);
    const tookHours = (time - begun) / 3_600_000;
    assert.ok(tookHours > 23 && tookHours < 24, `${tookHours}`);
    const [row] = await rows(service);
    assert.deepEqual([row?.attempts, row?.delivered_at, row?.last_outcome], [9, null, 'HTTP 500.']);
  });

  it('is given up at once where the receiver answers 410 [callback.given-up-once]', async () => {
    await using receiver = await openReceiver((_, response) => response.writeHead(410).end());
    await started(service, { ...brightwater, callback_url: receiver.url });
    await service.context.jobs.idle();
    time += 86_400_000;
    await service.context.jobs.idle();
    assert.equal(receiver.received.length, 1);
    const [row] = await rows(service);
    assert.deepEqual([row?.delivered_at, row?.next_attempt_at], [null, null]);
  });
});

describe('a callback in production', () => {
  it('is not sent to a private address, whatever was stored', async () => {
    await using receiver = await openReceiver();
    const gate = jobGate();
    gate.close('map-company');
    await using service = await openCast({ beforeJob: gate.beforeJob });
    await started(service, { ...brightwater, callback_url: 'https://hooks.example/' });
    await service.store.db.updateTable('callback').set({ url: receiver.url }).execute();
    gate.open();
    await service.context.jobs.idle();
    assert.equal(receiver.received.length, 0);
    const [row] = await rows(service);
    assert.equal(row?.last_outcome, 'Callbacks are not sent to this URL.');
  });
});
