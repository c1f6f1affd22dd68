import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Redis } from 'ioredis';
import pino from 'pino';
import { Agent, request } from 'undici';
import { openGraph } from '../../../../../src/graph/server.ts';
import { Database } from '../../../../../src/graph/state/database.ts';
import { noLoadGuard } from '../../../../../src/http/limits/load-guard.ts';
import { keyOf, people } from '../../../../support/cast/cast.ts';
import { administer } from '../../../../support/graph/administer.ts';
import { openReplica } from '../../../../support/graph/graph-replica.ts';
import { temporaryDirectory } from '../../../../support/kith.ts';
import { openRecorder } from '../../../../support/network/recorder.ts';
import { openCast } from '../../../../support/service.ts';
import { until } from '../../../../support/until.ts';

const { KITH_TEST_REDIS_URL, KITH_TEST_PURSE_CLIENTS, KITH_TEST_PURSE_OPERATIONS } = process.env;
/** A database of its own, in which all holders may be declared dead. */
const redisUrl = KITH_TEST_REDIS_URL && new URL('/10', KITH_TEST_REDIS_URL).href;
const clients = Number(KITH_TEST_PURSE_CLIENTS ?? 16);
const operations = Number(KITH_TEST_PURSE_OPERATIONS ?? 100);
const workers = 4;

const key = keyOf('orchard');
const ids = Object.values(people).map(({ id }) => id);
const query = `query ($id: ID!) { profile(by: { id: $id }) { __typename ... on Profile { about } ... on CreditLimit { scope } } }`;

/** What became of the operations. */
interface Counts {
  bought: number;
  refused: number;
  /** Their worker died before they were answered. */
  lost: number;
}

describe('a purse, while workers are killed', {
  skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
}, () => {
  it('is never overspent, and strands no more than the uncertain calls', async (context) => {
    const total = Math.floor((clients * operations) / 10);
    const secret = randomUUID();
    await using closing = new AsyncDisposableStack();
    const service = await openCast();
    closing.defer(() => service.store.close());
    closing.use(service);
    const redis = new Redis(redisUrl ?? '');
    closing.defer(async () => void (await redis.quit()));
    const options = { upstreamUrl: service.url, redisUrl, secret, credits: { cache: { keepMs: 0 } } };
    const replicas = await Promise.all(Array.from({ length: workers }, () => openReplica(options)));
    for (const replica of replicas) closing.use(replica);
    const agent = closing.adopt(new Agent({ connections: clients }), (one) => one.close());
    const send = async (
      url: string,
      method: 'GET' | 'POST',
      headers: Readonly<Record<string, string>>,
      body?: object,
    ) => {
      const answer = await request(url, {
        dispatcher: agent,
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        body: body ? JSON.stringify(body) : null,
      });
      return { status: answer.statusCode, body: JSON.parse(await answer.body.text()) };
    };

    const [survivor] = replicas;
    assert.ok(survivor);
    const made = await send(`${survivor.url}/session`, 'POST', { 'x-api-key': key }, { total, label: 'the purse' });
    assert.equal(made.status, 200);
    const headers = { authorization: `Bearer ${made.body.token}`, 'x-kith-max-age': '0' };
    const alive = [...replicas];
    const counts: Counts = { bought: 0, refused: 0, lost: 0 };
    // The first dies when a quarter of the purse is spent, the second at half of it, whatever they are doing.
    const killing: Promise<void>[] = [];
    const deaths = [0.25, 0.5].map((part) => Math.floor(total * part));

    const buy = async (client: number, number: number): Promise<void> => {
      const worker = alive[(client + number) % alive.length];
      assert.ok(worker);
      const variables = { id: ids[(client + number) % ids.length] };
      const answer = await send(`${worker.url}/graphql`, 'POST', headers, { query, variables }).catch(() => undefined);
      if (!answer) {
        counts.lost += 1;
        return;
      }
      const { data, errors } = answer.body;
      assert.equal(errors, undefined);
      if (data.profile.__typename === 'Profile') counts.bought += 1;
      else {
        assert.deepEqual(data.profile, { __typename: 'CreditLimit', scope: 'PURSE' });
        counts.refused += 1;
      }
      if (counts.bought !== deaths[0]) return;
      deaths.shift();
      const dying = alive.pop();
      if (dying) killing.push(dying.kill());
    };
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (let number = 0; number < operations; number += 1) await buy(client, number);
      }),
    );
    await Promise.all(killing);
    assert.equal(killing.length, 2);

    // As if the time had passed after which a silent holder is dead; those that live have settled everything.
    await redis.del(await redis.keys('kith:state:{purse-holders}*'));
    const { body } = await administer(survivor.url, secret, 'GET', '/purses', key);
    const { spent, held, uncertain, left } = body.purses[0];
    const charged = await service.spent('orchard');
    const collisions = replicas.reduce((sum, replica) => sum + replica.collisions(), 0);
    context.diagnostic(
      `${clients} clients × ${operations} operations, a purse of ${total}: ${JSON.stringify({ ...counts, charged, spent, held, uncertain, left, overspent: Math.max(0, charged - total), stranded: total - left - charged, collisionsPerPayment: Number((collisions / charged).toFixed(3)) })}`,
    );
    assert.ok(charged <= total, `${charged - total} credits overspent`);
    assert.equal(spent + uncertain + left, total);
    assert.ok(spent <= charged && charged <= spent + uncertain);
    assert.ok(total - left - charged <= uncertain);
    assert.equal(left, 0);
    assert.equal(held, 0);
    assert.ok(counts.bought <= charged);
    assert.equal(counts.bought + counts.refused + counts.lost, clients * operations);
  });
});

