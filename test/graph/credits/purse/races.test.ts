import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import pino from 'pino';
import { stored } from '../../../../src/graph/features/index.ts';
import { type Graph, openGraph } from '../../../../src/graph/server.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { openState } from '../../../../src/graph/state/open-state.ts';
import { PurseStore } from '../../../../src/graph/state/purses/purse-store.ts';
import { closePurse } from '../../../../src/graph/state/sessions/close-purse.ts';
import { SessionList } from '../../../../src/graph/state/sessions/session-list.ts';
import { noLoadGuard } from '../../../../src/http/limits/load-guard.ts';
import { keyOf, people, teams } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';
import { administer } from '../../../support/graph/administer.ts';
import { testSeal } from '../../../support/graph/seal.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { ranEmbedded } from '../../../support/ran-embedded.ts';
import { randomFrom } from '../../../support/random.ts';
import { until } from '../../../support/until.ts';

const { KITH_TEST_REDIS_URL: redisUrl, KITH_PROPERTY_SEED } = process.env;
const seed = Number(KITH_PROPERTY_SEED ?? randomInt(2 ** 31));

const secret = 'a secret that seals sessions, for tests';
const fetches = '/v3/profiles/fetch';
const companyFetches = '/v3/companies/fetch';
const dayMs = 86_400_000;

const ids = Object.values(people).map(({ id }) => id);
const query = `query ($by: [ProfileBy!]!) {
  profiles(by: $by) { __typename ... on Profile { about } ... on CreditLimit { scope code } }
}`;

type HeaderFields = Readonly<Record<string, string>>;

/** What became of a payment. */
interface Bought {
  readonly status: number;
  readonly types: readonly string[];
  readonly codes: readonly string[];
  readonly charged: number;
}

