import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { WebSocket } from 'ws';
import { stored } from '../../../src/graph/features/index.ts';
import { Database } from '../../../src/graph/state/database.ts';
import { openState } from '../../../src/graph/state/open-state.ts';
import { Seal } from '../../../src/graph/state/seal/seal.ts';
import { SessionSeal } from '../../../src/graph/state/sessions/session-token.ts';
import { StoreEpoch } from '../../../src/graph/state/store-epoch.ts';
import { keyOf, people, teams } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { openTestGraph } from '../../support/graph/graph.ts';
import { followDocument, openTaskGraph } from '../../support/graph/task-graph.ts';
import { openTaskUpstream } from '../../support/graph/task-upstream.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { sessionToken } from '../../support/session-token.ts';
import { until } from '../../support/until.ts';

/** Apps in browsers must not hold API keys: a session's token stands in for one. */
for (const upstream of upstreams)
  describe(`a session, over ${upstream.name}`, () => {
    let graph: CastGraph;
    const clock = new ManualClock();
    const secret = 'a secret that seals sessions, for tests';
    before(async () => {
      graph = await upstream.openCast({ secret, clock });
    });
    after(() => graph.close());

    async function open(key: string | undefined, body: object = {}) {
      const answer = await fetch(`${graph.graph.url}/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { 'x-api-key': key }) },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: await answer.json() };
    }

    async function ask(token: string, query: string) {
      const answer = await fetch(`${graph.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query }),
      });
      return await answer.json();
    }

    it('does what its key does, and does not show it', async () => {
      const { status, body } = await open(keyOf('orchard'), { seconds: 60 });
      assert.equal(status, 200);
      assert.equal(Date.parse(body.expiresAt), clock.now() + 60_000);
      assert.ok(!body.token.includes(keyOf('orchard')));
      const { data } = await ask(body.token, '{ relationships(first: 0) { totalCount } }');
      const own = await graph.ask(keyOf('orchard'), '{ relationships(first: 0) { totalCount } }');
      assert.deepEqual(data, own.data);
    });

    it('lets an operation spend what it says, and no header more', async () => {
      const asked = async (body: object, budget?: string) => {
        const { body: session } = await open(keyOf('orchard'), body);
        const answer = await fetch(`${graph.graph.url}/graphql`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${session.token}`,
            ...(budget !== undefined && { 'x-credit-budget': budget }),
          },
          body: JSON.stringify({ query: '{ credits { usage } }' }),
        });
        const { errors, extensions } = await answer.json();
        return [answer.status, extensions?.credits.budget ?? errors[0].message];
      };
      assert.deepEqual(await asked({ budget: 5 }), [200, 5]);
      assert.deepEqual(await asked({ budget: 5 }, '3'), [200, 3]);
      const refused = 'x-credit-budget: must be a whole number between 0 and 5, but got “6”.';
      assert.deepEqual(await asked({ budget: 5 }, '6'), [400, refused]);
      const { body } = await open(keyOf('orchard'), { budget: -1 });
      assert.equal(body.errors[0].message, 'budget: must be a whole number of credits, but got -1.');
    });

    it('is not sent beside a key, while another’s bearer token may be', async () => {
      const { body } = await open(keyOf('orchard'));
      const send = async (token: string) => {
        const answer = await fetch(`${graph.graph.url}/graphql`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${token}`,
            'x-api-key': keyOf('orchard'),
          },
          body: JSON.stringify({ query: '{ credits { usage } }' }),
        });
        const { errors } = await answer.json();
        return [answer.status, errors?.[0].extensions.code];
      };
      assert.deepEqual(await send(body.token), [400, 'BAD_USER_INPUT']);
      assert.deepEqual(await send('a-proxy-s-own'), [200, undefined]);
    });

    const takesKey = 'x-api-key takes an API key, but got a session’s token: send it as authorization: Bearer.';
    const misplaced: Readonly<Record<string, readonly [(token: string) => Readonly<Record<string, string>>, string]>> =
      {
        'a key in its place': [
          () => ({ authorization: `Bearer ${keyOf('orchard')}` }),
          'authorization: Bearer takes a session’s token (kiths4_…): send an API key as x-api-key.',
        ],
        'its token in a key’s place': [(token) => ({ 'x-api-key': token }), takesKey],
        'its token in a key’s place, as the other header has it': [
          (token) => ({ 'x-api-key': `Bearer ${token}` }),
          takesKey,
        ],
        'its token in both places': [(token) => ({ 'x-api-key': token, authorization: `Bearer ${token}` }), takesKey],
        'the token of an earlier version in a key’s place': [
          (token) => ({ 'x-api-key': token.replace('kiths4_', 'kiths_') }),
          takesKey,
        ],
      };
    for (const [what, [headers, sentence]] of Object.entries(misplaced))
      it(`is refused at once, and the credential not repeated, for ${what}`, async () => {
        const { body } = await open(keyOf('orchard'));
        graph.upstream.forget();
        for (const [path, method] of [
          ['/graphql', 'POST'],
          ['/quote', 'POST'],
        ] as const) {
          const answer = await fetch(graph.graph.url + path, {
            method,
            headers: { 'content-type': 'application/json', accept: 'application/json', ...headers(body.token) },
            body: JSON.stringify({ query: '{ credits { usage } }' }),
          });
          const { errors } = await answer.json();
          assert.deepEqual(
            [path, answer.status, errors.map((error: Error) => error.message), errors[0].extensions.code],
            [path, 401, [sentence], 'UNAUTHENTICATED'],
          );
        }
        assert.deepEqual(graph.upstream.calls, []);
      });

    it('makes no other session', async () => {
      const { body } = await open(keyOf('orchard'));
      graph.upstream.forget();
      for (const [path, method] of [
        ['/session', 'POST'],
        ['/session/code', 'POST'],
        ['/session', 'GET'],
      ] as const) {
        const answer = await fetch(graph.graph.url + path, { method, headers: { 'x-api-key': body.token } });
        const { errors } = await answer.json();
        const sentence = 'A session needs an API key in the header x-api-key, but got a session’s token.';
        assert.deepEqual([answer.status, errors[0].message], [401, sentence]);
      }
      assert.deepEqual(graph.upstream.calls, []);
    });

    it('is refused in words of its own', async () => {
      const { body } = await open('no such key');
      assert.equal(body.errors[0].message, 'No session can be made: the data service does not know the API key.');
    });

    it('is asked for by a body that does not say how long it is, too', async () => {
      const sent = request(`${graph.graph.url}/session`, {
        method: 'POST',
        headers: { 'x-api-key': keyOf('orchard') },
      });
      sent.write('{"seconds":');
      sent.end('60}');
      const [answer]: IncomingMessage[] = await once(sent, 'response');
      answer?.resume();
      assert.equal(answer?.statusCode, 200);
    });

    it('is made of an accepted key alone', async () => {
      assert.equal((await open(undefined)).status, 401);
      assert.equal((await open('kith_no_such_key')).status, 401);
      assert.equal((await open(keyOf('orchard'), { seconds: 1e9 })).status, 400);
      assert.equal((await open(keyOf('orchard'), { scope: 'all' })).status, 400);
      assert.equal((await open(keyOf('orchard'), { childTeamId: teams.lighthouse.id })).status, 403);
    });

    const large: Readonly<Record<string, string>> = {
      'a list 3,000 deep for seconds': `{"seconds":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
      'a label of 10 kB': `{"label":"${'x'.repeat(10_000)}"}`,
      'a member of 10 kB': `{"${'x'.repeat(10_000)}":1}`,
      'more than a session takes': `{"label":"${'x'.repeat(20_000)}"}`,
    };
    for (const [what, body] of Object.entries(large))
      it(`is refused in few words for ${what}`, async () => {
        const answer = await fetch(`${graph.graph.url}/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': keyOf('orchard') },
          body,
        });
        const text = await answer.text();
        assert.equal(answer.status, what.startsWith('more') ? 413 : 400, text.slice(0, 500));
        assert.ok(text.length < 1_000, `${text.length} bytes`);
      });

    it('stays in its child team', async () => {
      const { body } = await open(keyOf('harbor'), { childTeamId: teams.lighthouse.id });
      const query = `{ viewer { id relationships(first: 0) { totalCount } } childTeam(id: "${teams.reef.id}") { id } }`;
      const { data, errors } = await ask(body.token, query);
      assert.equal(data.viewer.id, teams.lighthouse.id);
      assert.equal(data.childTeam, null);
      assert.deepEqual(
        errors.map(({ path, extensions }: { path: unknown; extensions: { code: string } }) => [path, extensions.code]),
        [[['childTeam'], 'FORBIDDEN']],
      );
    });

    it('changes nothing where it only reads', async () => {
      const { body } = await open(keyOf('orchard'), { rights: 'look' });
      graph.upstream.forget();
      const { errors } = await ask(
        body.token,
        'mutation { addConnectors(input: { xnetSlugs: ["hiro-tanaka"] }) { queued } }',
      );
      assert.equal(errors[0].extensions.code, 'FORBIDDEN');
      assert.equal(graph.upstream.calls.length, 0);
    });

    it('is refused when it is over, damaged, or sealed elsewhere', async () => {
      const { token: good } = (await open(keyOf('orchard'), { seconds: 60 })).body;
      assert.equal((await ask(good, '{ credits { usage } }')).errors, undefined);
      const elsewhere = await openTestGraph(graph.upstream.url, { secret: 'another secret', clock });
      const tokens = [
        `${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`,
        await sessionToken(elsewhere.graph.url, keyOf('orchard')),
        'kiths4_',
        'kiths_',
      ];
      await elsewhere.close();
      clock.advance(60_000);
      for (const token of [good, ...tokens]) {
        const { errors } = await ask(token, '{ credits { usage } }');
        assert.equal(errors[0].extensions.code, 'UNAUTHENTICATED');
      }
    });

    it('is refused by a graph with another store, although that has the same secret', async () => {
      const replica = await openTaskGraph(graph.asks.baseUrl, { secret, clock });
      try {
        const { errors } = await ask(await sessionToken(replica.url, keyOf('orchard')), '{ credits { usage } }');
        assert.match(errors[0].message, /^The session was opened by a graph with another store, /);
        assert.equal(errors[0].extensions.code, 'UNAUTHENTICATED');
      } finally {
        await replica.close();
      }
    });

    it('keeps what the graph keeps, but acts for its key only with the right to', async () => {
      const forget = 'mutation { forgetRecords(input: {}) { forgotten } }';
      const connect = 'mutation { addConnectors(input: { xnetSlugs: ["hiro-tanaka"] }) { queued } }';
      const asked = async (rights: string) => {
        const { token } = (await open(keyOf('orchard'), { rights })).body;
        const { data } = await ask(token, '{ viewer { can { keep act } } }');
        const [kept, acted] = [
          await ask(token, forget),
          await ask(token, `${connect.slice(0, -2)} again: forgetRecords(input: {}) { forgotten } }`),
        ];
        return [data.viewer.can, kept.errors?.[0].message, acted.errors?.[0].message];
      };
      const missing = (needed: string, rights: string) =>
        `The mutation needs a session with the right to ${needed}, but this one has the right to ${rights}.`;
      graph.upstream.forget();
      assert.deepEqual(await asked('look'), [
        { keep: false, act: false },
        missing('keep', 'look'),
        missing('act', 'look'),
      ]);
      assert.deepEqual(await asked('keep'), [{ keep: true, act: false }, undefined, missing('act', 'keep')]);
    });

    it('pays from a purse of its own alone, unless it may act', async () => {
      const budgetOf = async (body: object) => {
        const { token } = (await open(keyOf('orchard'), body)).body;
        return (await ask(token, '{ credits { usage } }')).extensions.credits.budget;
      };
      assert.equal(await budgetOf({ rights: 'look' }), 0);
      assert.equal(await budgetOf({ rights: 'keep', budget: 3 }), 3);
      assert.notEqual(await budgetOf({ rights: 'look', total: 5 }), 0);
      assert.equal(await budgetOf({}), await budgetOf({ rights: 'look', total: 5 }));
    });

    it('of an agent only looks, lasts up to 30 days, and is listed apart', async () => {
      const day = 86_400;
      const longer = await open(keyOf('orchard'), { kind: 'agent', seconds: 30 * day + 1 });
      assert.match(longer.body.errors[0].message, /^seconds: must be between 1 and 2592000, /);
      const acting = await open(keyOf('orchard'), { kind: 'agent', rights: 'act' });
      assert.equal(acting.body.errors[0].message, 'rights: must be look for an agent, but got act.');
      const watch = await open(keyOf('orchard'), { kind: 'watch' });
      assert.match(watch.body.errors[0].message, /^kind: must be one of app, page, agent, but got "watch"/);
      const { body } = await open(keyOf('orchard'), { kind: 'agent', label: 'research', total: 9, confirmAbove: 2 });
      assert.equal(Date.parse(body.expiresAt), clock.now() + 30 * day * 1000);
      const list = async () => {
        const answer = await fetch(`${graph.graph.url}/session`, { headers: { 'x-api-key': keyOf('orchard') } });
        return answer.json();
      };
      const { sessions, standing } = await list();
      assert.ok(!sessions.some(({ id }: { id: string }) => id === body.id));
      assert.partialDeepStrictEqual(standing, [
        { id: body.id, kind: 'agent', rights: 'look', label: 'research', confirmAbove: 2, purse: { total: 9 } },
      ]);
      const url = `${graph.graph.url}/session/${body.id}`;
      assert.equal((await fetch(url, { method: 'DELETE', headers: { 'x-api-key': keyOf('orchard') } })).status, 204);
      assert.deepEqual((await list()).standing, []);
      assert.equal((await ask(body.token, '{ credits { usage } }')).errors[0].extensions.code, 'UNAUTHENTICATED');
    });

    it('closes its socket when it is over', async () => {
      const { token } = (await open(keyOf('orchard'), { seconds: 1 })).body;
      const socket = new WebSocket(`${graph.graph.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }));
      const [ack] = await once(socket, 'message');
      assert.equal(JSON.parse(String(ack)).type, 'connection_ack');
      const closed = once(socket, 'close');
      clock.advance(1000);
      const [code] = await closed;
      assert.equal(code, 4403);
    });

    it('cuts its streams off when it is over', { timeout: 60_000 }, async () => {
      await using running = await openTaskUpstream();
      const tasks = await openTaskGraph(running.url, { secret, clock });
      try {
        const { id } = running.add('endless');
        const token = await sessionToken(tasks.url, keyOf('orchard'), { seconds: 1, rights: 'look' });
        const answer = await fetch(`${tasks.url}/graphql`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'text/event-stream',
            authorization: `Bearer ${token}`,
          },
          body: JSON.stringify({ query: followDocument, variables: { id, heartbeat: 1 } }),
        });
        assert.equal(answer.status, 200);
        clock.advance(1000);
        // Not an orderly end: the client comes back, and is told that it needs another session.
        await assert.rejects(answer.text(), { message: 'terminated' });
        await until(() => tasks.pollers.subscriptions === 0);
      } finally {
        await tasks.close();
      }
    });
  });

describe('a session with a claim that the graph does not honour', () => {
  it('buys nothing: the claim may be a limit', async () => {
    const secret = 'a secret that seals sessions, for tests';
    const clock = new ManualClock();
    using database = new Database(':memory:');
    await using cast = await openCastGraph({ secret, clock, database });
    const log = pino({ level: 'silent' });
    const sealed = new Seal({ secret });
    const state = await openState({
      families: stored.families,
      redisUrl: undefined,
      seal: sealed,
      database,
      now: () => clock.now(),
      log,
    });
    const seal = new SessionSeal({
      ...{ seal: sealed, clock, upstreamUrl: cast.asks.baseUrl, epoch: await StoreEpoch.open(state) },
      revoked: { has: () => false, when: () => () => undefined },
    });
    const ask = async (claims: object) => {
      const session = { id: randomUUID(), kind: 'app', rights: 'act', expiresAt: clock.now() + 60_000 } as const;
      const token = seal.seal(Object.assign({ ...session, apiKey: keyOf('orchard') }, claims));
      const answer = await fetch(`${cast.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({
          query: `{ profile(by: { id: "${people.ada.id}" }) { __typename ... on Profile { headline } } }`,
        }),
      });
      return await answer.json();
    };
    const spentBefore = await cast.spent('orchard');
    const { errors } = await ask({ atMostOnMondays: 0 });
    assert.match(errors?.[0].message, /^The session has a limit or a right that this graph does not honour: /);
    assert.equal(errors[0].extensions.code, 'UNAUTHENTICATED');
    assert.equal(await cast.spent('orchard'), spentBefore);
    assert.equal((await ask({})).extensions.credits.charged, 1);
  });
});