describe('an embedded purse, while its graph is killed', () => {
  it('is never overspent, and counts as spent what was held', { timeout: 240_000 }, async () => {
    const total = 10_000;
    await using closing = new AsyncDisposableStack();
    const { path } = closing.use(await temporaryDirectory());
    const service = await openCast();
    closing.defer(() => service.store.close());
    closing.use(service);
    const upstream = closing.use(await openRecorder(service.url));
    const options = {
      ...{ upstreamUrl: upstream.url, databasePath: join(path, 'graph.sqlite'), secret: 'the same' },
      credits: { cache: { keepMs: 0 } },
    };
    let graph = closing.use(await openReplica(options));
    const startAgain = async () => {
      await graph.kill();
      graph = closing.use(await openReplica(options));
    };
    const send = async (to: string, headers: Readonly<Record<string, string>>, body: object) => {
      const json = { ...headers, 'content-type': 'application/json' };
      return (await fetch(graph.url + to, { method: 'POST', headers: json, body: JSON.stringify(body) })).json();
    };
    const { token } = await send('/session', { 'x-api-key': key }, { total });
    const session = { authorization: `Bearer ${token}` };
    let bought = 0;
    const buy = async () => {
      const { data, errors } = await send('/graphql', session, { query, variables: { id: ids[bought % ids.length] } });
      assert.equal(errors, undefined);
      assert.equal(data.profile.__typename, 'Profile');
      bought += 1;
    };
    const checked = async () => {
      const asked =
        '{ purse { spent reserved uncertain left entries { spent uncertain } uncertainPayments { credits } } }';
      const { data } = await send('/graphql', session, { query: asked });
      const { spent, reserved, uncertain, left, entries, uncertainPayments } = data.purse;
      const charged = await service.spent('orchard');
      const seen = JSON.stringify({ bought, charged, spent, uncertain });
      assert.deepEqual([reserved, spent + uncertain + left], [0, total], seen);
      assert.ok(spent <= charged && charged <= spent + uncertain, seen);
      assert.equal(sumOf(entries, 'spent'), spent);
      assert.equal(sumOf(entries, 'uncertain'), uncertain);
      assert.equal(sumOf(uncertainPayments, 'credits'), uncertain);
      return uncertain;
    };

    for (let death = 1; death <= 3; death += 1) {
      const client = async () => {
        for (;;) await buy();
      };
      const clients = Array.from({ length: 8 }, () => client().catch(() => undefined));
      await until(() => bought >= death * 50);
      await startAgain();
      await Promise.all(clients);
      await checked();
    }
    const before = await checked();
    const hold = upstream.hold('/v3/profiles/fetch');
    const lost = buy().catch(() => undefined);
    await hold.arrived(1);
    await startAgain();
    hold.release();
    await lost;
    assert.equal(await checked(), before + 1);
    // What was answered is settled, or is in the next turn of the event loop: one at most is uncertain.
    for (let payment = 1; payment <= 5; payment += 1) await buy();
    await startAgain();
    assert.ok((await checked()) <= before + 2);
  });
});