// With the embedded store, there is no other process: what follows is asked of one graph.
for (const [kind, url] of Object.entries({ embedded: undefined, Redis: redisUrl }))
  describe(`a purse in the ${kind} store, at the same moment`, {
    skip: kind === 'Redis' ? !url && 'KITH_TEST_REDIS_URL names no Redis' : ranEmbedded,
    timeout: 120_000,
  }, () => {
    let cast: CastGraph;
    let one: Graph;
    let other: Graph;
    const clock = new ManualClock();
    before(async () => {
      cast = await openCastGraph({ secret, clock, redisUrl: url });
      one = cast.graph;
      other = url
        ? await openGraph({
            upstreamUrl: cast.upstream.url,
            secret,
            clock,
            redisUrl: url,
            log: pino({ level: 'silent' }),
            breaker: 'off',
            traffic: { load: noLoadGuard },
            credits: { budget: { default: 100_000, max: 100_000 }, cache: { keepMs: 0 } },
          })
        : one;
    });
    after(async () => {
      if (other !== one) await other.close();
      await cast.close();
    });
    beforeEach(() => cast.upstream.forget());

    const send = async (graph: Graph, method: string, path: string, headers: HeaderFields, body?: object) => {
      const answer = await fetch(graph.url + path, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        body: body ? JSON.stringify(body) : null,
      });
      return { status: answer.status, body: answer.status === 204 ? undefined : await answer.json() };
    };
    const ofKey = (key: string) => ({ 'x-api-key': key });
    const admin = (graph: Graph, method: 'GET' | 'POST' | 'DELETE', path: string, key: string, body?: object) =>
      administer(graph.url, secret, method, path, key, body);
    const open = async (key: string, body: object) => {
      const { status, body: session } = await send(one, 'POST', '/session', ofKey(key), body);
      assert.equal(status, 200);
      return { id: session.id, headers: { authorization: `Bearer ${session.token}` } };
    };
    const bounded = async (key: string, purse: object): Promise<string> => {
      const { status, body } = await admin(one, 'POST', '/purses', key, purse);
      assert.equal(status, 201);
      return body.id;
    };
    const pursesOf = async (graph: Graph, key: string) => (await admin(graph, 'GET', '/purses', key)).body.purses;
    /** A purse of which nothing is held any more. */
    const settled = async (key: string, id: string) => {
      for (;;) {
        const all = await pursesOf(one, key);
        const purse = all.find((shown: { readonly id: string }) => shown.id === id);
        if (purse.held === 0) return purse;
      }
    };
    const buy = async (graph: Graph, headers: HeaderFields, some: readonly string[]): Promise<Bought> => {
      const variables = { by: some.map((id) => ({ id })) };
      const { status, body } = await send(graph, 'POST', '/graphql', headers, { query, variables });
      const shown: readonly { readonly __typename: string; readonly code?: string }[] = body.data?.profiles ?? [];
      const errors: readonly { readonly extensions: { readonly code: string } }[] = body.errors ?? [];
      return {
        status,
        types: shown.map((profile) => profile.__typename),
        codes: [...shown.flatMap(({ code }) => code ?? []), ...errors.map(({ extensions }) => extensions.code)],
        charged: body.extensions?.credits?.charged ?? 0,
      };
    };
    /** Nothing was paid for: the session is over, or its purse is closed. */
    const assertRefused = ({ types, codes, charged }: Bought) => {
      assert.deepEqual([types.includes('Profile'), charged], [false, 0]);
      assert.ok(codes.length > 0);
      for (const code of codes) assert.ok(code === 'UNAUTHENTICATED' || code === 'CREDIT_PURSE', code);
    };

    /** Ways to end a session that has a purse, which has its id. */
    const ends = {
      'its session is revoked': (graph: Graph, key: string, id: string) =>
        send(graph, 'DELETE', `/session/${id}`, ofKey(key)),
      'it is closed': (graph: Graph, key: string, id: string) => admin(graph, 'DELETE', `/purses/${id}`, key),
    };
    for (const [way, end] of Object.entries(ends)) {
      it(`pays for what is reserved when ${way}, and for nothing after that, wherever the token is used`, async () => {
        const key = keyOf('orchard');
        const before = await cast.usage(key);
        const { id, headers } = await open(key, { total: 100 });
        const hold = cast.upstream.hold(fetches);
        const paid = [buy(one, headers, ids.slice(0, 2)), buy(other, headers, ids.slice(2, 5))];
        await hold.arrived(2);
        assert.ok((await end(one, key, id)).status < 300);
        const late = Promise.all([one, other].map((graph) => buy(graph, headers, ids.slice(5, 6))));
        const sent = hold.arrived(3).then(() => assert.fail('A payment began after the end.'));
        for (const refused of await Promise.race([late, sent])) assertRefused(refused);
        assert.equal((await buy(one, headers, ids.slice(5, 6))).status, 401);
        hold.release();
        for (const { types } of await Promise.all(paid)) assert.deepEqual(new Set(types), new Set(['Profile']));
        const { spent, uncertain, closedAt } = await settled(key, id);
        assert.deepEqual([spent, uncertain, typeof closedAt], [5, 0, 'string']);
        assert.equal((await cast.usage(key)) - before, 5);
      });

      it(`pays for no further step of an operation that is under way when ${way}`, async () => {
        const key = keyOf('orchard');
        const { id, headers } = await open(key, { total: 100 });
        const employer = `{ profile(by: { id: "${people.chloe.id}" }) { ... on Profile { about experience { company { workforce { headcount } } } } } }`;
        const hold = cast.upstream.hold(fetches);
        const asked = send(other, 'POST', '/graphql', headers, { query: employer });
        await hold.arrived(1);
        assert.ok((await end(one, key, id)).status < 300);
        hold.release();
        const { body } = await asked;
        assert.equal(body.extensions.credits.charged, 1);
        assert.equal(body.errors[0].extensions.code, 'CREDIT_PURSE');
        assert.equal(cast.upstream.count(companyFetches), 0);
        assert.equal((await settled(key, id)).spent, 1);
      });

      it(`is spent no further once it is told that ${way}, whoever came first (KITH_PROPERTY_SEED=${seed})`, async () => {
        const random = randomFrom(seed);
        const below = (most: number) => Math.floor(random() * most);
        const key = keyOf('orchard');
        for (let round = 0; round < 4; round += 1) {
          const before = await cast.usage(key);
          const total = 10 + below(30);
          const { id, headers } = await open(key, { total });
          const endAfter = below(20);
          const all: Bought[] = [];
          let ended = false;
          const client = async (own: () => number) => {
            for (let count = 0; count < 5; count += 1) {
              const isLate = ended;
              const first = Math.floor(own() * 6);
              const bought = await buy(own() < 0.5 ? one : other, headers, ids.slice(first, first + 1 + (count % 3)));
              // It may be shown what others are paying for.
              if (isLate) assert.equal(bought.charged, 0);
              all.push(bought);
            }
          };
          const clients = Array.from({ length: 6 }, () => client(randomFrom(below(2 ** 31))));
          const ending = async () => {
            await until(() => all.length >= endAfter);
            for (let turns = below(20); turns > 0; turns -= 1) await setImmediate();
            assert.ok((await end(below(2) === 0 ? one : other, key, id)).status < 300);
            ended = true;
          };
          await Promise.all([...clients, ending()]);
          const { spent, uncertain } = await settled(key, id);
          const charged = all.reduce((sum, bought) => sum + bought.charged, 0);
          assert.deepEqual([charged, uncertain, (await cast.usage(key)) - before], [spent, 0, spent]);
          assert.ok(spent <= total, `${spent} of ${total}`);
        }
      });

      it(`is ended once when ${way} at two graphs`, async () => {
        const key = keyOf('orchard');
        const { id, headers } = await open(key, { total: 1 });
        const both = await Promise.all([end(one, key, id), end(other, key, id)]);
        const [first = 0, second = 0] = both.map(({ status }) => status).toSorted();
        assert.ok(first < 300 && (second < 300 || second === 404), `${first} and ${second}`);
        const { sessions } = (await send(other, 'GET', '/session', ofKey(key))).body;
        assert.ok(sessions.every((session: { readonly id: string }) => session.id !== id));
        assert.equal(typeof (await settled(key, id)).closedAt, 'string');
        for (const graph of [one, other]) assertRefused(await buy(graph, headers, ids.slice(0, 1)));
      });
    }

    it(`refuses nothing that it could pay for when it is a key’s and closed (KITH_PROPERTY_SEED=${seed})`, async () => {
      const random = randomFrom(seed);
      const key = keyOf('meadow');
      for (let round = 0; round < 3; round += 1) {
        const before = await cast.usage(key);
        const id = await bounded(key, { label: 'the key', total: 1000 });
        const clients = Array.from({ length: 8 }, async (_, client) => {
          const all: Bought[] = [];
          for (let count = 0; count < 4; count += 1) all.push(await buy(client % 2 ? one : other, ofKey(key), ids));
          return all;
        });
        for (let turns = Math.floor(random() * 60); turns > 0; turns -= 1) await setImmediate();
        assert.equal((await ends['it is closed'](other, key, id)).status, 200);
        const all = (await Promise.all(clients)).flat();
        for (const { types } of all) assert.deepEqual(new Set(types), new Set(['Profile']));
        const charged = all.reduce((sum, bought) => sum + bought.charged, 0);
        const { spent, uncertain } = await settled(key, id);
        assert.equal(charged, (await cast.usage(key)) - before);
        assert.ok(spent <= charged && uncertain === 0, `${spent} of ${charged}`);
      }
    });

    for (const childTeamId of [undefined, teams.lighthouse.id])
      it(`is one when many make it for ${childTeamId ? 'a child team' : 'a key'}`, async () => {
        const key = keyOf('harbor');
        const made = await Promise.all(
          Array.from({ length: 8 }, (_, maker) => {
            const purse = { label: `of maker ${maker}`, total: 0, childTeamId };
            return admin(maker % 2 === 0 ? one : other, 'POST', '/purses', key, purse);
          }),
        );
        assert.deepEqual(made.map(({ status }) => status).toSorted(), [201, ...Array(7).fill(409)]);
        const { id, label } = made.find(({ status }) => status === 201)?.body ?? assert.fail();
        for (const graph of [one, other]) {
          const all: readonly { readonly id: string; readonly label: string; readonly closedAt?: string }[] =
            await pursesOf(graph, key);
          const ofPlace = all.filter(({ closedAt }) => closedAt === undefined);
          assert.deepEqual(
            ofPlace.map((purse) => [purse.id, purse.label]),
            [[id, label]],
          );
          // It binds everywhere within moments, and nobody but whom it is for.
          const headers = childTeamId ? (await open(key, { childTeamId })).headers : ofKey(key);
          let bought = await buy(graph, headers, ids.slice(0, 1));
          while (bought.types[0] === 'Profile') bought = await buy(graph, headers, ids.slice(0, 1));
          assert.deepEqual([bought.types, bought.codes], [['CreditLimit'], ['CREDIT_PURSE']]);
          if (childTeamId) assert.deepEqual((await buy(graph, ofKey(key), ids.slice(0, 1))).types, ['Profile']);
        }
        assert.equal((await ends['it is closed'](other, key, id)).status, 200);
      });

    for (const [period, days] of [
      ['day', 1],
      ['month', 31],
      ['allowance-15', 31],
    ] as const)
      it(`is charged in the ${period} in which it was reserved, though that ends before the answer`, async () => {
        const key = keyOf('cove');
        const id = await bounded(key, { label: 'periods', total: 3, period });
        // Another graph hears of it within moments.
        const variables = { by: [{ id: ids[0] }] };
        const quote = async () => (await send(other, 'POST', '/quote', ofKey(key), { query, variables })).body.quote;
        while (!(await quote()).purses);
        const before = await cast.usage(key);
        const hold = cast.upstream.hold(fetches);
        const old = [buy(one, ofKey(key), ids.slice(0, 2)), buy(other, ofKey(key), ids.slice(2, 3))];
        await hold.arrived(2);
        assert.deepEqual((await buy(other, ofKey(key), ids.slice(3, 4))).codes, ['CREDIT_PURSE']);
        clock.advance(days * dayMs);
        const anew = buy(other, ofKey(key), ids.slice(3, 5));
        await hold.arrived(3);
        hold.release();
        for (const { types } of await Promise.all([...old, anew]))
          assert.deepEqual(new Set(types), new Set(['Profile']));
        const { spent, uncertain, left } = await settled(key, id);
        assert.deepEqual([spent, uncertain, left], [2, 0, 1]);
        const spentByHour = async (): Promise<readonly number[]> => {
          const asked = { query: '{ purses { id entries { spent } } }' };
          const { body } = await send(one, 'POST', '/graphql', ofKey(key), asked);
          const { entries } = body.data.purses.find((purse: { readonly id: string }) => purse.id === id);
          return entries.map((entry: { readonly spent: number }) => entry.spent);
        };
        // The latest first; another graph settles a moment after its answer.
        let byHour = await spentByHour();
        while (byHour.reduce((sum, hour) => sum + hour, 0) < 5) byHour = await spentByHour();
        assert.deepEqual(byHour, [2, 3]);
        assert.equal((await cast.usage(key)) - before, 5);
        assert.equal((await ends['it is closed'](one, key, id)).status, 200);
      });
  });

