import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, beforeEach, describe, it } from 'node:test';
import pino from 'pino';
import { WebSocket } from 'ws';
import { type Graph, openGraph } from '../../../../src/graph/server.ts';
import { keyOf, people, teams } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';
import { administer } from '../../../support/graph/administer.ts';
import { send as sendTo } from '../../../support/graph/send.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { timedOut } from '../../../support/network/timed-out.ts';
import { openWire } from '../../../support/network/wire.ts';
import { ranEmbedded } from '../../../support/ran-embedded.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;
const secret = 'a secret that seals sessions, for tests';
const fetches = '/v3/profiles/fetch';

const ids = Object.values(people).map(({ id }) => id);
const query = `query ($by: [ProfileBy!]!) {
  profiles(by: $by) { __typename ... on Profile { about } ... on CreditLimit { scope code message } }
}`;

interface Answered {
  readonly profiles: readonly {
    readonly __typename: string;
    readonly scope?: string;
    readonly code?: string;
    readonly message?: string;
  }[];
}

for (const [kind, url] of Object.entries({ embedded: undefined, Redis: redisUrl }))
  describe(`a purse in the ${kind} store`, {
    skip: kind === 'Redis' ? !url && 'KITH_TEST_REDIS_URL names no Redis' : ranEmbedded,
  }, () => {
    let cast: CastGraph;
    const clock = new ManualClock();
    before(async () => {
      cast = await openCastGraph({ secret, clock, redisUrl: url });
    });
    after(() => cast.close());
    beforeEach(() => {
      cast.upstream.fault = undefined;
      cast.upstream.forget();
    });

    const send = (method: string, path: string, headers: Readonly<Record<string, string>>, body?: object) =>
      sendTo(cast.graph.url + path, method, headers, body);
    const open = async (key: string, body: object) => {
      const { status, body: session } = await send('POST', '/session', { 'x-api-key': key }, body);
      assert.equal(status, 200);
      return { id: session.id, headers: { authorization: `Bearer ${session.token}` } };
    };
    const admin = (method: 'GET' | 'POST' | 'DELETE', path: string, key?: string, body?: object) =>
      administer(cast.graph.url, secret, method, path, key, body);
    const bounded = async (key: string, purse: object): Promise<string> => {
      const { status, body } = await admin('POST', '/purses', key, purse);
      assert.equal(status, 201);
      return body.id;
    };
    const close = (key: string, id: string) => admin('DELETE', `/purses/${id}`, key);
    const stateOf = async (key: string, id: string) => {
      const { body } = await admin('GET', '/purses', key);
      return body.purses.find((purse: { readonly id: string }) => purse.id === id);
    };
    const buy = (headers: Readonly<Record<string, string>>, some: readonly string[]) =>
      cast.ask<Answered, object>(undefined, query, { by: some.map((id) => ({ id })) }, { headers });
    const typesOf = ({ data }: Awaited<ReturnType<typeof buy>>) => data?.profiles.map((one) => one.__typename);

    it('bounds all operations of a session together, and says so', async () => {
      const key = keyOf('orchard');
      const { id, headers } = await open(key, { total: 5, label: 'an agent', budget: 100 });
      const before = await cast.usage(key);
      const first = await buy(headers, ids.slice(0, 3));
      assert.deepEqual(first.extensions?.credits?.purses, [{ id, label: 'an agent', left: 2 }]);
      const second = await buy(headers, ids.slice(3, 7));
      assert.deepEqual(typesOf(second), ['Profile', 'Profile', 'CreditLimit', 'CreditLimit']);
      assert.deepEqual(second.data?.profiles[2], {
        __typename: 'CreditLimit',
        scope: 'PURSE',
        code: 'CREDIT_PURSE',
        message: 'The purse “an agent” has 2 credits left, and this needs up to 4: ask for less, or for another purse.',
      });
      assert.deepEqual(typesOf(await buy(headers, ids.slice(7, 8))), ['CreditLimit']);
      assert.equal((await cast.usage(key)) - before, 5);
      const free = await cast.ask(undefined, '{ relationships(first: 1) { totalCount } }', {}, { headers });
      assert.equal(free.errors, undefined);
      const { spent, held, left } = await stateOf(key, id);
      assert.deepEqual([spent, held, left], [5, 0, 0]);
    });

    it('is drawn on with those around it, and the smallest refuses', async () => {
      const key = keyOf('harbor');
      const team = teams.lighthouse.id;
      const ofKey = await bounded(key, { label: 'the key', total: 100, period: 'month' });
      const ofTeam = await bounded(key, { label: 'the team', total: 3, childTeamId: team.toUpperCase() });
      const { id, headers } = await open(key, { total: 10, childTeamId: team });
      const answer = await buy(headers, ids.slice(0, 5));
      assert.deepEqual(typesOf(answer), ['Profile', 'Profile', 'Profile', 'CreditLimit', 'CreditLimit']);
      assert.match(answer.data?.profiles[4]?.message ?? '', /“the team” has 3 credits left/);
      for (const [purse, left] of [
        [id, 7],
        [ofTeam, 0],
        [ofKey, 97],
      ] as const)
        assert.equal((await stateOf(key, purse)).left, left);
      assert.deepEqual(typesOf(await buy({ 'x-api-key': key }, ids.slice(5, 7))), ['Profile', 'Profile']);
      assert.equal((await stateOf(key, ofKey)).left, 95);
      const again = await admin('POST', '/purses', key, { label: 'another', total: 1 });
      assert.deepEqual([again.status, again.body.errors[0].extensions.code], [409, 'PURSE_EXISTS']);
      // What the team's purse bounds, its session, ends with it; the key's own purse goes on without them.
      assert.deepEqual((await close(key, ofTeam)).body, { sessionsEnded: 1 });
      assert.equal((await buy(headers, ids)).errors?.[0]?.extensions?.code, 'UNAUTHENTICATED');
      assert.equal((await close(key, ofKey)).status, 200);
      assert.equal((await close(key, ofKey)).status, 404);
    });

    it('pays for a mapping', async () => {
      const key = keyOf('harbor');
      const { headers } = await open(key, { total: 0, label: 'nothing' });
      const mapping =
        'mutation { mapNetwork(input: { waitSeconds: 20 }) { network { __typename } problems { ... on CreditLimit { scope message } } } }';
      const { data } = await cast.ask<{ mapNetwork: object }, object>(undefined, mapping, {}, { headers });
      const message =
        'The purse “nothing” has 0 credits left, and this needs up to 1: ask for less, or for another purse.';
      assert.deepEqual(data?.mapNetwork, { network: null, problems: [{ scope: 'PURSE', message }] });
      const one = await open(key, { total: 1 });
      const mapped = await cast.ask<object, object>(undefined, mapping, {}, { headers: one.headers });
      assert.deepEqual(mapped.data, {
        mapNetwork: { network: { __typename: 'RelationshipConnection' }, problems: [] },
      });
      const { spent, left } = await stateOf(key, one.id);
      assert.deepEqual([spent, left], [1, 0]);
    });

    it('does not pay for what another’s is paying for', async () => {
      const shared = await openCastGraph({ secret, clock, redisUrl: url, credits: { cache: {} } });
      await using _ = shared;
      const session = async (label: string) => {
        const answer = await fetch(`${shared.graph.url}/session`, {
          method: 'POST',
          headers: { 'x-api-key': keyOf('meadow'), 'content-type': 'application/json' },
          body: JSON.stringify({ total: 5, label }),
        });
        return { authorization: `Bearer ${(await answer.json()).token}` };
      };
      const [one, other] = [await session('one'), await session('other')];
      const buyFor = (headers: Record<string, string>, some: readonly string[]) =>
        shared.ask<Answered, object>(undefined, query, { by: some.map((id) => ({ id })) }, { headers });
      const hold = shared.upstream.hold(fetches);
      const first = buyFor(one, ids.slice(0, 2));
      await hold.arrived(1);
      const second = buyFor(other, ids.slice(0, 3));
      await hold.arrived(2);
      hold.release();
      const [payer, joined] = (await Promise.all([first, second])).map(({ extensions }) => extensions?.credits);
      assert.deepEqual([payer?.charged, payer?.shared, payer?.purses?.[0]?.left], [2, 0, 3]);
      assert.deepEqual([joined?.charged, joined?.shared, joined?.purses?.[0]?.left], [1, 2, 4]);
    });

    it('ends its session when it is closed, but no paid call in flight', async () => {
      const key = keyOf('orchard');
      const { id, headers } = await open(key, { total: 5 });
      const hold = cast.upstream.hold(fetches);
      const asked = buy(headers, ids.slice(0, 2));
      await hold.arrived(1);
      assert.deepEqual((await close(key, id)).body, { sessionsEnded: 1 });
      hold.release();
      assert.deepEqual(typesOf(await asked), ['Profile', 'Profile']);
      const { spent, held, closedAt } = await stateOf(key, id);
      assert.deepEqual([spent, held, typeof closedAt], [2, 0, 'string']);
      const { errors } = await buy(headers, ids.slice(0, 1));
      assert.equal(errors?.[0]?.extensions?.code, 'UNAUTHENTICATED');
    });

    it('closes the purses of the sessions that end with it, but no paid call in flight', async () => {
      const key = keyOf('harbor');
      const team = teams.lighthouse.id;
      const ofTeam = await bounded(key, { label: 'the team', total: 50, childTeamId: team });
      const ofKey = await bounded(key, { label: 'the key', total: 50 });
      const inTeam = await open(key, { total: 5, childTeamId: team });
      await open(key, { childTeamId: team });
      const { id, headers } = await open(key, { total: 5 });
      const ends = async () => {
        const listed = await cast.ask<{ purses: { id: string; closedAt: string | null }[] }, object>(
          key,
          '{ purses(first: 100) { id closedAt } }',
        );
        const closedIn = new Map(listed.data?.purses.map((purse) => [purse.id, typeof purse.closedAt === 'string']));
        return Promise.all(
          [inTeam.id, id].map(async (one) => [closedIn.get(one), 'closedAt' in (await stateOf(key, one))]),
        );
      };
      const still = [false, false];
      const closed = [true, true];
      assert.deepEqual(await ends(), [still, still]);
      assert.deepEqual((await close(key, ofTeam)).body, { sessionsEnded: 2 });
      assert.deepEqual(await ends(), [closed, still]);
      const hold = cast.upstream.hold(fetches);
      const asked = buy(headers, ids.slice(0, 2));
      await hold.arrived(1);
      const ended = (await close(key, ofKey)).body;
      hold.release();
      assert.deepEqual(typesOf(await asked), ['Profile', 'Profile']);
      assert.ok(ended.sessionsEnded >= 1);
      assert.deepEqual(await ends(), [closed, closed]);
      const { spent, held, left } = await stateOf(key, id);
      assert.deepEqual([spent, held, left], [2, 0, 3]);
    });

    it('counts what was sent and not answered as uncertain', async (t) => {
      const key = keyOf('orchard');
      const upstreamTimeoutMs = 2000;
      await using lost = await openCastGraph({ secret, redisUrl: url, upstreamTimeoutMs });
      lost.upstream.fault = ({ path }) => (path === fetches ? 'silence' : undefined);
      const answer = await fetch(`${lost.graph.url}/session`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ total: 5 }),
      });
      const { id, token } = await answer.json();
      const headers = { authorization: `Bearer ${token}` };
      await timedOut(
        t,
        upstreamTimeoutMs,
        () => lost.ask(undefined, query, { by: ids.slice(0, 2).map((one) => ({ id: one })) }, { headers }),
        () => lost.upstream.count(fetches) === 1,
      );
      const { body: listed } = await administer(lost.graph.url, secret, 'GET', '/purses', key);
      const purse = listed.purses.find((one: { readonly id: string }) => one.id === id);
      assert.deepEqual([purse.spent, purse.held, purse.uncertain, purse.left], [0, 0, 2, 3]);
    });

    it('is shown to who draws on it, and all to the key', async () => {
      const key = keyOf('reef');
      const { id, headers } = await open(key, { total: 9, label: 'shown' });
      await buy(headers, ids.slice(0, 2));
      const fields =
        'id label scope childTeamId period allowanceDay periodStartedAt total spent reserved uncertain left closedAt entries { cause spent uncertain payments } uncertainPayments { credits }';
      const shown = {
        ...{ id, label: 'shown', scope: 'SESSION', childTeamId: null, period: 'NONE', allowanceDay: null },
        ...{ periodStartedAt: null, total: 9, spent: 2, reserved: 0, uncertain: 0, left: 7, closedAt: null },
        entries: [{ cause: 'fetchProfiles', spent: 2, uncertain: 0, payments: 1 }],
        uncertainPayments: [],
      };
      const own = await cast.ask<{ purse: object }, object>(undefined, `{ purse { ${fields} } }`, {}, { headers });
      assert.deepEqual(own.data?.purse, shown);
      const all = await cast.ask<{ purse: null; purses: { id: string }[] }, object>(
        key,
        `{ purse { id } purses { ${fields} } }`,
      );
      assert.equal(all.data?.purse, null);
      assert.deepEqual(
        all.data?.purses.find((purse) => purse.id === id),
        shown,
      );
      const denied = await cast.ask(undefined, '{ purses { id } }', {}, { headers });
      assert.equal(denied.errors?.[0]?.extensions?.code, 'FORBIDDEN');
      assert.equal(all.extensions?.credits?.charged, 0);
    });

    it('is closed by its session or its key, and a key’s own by neither', async () => {
      const key = keyOf('cove');
      const ofKey = await bounded(key, { label: 'the key', total: 100, period: 'allowance-15' });
      const { id, headers } = await open(key, { total: 9 });
      const other = await open(key, { total: 9 });
      const mutation = `mutation ($id: ID!) {
        closePurse(input: { id: $id }) { purse { id closedAt } sessionsEnded problems { code } }
      }`;
      const closing = async (purse: string, as: { readonly headers?: Record<string, string> } = {}) => {
        interface Closed {
          readonly closePurse: {
            readonly purse: { readonly id: string; readonly closedAt: string | null } | null;
            readonly sessionsEnded: number;
            readonly problems: readonly { readonly code: string }[];
          };
        }
        const asked = as.headers ? undefined : key;
        const { data } = await cast.ask<Closed, object>(asked, mutation, { id: purse }, as);
        const { purse: told, sessionsEnded, problems } = data?.closePurse ?? { problems: [] };
        return [told?.id, typeof told?.closedAt === 'string', sessionsEnded, problems.map(({ code }) => code)];
      };
      assert.deepEqual(await closing(ofKey), [ofKey, false, 0, ['FORBIDDEN']]);
      assert.deepEqual(await closing(other.id, { headers }), [other.id, false, 0, ['NOT_FOUND']]);
      assert.deepEqual(await closing(id, { headers }), [id, true, 1, []]);
      assert.equal((await buy(headers, ids)).errors?.[0]?.extensions?.code, 'UNAUTHENTICATED');
      assert.deepEqual(await closing(other.id), [other.id, true, 1, []]);
      assert.equal((await close(key, ofKey)).status, 200);
    });

    it('is followed as it is spent, to its end', async () => {
      const key = keyOf('orchard');
      const { id, headers } = await open(key, { total: 3 });
      const answer = await fetch(`${cast.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ query: `subscription { purse(id: "${id}") { spent left closedAt } }` }),
      });
      assert.equal(answer.status, 200);
      assert.ok(answer.body);
      const seen: string[] = [];
      let text = '';
      for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
        text += part;
        const events = [...text.matchAll(/^data: (\{.*\})$/gm)].map(([, data = '']) => JSON.parse(data).data.purse);
        for (const { spent, left, closedAt } of events.slice(seen.length))
          seen.push(`${spent} ${left}${closedAt ? ' closed' : ''}`);
        if (seen.at(-1) === '0 3') await buy(headers, ids.slice(0, 2));
        if (seen.at(-1) === '2 1') await close(key, id);
        if (seen.at(-1)?.endsWith('closed')) break;
      }
      assert.deepEqual(
        seen.filter((one) => one !== '0 1'),
        ['0 3', '2 1', '2 1 closed'],
      );
    });

    it('tells in a quote whether it would refuse', async () => {
      const key = keyOf('orchard');
      const { id, headers } = await open(key, { total: 2, label: 'small' });
      const quote = async (some: readonly string[]) => {
        const by = some.map((one) => ({ id: one }));
        return (await send('POST', '/quote', headers, { query, variables: { by } })).body.quote;
      };
      const { min, max, purses } = await quote(ids.slice(0, 3));
      assert.deepEqual([min, max, purses], [3, 3, [{ id, label: 'small', left: 2, refuses: 'yes' }]]);
      assert.equal((await quote(ids.slice(0, 2))).purses[0].refuses, 'no');
      const variables = { by: ['ada-moreau', 'ben-okafor', 'chloe'].map((xnetSlug) => ({ xnetSlug })) };
      const slugs = (await send('POST', '/quote', headers, { query, variables })).body.quote;
      assert.deepEqual([slugs.min, slugs.max, slugs.purses[0].refuses], [0, 3, 'maybe']);
      assert.equal(cast.upstream.count(fetches), 0);
      const { body } = await send('POST', '/quote', { 'x-api-key': key }, { query: '{ credits { usage } }' });
      assert.equal('purses' in body.quote, false);
    });

    it('takes amounts that are whole, and labels that say something', async () => {
      const key = keyOf('orchard');
      for (const [member, value] of [
        ['total', -1],
        ['total', 1.5],
        ['total', 2 ** 53],
        ['total', '5'],
        ['label', ''],
        ['label', 'x'.repeat(201)],
        ['period', 'week'],
        ['period', 'allowance-32'],
        ['childTeamId', 'mine'],
      ] as const) {
        const { status, body } = await admin('POST', '/purses', key, { label: 'ok', total: 1, [member]: value });
        assert.equal(status, 400);
        assert.match(body.errors[0].message, new RegExp(`^${member}: must be .*, but got `));
        if (member === 'period' || member === 'childTeamId') continue;
        const session = await send('POST', '/session', { 'x-api-key': key }, { [member]: value });
        assert.deepEqual([session.status, session.body.errors[0].message], [400, body.errors[0].message]);
      }
    });

    it('is made and closed by who knows the graph’s secret', async () => {
      const key = keyOf('orchard');
      for (const headers of [{}, { authorization: 'Bearer no' }, { 'x-api-key': key }]) {
        const answer = await send('POST', '/purses', headers, { label: 'ok', total: 1 });
        assert.equal(answer.status, 404);
      }
      const another = administer(cast.graph.url, 'another secret', 'POST', '/purses', key, { label: 'ok', total: 1 });
      await assert.rejects(another, /is not a graph with the secret configured here \(it has another secret\)/);
      const stranger = await admin('POST', '/purses', 'kith_test_nobody', { label: 'ok', total: 1 });
      assert.deepEqual(
        [stranger.status, stranger.body.errors[0].message],
        [401, 'No purse can be made: the data service does not know the API key.'],
      );
    });
  });

for (const [kind, url] of Object.entries({ embedded: undefined, Redis: redisUrl }))
  describe(`the ${kind} list of sessions`, {
    skip: kind === 'Redis' && !url ? 'KITH_TEST_REDIS_URL names no Redis' : false,
  }, () => {
    let cast: CastGraph;
    let other: Graph;
    const clock = new ManualClock();
    before(async () => {
      cast = await openCastGraph({ secret, clock, redisUrl: url });
      // With the embedded store, there is no other process.
      const log = pino({ level: 'silent' });
      other = url ? await openGraph({ upstreamUrl: cast.upstream.url, secret, clock, redisUrl: url, log }) : cast.graph;
    });
    after(async () => {
      if (other !== cast.graph) await other.close();
      await cast.close();
    });

    const key = keyOf('cove');
    const call = async (graph: Graph, method: string, path: string, body?: object, as = key) => {
      const answer = await fetch(graph.url + path, {
        method,
        headers: { 'x-api-key': as, ...(body && { 'content-type': 'application/json' }) },
        body: body ? JSON.stringify(body) : null,
      });
      return { status: answer.status, body: answer.status === 204 ? undefined : await answer.json() };
    };
    const listed = async (graph: Graph) => (await call(graph, 'GET', '/session')).body.sessions;

    it('has those that were made, until they end', async () => {
      const [made, short] = [
        (await call(cast.graph, 'POST', '/session', { label: 'a page', rights: 'look', total: 7, budget: 2 })).body,
        (await call(cast.graph, 'POST', '/session', { seconds: 10 })).body,
      ];
      const sessions = await listed(other);
      assert.deepEqual(
        sessions.map(({ id }: { readonly id: string }) => id).toSorted(),
        [made.id, short.id].toSorted(),
      );
      const { createdAt, ...session } = sessions.find(({ id }: { readonly id: string }) => id === made.id);
      assert.equal(Date.parse(createdAt), clock.now());
      assert.deepEqual(session, {
        ...{ id: made.id, kind: 'app', label: 'a page', rights: 'look', budget: 2, expiresAt: made.expiresAt },
        purse: { total: 7, spent: 0, uncertain: 0, left: 7 },
      });
      clock.advance(10_000);
      assert.deepEqual(
        (await listed(cast.graph)).map(({ id }: { readonly id: string }) => id),
        [made.id],
      );
      assert.deepEqual((await call(cast.graph, 'GET', '/session', undefined, keyOf('reef'))).body, {
        sessions: [],
        standing: [],
      });
    });

    it('ends a session, its sockets included, wherever it is used', async () => {
      const { id, token } = (await call(cast.graph, 'POST', '/session', {})).body;
      const socket = new WebSocket(`${other.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }));
      await once(socket, 'message');
      const closed = once(socket, 'close');
      assert.equal((await call(cast.graph, 'DELETE', `/session/${id}`, undefined, keyOf('reef'))).status, 404);
      assert.equal((await call(cast.graph, 'DELETE', `/session/${id}`)).status, 204);
      assert.equal((await closed)[0], 4403);
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${other.url}/graphql`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ credits { usage } }' }),
      });
      assert.equal(answer.status, 401);
      assert.equal((await call(cast.graph, 'DELETE', `/session/${id}`)).status, 404);
    });

    it('counts those that are revoked until they would have ended', async () => {
      await using bounded = await openCastGraph({ secret, clock, redisUrl: url, sessions: { most: 3 } });
      const make = (seconds: number) => call(bounded.graph, 'POST', '/session', { seconds });
      const revoke = (id: string) => call(bounded.graph, 'DELETE', `/session/${id}`);
      for (const seconds of [600, 1200, 1800]) assert.equal((await revoke((await make(seconds)).body.id)).status, 204);
      const { status, body } = await make(600);
      assert.deepEqual(
        [status, body.errors?.[0].extensions.code, body.errors?.[0].message],
        [
          429,
          'TOO_MANY_SESSIONS',
          'A key may have 3 sessions at a time, and a revoked one counts until its original end: wait until some end.',
        ],
      );
      assert.deepEqual(await listed(bounded.graph), []);
      // Redis lets entries expire by its own clock, which a test cannot move.
      if (url) return;
      clock.advance(600_000);
      const { id } = (await make(600)).body;
      assert.deepEqual(
        (await listed(bounded.graph)).map((one: { readonly id: string }) => one.id),
        [id],
      );
      assert.equal((await make(600)).status, 429);
    });

    it('knows no tokens of before it', async () => {
      const headers = { authorization: 'Bearer kiths_AAAA' };
      const { errors } = await cast.ask(undefined, '{ credits { usage } }', {}, { headers });
      assert.deepEqual(
        errors?.map(({ message, extensions }) => [message, extensions?.code]),
        [
          [
            'The session’s token was made by another version of Kith: open another session at POST /session.',
            'UNAUTHENTICATED',
          ],
        ],
      );
    });
  });

describe('a purse whose store is out of reach', {
  skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
}, () => {
  it('refuses what is paid, lets free work go on, and settles once it is back', async () => {
    await using wire = await openWire(new URL(redisUrl ?? ''));
    await using cast = await openCastGraph({ secret, redisUrl: wire.url });
    const key = keyOf('orchard');
    const made = await fetch(`${cast.graph.url}/session`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ total: 5 }),
    });
    const headers = { authorization: `Bearer ${(await made.json()).token}` };
    const buy = (some: readonly string[]) =>
      cast.ask<Answered, object>(undefined, query, { by: some.map((id) => ({ id })) }, { headers });

    const hold = cast.upstream.hold(fetches);
    const paid = buy(ids.slice(0, 2));
    await hold.arrived(1);
    await wire.cut();
    hold.release();
    assert.deepEqual(
      (await paid).data?.profiles.map((one) => one.__typename),
      ['Profile', 'Profile'],
    );
    cast.upstream.forget();
    const refused = await buy(ids.slice(2, 3));
    assert.deepEqual(refused.data?.profiles, [
      {
        __typename: 'CreditLimit',
        scope: 'PURSE',
        code: 'PURSE_UNAVAILABLE',
        message:
          'The store of purses does not answer, so nothing can be paid for at the moment. What is free still works.',
      },
    ]);
    assert.equal(cast.upstream.count(fetches), 0);
    const free = await cast.ask(undefined, '{ relationships(first: 1) { totalCount } }', {}, { headers });
    assert.equal(free.errors, undefined);
    const unbounded = await cast.ask<Answered, object>(key, query, { by: [{ id: ids[0] }] });
    assert.equal(unbounded.data?.profiles[0]?.__typename, 'Profile');

    await wire.mend();
    const state = async () => {
      const { data } = await cast.ask<{ purse: { spent: number; reserved: number; left: number } | null }, object>(
        undefined,
        '{ purse { spent reserved left } }',
        {},
        { headers },
      );
      return data?.purse;
    };
    let seen = await state();
    while (seen?.spent !== 2) seen = await state();
    assert.deepEqual(seen, { spent: 2, reserved: 0, left: 3 });
    assert.equal((await buy(ids.slice(2, 3))).data?.profiles[0]?.__typename, 'Profile');
  });
});