describe('an embedded purse whose file takes nothing in', () => {
  it('pays for nothing, says so in the log, is settled later, and counts as spent what was not', async () => {
    await using closing = new AsyncDisposableStack();
    const { path } = closing.use(await temporaryDirectory());
    const service = closing.use(await openCast());
    const upstream = closing.use(await openRecorder(service.url));
    const reasons: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void reasons.push(JSON.parse(line).reason) });
    const start = async () => {
      const database = new Database(join(path, 'graph.sqlite'));
      const options = { credits: { cache: { keepMs: 0 } }, traffic: { load: noLoadGuard }, secret: 'the same' };
      return { database, graph: await openGraph({ upstreamUrl: upstream.url, database, log, ...options }) };
    };
    let { database, graph } = await start();
    closing.defer(async () => {
      await graph.close();
      database.close();
    });
    const ask = async (
      method: 'GET' | 'POST',
      to: string,
      headers: Readonly<Record<string, string>>,
      body?: object,
    ) => {
      const json = { ...headers, 'x-api-key': key, 'content-type': 'application/json' };
      return (await fetch(graph.url + to, { method, headers: json, body: body ? JSON.stringify(body) : null })).json();
    };
    const buy = async (person: number) => {
      const { data } = await ask('POST', '/graphql', {}, { query, variables: { id: ids[person] } });
      assert.equal(data.profile.__typename, 'Profile');
    };
    const state = async () => {
      // A query: commands of administrators need the store, for used nonces.
      const { data } = await ask('POST', '/graphql', {}, { query: '{ purses { spent reserved uncertain left } }' });
      const { reserved: held, ...sums } = data.purses[0];
      return { spent: sums.spent, held, uncertain: sums.uncertain, left: sums.left };
    };
    await administer(graph.url, 'the same', 'POST', '/purses', key, { label: 'the key', total: 9 });
    await buy(0);
    // Reserved before, and settled when the file takes nothing in.
    const hold = upstream.hold('/v3/profiles/fetch');
    const bought = buy(1);
    await hold.arrived(1);
    database.run`PRAGMA query_only = ON`;
    hold.release();
    await bought;
    await until(() => reasons.length > 0);
    assert.deepEqual(new Set(reasons), new Set(['attempt to write a readonly database']));
    assert.deepEqual(await state(), { spent: 1, held: 1, uncertain: 0, left: 7 });
    const refused = await ask('POST', '/graphql', {}, { query, variables: { id: ids[2] } });
    assert.deepEqual(refused.data.profile, { __typename: 'CreditLimit', scope: 'PURSE' });
    database.run`PRAGMA query_only = OFF`;
    const settled = { spent: 2, held: 0, uncertain: 0, left: 7 };
    while (JSON.stringify(await state()) !== JSON.stringify(settled));

    const last = upstream.hold('/v3/profiles/fetch');
    const lost = buy(3);
    await last.arrived(1);
    database.run`PRAGMA query_only = TRUE`;
    reasons.length = 0;
    last.release();
    await lost;
    await graph.close();
    assert.ok(reasons.includes('attempt to write a readonly database'));
    database.close();
    ({ database, graph } = await start());
    assert.deepEqual(await state(), { spent: 2, held: 0, uncertain: 1, left: 6 });
    assert.equal(await service.spent('orchard'), 3);
  });
});

const sumOf = <Member extends string>(rows: readonly Readonly<Record<Member, number>>[], member: Member): number =>
  rows.reduce((sum, row) => sum + row[member], 0);