describe('a purse whose sessions cannot be ended', () => {
  it('stays open, and is closed with them once they can be', async () => {
    using database = new Database(':memory:');
    await using cast = await openCastGraph({ secret, database });
    const key = keyOf('orchard');
    const close = (id: string) => administer(cast.graph.url, secret, 'DELETE', `/purses/${id}`, key);
    const { id } = (await administer(cast.graph.url, secret, 'POST', '/purses', key, { label: 'the key', total: 9 }))
      .body;
    const made = await fetch(`${cast.graph.url}/session`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: '{}',
    });
    const { token } = await made.json();
    const session = () => {
      const bearer = { authorization: `Bearer ${token}` };
      return cast.ask<{ purse: object }, object>(undefined, '{ purse { id closedAt } }', {}, { headers: bearer });
    };
    // As on a full disk.
    database.migrate('a full session', [
      `CREATE TRIGGER full_session BEFORE INSERT ON state_entry WHEN NEW.partition NOT LIKE 'admin%' BEGIN SELECT RAISE(FAIL, 'There is no space left.'); END`,
    ]);
    assert.equal((await close(id)).status, 503);
    assert.deepEqual((await session()).data?.purse, { id, closedAt: null });
    database.migrate('space again', ['DROP TRIGGER full_session']);
    assert.deepEqual(await close(id), { status: 200, body: { sessionsEnded: 1 } });
    assert.equal((await session()).errors?.[0]?.extensions?.code, 'UNAUTHENTICATED');
  });
});

