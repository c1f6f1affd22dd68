import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { SessionSeal } from '../../../src/graph/state/sessions/session-token.ts';
import { keyOf, teams } from '../../support/cast/cast.ts';
import type { CastGraph } from '../../support/cast/cast-graph.ts';
import { followDocument, openTaskGraph } from '../../support/graph/task-graph.ts';
import { openTaskUpstream } from '../../support/graph/task-upstream.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import { ManualClock } from '../../support/manual-clock.ts';
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
          'authorization: Bearer takes a session’s token (kiths2_…): send an API key as x-api-key.',
        ],
        'its token in a key’s place': [(token) => ({ 'x-api-key': token }), takesKey],
        'its token in a key’s place, as the other header has it': [
          (token) => ({ 'x-api-key': `Bearer ${token}` }),
          takesKey,
        ],
        'its token in both places': [(token) => ({ 'x-api-key': token, authorization: `Bearer ${token}` }), takesKey],
        'the token of an earlier version in a key’s place': [
          (token) => ({ 'x-api-key': token.replace('kiths2_', 'kiths_') }),
          takesKey,
        ],
      };
    for (const [what, [headers, sentence]] of Object.entries(misplaced))
      it(`is refused at once, and the credential not repeated, for ${what}`, async () => {
        const { body } = await open(keyOf('orchard'));
        graph.upstream.forget();
        for (const [path, method] of [
          ['/graphql', 'POST'],
          ['/graphql/stream', 'POST'],
          ['/quote', 'POST'],
          ['/graphql/stream', 'PUT'],
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
        const sentence =
          'A session needs an API key in the header x-api-key, but got a session’s token, which stands for none.';
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
      const { body } = await open(keyOf('orchard'), { readOnly: true });
      graph.upstream.forget();
      const { errors } = await ask(
        body.token,
        'mutation { addConnectors(input: { xnetSlugs: ["hiro-tanaka"] }) { queued } }',
      );
      assert.equal(errors[0].extensions.code, 'FORBIDDEN');
      assert.equal(graph.upstream.calls.length, 0);
    });

    it('is refused when it is over, damaged, or sealed elsewhere', async () => {
      const session = { id: 'a session', apiKey: keyOf('orchard'), childTeamId: undefined, readOnly: false };
      const upstreamUrl = graph.asks.baseUrl;
      const later = clock.now() + 60_000;
      const good = new SessionSeal(secret, upstreamUrl).seal({ ...session, expiresAt: later });
      assert.equal((await ask(good, '{ credits { usage } }')).errors, undefined);
      for (const token of [
        new SessionSeal(secret, upstreamUrl).seal({ ...session, expiresAt: clock.now() - 1 }),
        `${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`,
        new SessionSeal(secret, 'https://elsewhere.example').seal({ ...session, expiresAt: later }),
        new SessionSeal('another secret', upstreamUrl).seal({ ...session, expiresAt: later }),
        'kiths_',
      ]) {
        const { errors } = await ask(token, '{ credits { usage } }');
        assert.equal(errors[0].extensions.code, 'UNAUTHENTICATED');
      }
    });

    it('closes its socket when it is over', async () => {
      const token = new SessionSeal(secret, graph.asks.baseUrl).seal({
        id: 'a session',
        apiKey: keyOf('orchard'),
        childTeamId: undefined,
        readOnly: false,
        expiresAt: clock.now() + 200,
      });
      const socket = new WebSocket(`${graph.graph.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      await once(socket, 'open');
      socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }));
      const [ack] = await once(socket, 'message');
      assert.equal(JSON.parse(String(ack)).type, 'connection_ack');
      const closed = once(socket, 'close');
      clock.advance(200);
      const [code] = await closed;
      assert.equal(code, 4403);
    });

    it('cuts its streams off when it is over', { timeout: 60_000 }, async () => {
      await using running = await openTaskUpstream();
      const tasks = await openTaskGraph(running.url, { secret, clock });
      try {
        const { id } = running.add('endless');
        const expiresAt = clock.now() + 300;
        const session = {
          id: 'a session',
          apiKey: keyOf('orchard'),
          childTeamId: undefined,
          readOnly: true,
          expiresAt,
        };
        const token = new SessionSeal(secret, running.url).seal(session);
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
        clock.advance(300);
        // Not an orderly end: the client comes back, and is told that it needs another session.
        await assert.rejects(answer.text(), { message: 'terminated' });
        await until(() => tasks.pollers.subscriptions === 0);
      } finally {
        await tasks.close();
      }
    });
  });