describe('the purse of a child team', () => {
  it('ends the sessions that have switched to the team, whichever of their cookies they are used with', async () => {
    const purse = {
      owner: 'owner',
      scope: 'team',
      childTeamId: 'team',
      label: 'a team',
      total: 9,
      period: 'none',
    } as const;
    using database = new Database(':memory:');
    const state = await openState({
      families: stored.families,
      seal: testSeal,
      redisUrl: undefined,
      database,
      now: Date.now,
      log: pino({ level: 'silent' }),
    });
    const onTrouble = (error: unknown) => assert.fail(String(error));
    const purses = await PurseStore.open({ state, now: Date.now, onTrouble });
    const sessions = await SessionList.open(state, Date.now);
    await purses.create({ ...purse, id: 'purse', createdAt: Date.now(), expiresAt: undefined });
    const times = { createdAt: Date.now(), expiresAt: Date.now() + 60_000 };
    for (const id of ['there', 'back again', 'elsewhere'])
      await sessions.add('owner', { id, kind: 'page', rights: 'look', ...times });
    for (const id of ['there', 'back again']) await sessions.switchTeam('owner', id, 'team');
    await sessions.switchTeam('owner', 'back again', undefined);
    assert.equal(await closePurse(purses, sessions, 'owner', 'purse'), 2);
    assert.deepEqual(
      (await sessions.sessions('owner')).map(({ id }) => id),
      ['elsewhere'],
    );
    await purses.end();
    await state.close();
  });
});
