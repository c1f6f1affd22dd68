import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { request } from 'undici';
import { type Graph, openGraph } from '../../../../src/graph/server.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { keyOf, nobody, people, type TeamName, teams } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';
import { openTestGraph } from '../../../support/graph/graph.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const { KITH_TEST_REDIS_URL } = process.env;

const html = '<!doctype html><title>page</title><style>p{}</style>';
const script = { path: '/assets/main.0123ABCD.js', text: 'export {};' };
const demo = [
  { team: 'orchard', label: 'Orchard', meaning: 'a team', apiKey: keyOf('orchard') },
  {
    ...{ team: 'harbor', label: 'Harbor', meaning: 'a partner', apiKey: keyOf('harbor') },
    childTeams: [{ id: teams.lighthouse.id, name: 'Lighthouse' }],
  },
];
const explorer = { source: async () => ({ html, files: [script] }), demo };

/** As the page's browser sends them. */
const fromPage = { 'sec-fetch-site': 'same-origin', 'x-kith-explorer': '1' };

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Sends what `fetch` would not let a script send. */
async function send(url: string, { method = 'POST', headers = {}, body }: Sent) {
  const answer = await request(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await answer.body.text();
  const [cookie] = [answer.headers['set-cookie'] ?? ''].flat();
  const read = () => JSON.parse(text);
  return { status: answer.statusCode, headers: answer.headers, cookie, text, read };
}

const pairOf = (cookie = ''): string => cookie.split(';', 1)[0] ?? '';
const messageIn = (text: string): string => JSON.parse(text).errors[0].message;

describe('the session of the page', () => {
  let cast: CastGraph;
  const clock = new ManualClock();
  const audited: { readonly event: string; readonly session: unknown; readonly team: unknown }[] = [];
  before(async () => {
    cast = await openCastGraph({
      explorer,
      clock,
      secret: 'a secret of this test, which is long enough',
      audit: (event, { session, team }) => audited.push({ event, session, team }),
    });
  });
  after(() => cast.close());

  const at = (path: string): string => cast.graph.url + path;
  const codeFor = async (asked: object = {}): Promise<string> =>
    (await send(at('/session/code'), { headers: { 'x-api-key': keyOf('orchard') }, body: asked })).read().code ?? '';
  const exchange = (code: string, headers: Readonly<Record<string, string>> = {}) =>
    send(at('/session/exchange'), { headers: { ...fromPage, origin: cast.graph.url, ...headers }, body: { code } });
  const begin = async (asked: object = {}): Promise<string> => pairOf((await exchange(await codeFor(asked))).cookie);
  const ask = (cookie: string, query: string, headers: Readonly<Record<string, string>> = fromPage) =>
    send(at('/graphql'), { headers: { ...headers, cookie }, body: { query } });

  it('is exchanged for a code, which tells the page neither key nor token', async () => {
    const { status, cookie, text, headers } = await exchange(await codeFor({ rights: 'look', seconds: 600, total: 5 }));
    assert.equal(status, 200);
    assert.match(cookie ?? '', /^kith=kiths4_[\w-]+; Max-Age=(?:600|599); Path=\/; HttpOnly; SameSite=Strict$/);
    assert.equal(headers['cache-control'], 'no-store, no-transform');
    const told = JSON.parse(text);
    assert.deepEqual(Object.keys(told), ['id', 'rights', 'expiresAt']);
    assert.ok(!text.includes('kiths4_') && !text.includes(keyOf('orchard')));
  });

  it('has no session from a cookie without the prefix on another host than this machine', async () => {
    const cookie = await begin();
    assert.match(cookie, /^kith=/);
    assert.equal((await ask(cookie, '{ credits { usage } }')).status, 200);
    const { status, text } = await ask(cookie, '{ credits { usage } }', { ...fromPage, host: 'kith.example' });
    assert.equal(status, 401, text);
  });

  it('has a cookie for https only wherever the page is not on plain http on this machine', async () => {
    for (const origin of ['https://kith.example', 'http://kith.example', 'https://localhost:4000']) {
      const { cookie } = await exchange(await codeFor(), { origin });
      assert.match(
        cookie ?? '',
        /^__Host-kith=kiths4_[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
      );
      assert.equal((await ask(pairOf(cookie), '{ credits { usage } }')).status, 200);
    }
  });

  it('takes a code once, and within a minute', async () => {
    const code = await codeFor();
    assert.equal((await exchange(code)).status, 200);
    const again = await exchange(code);
    assert.deepEqual(
      [again.status, again.cookie, messageIn(again.text)],
      [401, '', 'The code has expired, or was used already: “kith explore” makes another.'],
    );
    const late = await codeFor();
    clock.advance(60_000);
    assert.equal((await exchange(late)).status, 401);
    assert.equal((await exchange('no such code')).status, 401);
  });

  it('is exchanged by the page only', async () => {
    const code = await codeFor();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'x-kith-explorer': '0' },
    ])
      assert.equal((await exchange(code, headers)).status, 403);
    assert.equal((await exchange(code)).status, 200);
  });

  it('answers queries, streams and quotes, for the page only', async () => {
    const cookie = await begin();
    const query = '{ relationships(first: 0) { totalCount } }';
    const own = await cast.ask(keyOf('orchard'), query);
    const { status, text } = await ask(cookie, query);
    assert.equal(status, 200);
    assert.deepEqual(JSON.parse(text).data, own.data);
    for (const headers of [{}, { ...fromPage, 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-origin' }]) {
      const refused = await ask(cookie, query, headers);
      assert.equal(refused.status, 401);
      assert.match(messageIn(refused.text), /^The request carries no API key/);
    }
    const stream = 'subscription { addedConnectors(xnetSlugs: []) { final } }';
    const events = await ask(cookie, stream, { ...fromPage, accept: 'text/event-stream' });
    assert.match(events.text, /xnetSlugs: /);
    const quote = (headers: Readonly<Record<string, string>>) => send(at('/quote'), { headers, body: { query } });
    assert.equal((await quote({ ...fromPage, cookie })).status, 200);
    assert.match(messageIn((await quote({ cookie })).text), /no API key/);
  });

  it('only reads, and spends no more than its purse', async () => {
    const cookie = await begin({ rights: 'look', total: 1 });
    const mutation = 'mutation { addConnectors(input: { xnetSlugs: ["hiro-tanaka"] }) { queued } }';
    assert.match(messageIn((await ask(cookie, mutation)).text), /needs a session with the right to act/);
    const profiles = Object.values(people)
      .slice(0, 2)
      .map(({ id }, at) => `p${at}: profile(by: { id: "${id}" }) { ... on Profile { about } __typename }`);
    const { data, extensions } = JSON.parse((await ask(cookie, `{ ${profiles.join(' ')} }`)).text);
    assert.deepEqual([data.p0.__typename, data.p1.__typename].toSorted(), ['CreditLimit', 'Profile']);
    assert.equal(extensions.credits.charged, 1);
  });

  it('tells itself, and ends when it is asked to', async () => {
    const cookie = await begin({ childTeamId: undefined, rights: 'look', label: 'a look' });
    const session = { ...fromPage, cookie };
    const current = await send(at('/session/current'), { method: 'GET', headers: session });
    assert.deepEqual([current.status, current.read().rights], [200, 'look']);
    const ended = await send(at('/session/current'), { method: 'DELETE', headers: session });
    assert.deepEqual([ended.status, ended.cookie], [204, 'kith=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict']);
    const after = await ask(cookie, '{ credits { usage } }');
    assert.equal(after.status, 401);
    assert.equal(
      messageIn(after.text),
      'The session has ended, or this graph does not know it: open the page again with “kith explore”.',
    );
    assert.equal(after.cookie, 'kith=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict');
  });

  it('is unknown to a graph with another secret, whose answer takes the cookie away', async () => {
    await using other = await openTestGraph(cast.upstream.url, { explorer });
    const cookie = await begin();
    for (const path of ['/graphql', '/quote', '/session/current']) {
      const method = path === '/session/current' ? 'GET' : 'POST';
      const body = { query: '{ credits { usage } }' };
      const headers = { ...fromPage, cookie };
      const answer = await send(other.graph.url + path, { method, headers, ...(method === 'POST' && { body }) });
      assert.equal(answer.status, 401, path);
      assert.equal(answer.cookie, 'kith=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict', path);
      assert.match(messageIn(answer.text), /this graph does not know it/);
    }
  });

  it('of a demo team is had by its name, on loopback only', async () => {
    const headers = { ...fromPage, origin: cast.graph.url };
    const teamsShown = await send(at('/session/demo'), { method: 'GET', headers });
    assert.deepEqual(teamsShown.read(), {
      teams: [
        { team: 'orchard', label: 'Orchard', meaning: 'a team' },
        { team: 'harbor', label: 'Harbor', meaning: 'a partner' },
      ],
    });
    const begun = await send(at('/session/demo'), { headers, body: { team: 'orchard', total: 3, rights: 'look' } });
    assert.equal(begun.status, 200);
    assert.equal(JSON.parse((await ask(pairOf(begun.cookie), '{ purse { left } }')).text).data.purse.left, 3);
    const partner = await send(at('/session/demo'), { headers, body: { team: 'harbor' } });
    const { read } = await send(at('/session/teams'), {
      method: 'GET',
      headers: { ...headers, cookie: pairOf(partner.cookie) },
    });
    assert.deepEqual(read(), { teams: [{ id: teams.lighthouse.id, name: 'Lighthouse' }] });
    const unknown = await send(at('/session/demo'), { headers, body: { team: 'meadow' } });
    assert.deepEqual(
      [unknown.status, messageIn(unknown.text)],
      [400, 'team: must be one of orchard, harbor, but got “meadow”.'],
    );
    const elsewhere = { ...headers, host: 'kith.example' };
    assert.equal((await send(at('/session/demo'), { method: 'GET', headers: elsewhere })).status, 404);
    await using without = await openTestGraph(cast.upstream.url, { explorer: { ...explorer, demo: [] } });
    assert.equal((await send(`${without.graph.url}/session/demo`, { method: 'GET', headers })).status, 404);
  });

  it('leaves neither its code nor its token in the store', async () => {
    using database = new Database(':memory:');
    await using graph = await openTestGraph(cast.upstream.url, { explorer, database });
    const headers = { 'x-api-key': keyOf('orchard') };
    const { code = '' }: { code?: string } = (
      await send(`${graph.graph.url}/session/code`, { headers, body: {} })
    ).read();
    const kept = JSON.stringify(database.all`SELECT * FROM state_entry`);
    assert.match(kept, /sealed/);
    assert.ok(!kept.includes(code) && !kept.includes('kiths4_') && !kept.includes(keyOf('orchard')));
  });

  it('stays in its child team', async () => {
    const headers = { 'x-api-key': keyOf('harbor') };
    const asked = { childTeamId: teams.lighthouse.id };
    const { code = '' }: { code?: string } = (await send(at('/session/code'), { headers, body: asked })).read();
    const cookie = pairOf((await exchange(code)).cookie);
    const { data } = JSON.parse((await ask(cookie, '{ viewer { id } }')).text);
    assert.equal(data.viewer.id, teams.lighthouse.id);
  });

  describe('that switches its team', () => {
    const { lighthouse, reef } = teams;
    const beginAs = async (team: TeamName, asked: object = {}): Promise<string> => {
      const headers = { 'x-api-key': keyOf(team) };
      const { code = '' }: { code?: string } = (await send(at('/session/code'), { headers, body: asked })).read();
      return pairOf((await exchange(code)).cookie);
    };
    const patch = (cookie: string, body: object, headers: Readonly<Record<string, string>> = fromPage) =>
      send(at('/session/current'), {
        method: 'PATCH',
        headers: { ...headers, origin: cast.graph.url, cookie },
        body,
      });
    const switchTo = async (cookie: string, childTeamId: string | null): Promise<string> => {
      const { status, text, cookie: given } = await patch(cookie, { childTeamId });
      assert.equal(status, 200, text);
      return pairOf(given);
    };
    const told = async (cookie: string, path = '/session/current') =>
      (await send(at(path), { method: 'GET', headers: { ...fromPage, cookie } })).read();
    const asks = async (cookie: string, query: string) => JSON.parse((await ask(cookie, query)).text);
    const byKey = async (query: string) =>
      (await send(at('/graphql'), { headers: { 'x-api-key': keyOf('harbor') }, body: { query } })).read().data;
    const seen = '{ viewer { id } relationships(first: 10) { nodes { profile { id } } } purse { left } }';
    const buy = (id: string): string => `{ profile(by: { id: "${id}" }) { ... on Profile { about } __typename } }`;

    it('acts for it, within the same purse, budget, rights and end, and comes back', async () => {
      const asked = { rights: 'look', total: 3, budget: 1, seconds: 600, label: 'one' };
      const own = await beginAs('harbor', asked);
      const { id, ...before } = await told(own);
      const there = await switchTo(own, lighthouse.id.toUpperCase());
      assert.deepEqual(await told(there), { id, ...before, childTeamId: lighthouse.id });
      assert.deepEqual(audited.at(-1), { event: 'session.switched', session: id, team: lighthouse.id });
      const inTeam = await byKey(
        `{ childTeam(id: "${lighthouse.id}") { relationships(first: 10) { nodes { profile { id } } } } }`,
      );
      const { data } = await asks(there, seen);
      assert.equal(data.viewer.id, lighthouse.id);
      assert.deepEqual(data.relationships, inTeam.childTeam.relationships);
      assert.equal((await asks(there, buy(people.hiro.id))).extensions.credits.charged, 1);
      // One operation may spend one, whatever team it is for.
      const two = `{ a: profile(by: { id: "${people.ada.id}" }) { ... on Profile { about } __typename }
                     b: profile(by: { id: "${people.ben.id}" }) { ... on Profile { about } __typename } }`;
      const spent = await asks(there, two);
      assert.ok(spent.extensions.credits.charged <= 1, JSON.stringify(spent));
      assert.match(
        messageIn(
          (await ask(there, 'mutation { addConnectors(input: { xnetSlugs: ["ada-moreau"] }) { queued } }')).text,
        ),
        /needs a session with the right to act/,
      );

      const { purse } = (await asks(there, seen)).data;
      const back = await switchTo(there, null);
      assert.deepEqual(await told(back), { id, ...before });
      const home = (await asks(back, seen)).data;
      assert.notEqual(home.viewer.id, lighthouse.id);
      assert.deepEqual(home.purse, purse);
      assert.deepEqual(home.relationships, (await byKey(seen)).relationships);
    });

    it('stays one session, whose end ends all its cookies', async () => {
      const own = await beginAs('harbor', { label: 'only one' });
      const there = await switchTo(own, lighthouse.id);
      const { sessions } = (
        await send(at('/session'), { method: 'GET', headers: { 'x-api-key': keyOf('harbor') } })
      ).read();
      assert.equal(sessions.filter(({ label }: { label?: string }) => label === 'only one').length, 1);
      await send(at('/session/current'), { method: 'DELETE', headers: { ...fromPage, cookie: there } });
      for (const cookie of [own, there]) assert.equal((await ask(cookie, '{ viewer { id } }')).status, 401);
    });

    it('lists the teams to choose from, in each of them', async () => {
      const own = await beginAs('harbor');
      const there = await switchTo(own, lighthouse.id);
      for (const cookie of [own, there])
        assert.deepEqual(
          (await told(cookie, '/session/teams')).teams.map((team: { id: string }) => team.id),
          [lighthouse.id],
        );
      assert.deepEqual(await told(await beginAs('orchard'), '/session/teams'), { teams: [] });
    });

    it('may not leave the child team that it was made for', async () => {
      const bound = await beginAs('harbor', { childTeamId: lighthouse.id });
      for (const childTeamId of [null, lighthouse.id, reef.id]) {
        const { status, cookie, text } = await patch(bound, { childTeamId });
        assert.deepEqual([status, cookie], [403, '']);
        assert.match(messageIn(text), /^The session is bound to one child team:/);
      }
      assert.deepEqual(await told(bound, '/session/teams'), { teams: [] });
    });

    it('may not act for a team that is not its key’s', async () => {
      for (const [team, childTeamId] of [
        ['harbor', reef.id],
        ['harbor', nobody],
        ['orchard', lighthouse.id],
      ] as const) {
        const { status, cookie } = await patch(await beginAs(team), { childTeamId });
        assert.deepEqual([status, cookie], [403, ''], `${team} to ${childTeamId}`);
      }
    });

    it('is told what is wrong with its wish, and heeds the page only', async () => {
      const own = await beginAs('harbor');
      for (const [body, got] of [
        [{ childTeamId: 'x\r\ny' }, '"x\\r\\ny"'],
        [{ childTeamId: 7 }, '7'],
        [{}, 'none'],
      ] as const) {
        const { status, text } = await patch(own, body);
        assert.deepEqual(
          [status, messageIn(text)],
          [400, `childTeamId: must be a uuid, or null for the key’s own team, but got ${got}.`],
        );
      }
      assert.equal((await patch(own, { childTeamId: null }, { 'sec-fetch-site': 'cross-site' })).status, 403);
      assert.equal((await patch('kith=kiths4_forged', { childTeamId: null })).status, 401);
    });
  });

  it('is shared by graphs on one Redis', {
    skip: KITH_TEST_REDIS_URL ? false : 'KITH_TEST_REDIS_URL names no Redis',
  }, async () => {
    const shared = { upstreamUrl: cast.upstream.url, redisUrl: KITH_TEST_REDIS_URL, secret: randomUUID() };
    const open = () => openGraph({ ...shared, explorer, log: pino({ level: 'silent' }) });
    await using one = await open();
    await using other = await open();
    const asked = { headers: { 'x-api-key': keyOf('orchard') }, body: {} };
    const { code } = (await send(`${one.url}/session/code`, asked)).read();
    const exchangeAt = ({ url }: Graph) =>
      send(`${url}/session/exchange`, { headers: { ...fromPage, origin: url }, body: { code } });
    const answers = await Promise.all([other, one, other].map(exchangeAt));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 401, 401]);
    const cookie = pairOf(answers.find(({ status }) => status === 200)?.cookie);
    const query = { headers: { ...fromPage, cookie }, body: { query: '{ credits { usage } }' } };
    for (const { url } of [one, other]) assert.equal((await send(`${url}/graphql`, query)).status, 200);
  });
});

describe('the page', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph({ explorer });
  });
  after(() => cast.close());
  const get = (path: string, headers: Readonly<Record<string, string>> = { accept: 'text/html' }) =>
    send(cast.graph.url + path, { method: 'GET', headers });

  it('is one document at every address that no route has, under a policy that lets nothing else run', async () => {
    for (const path of ['/', '/people', '/people/mei-ling-torres?tab=career', '/no/such/page']) {
      const { status, text, headers } = await get(path);
      assert.deepEqual([status, text, headers['cache-control']], [200, html, 'no-cache'], path);
      assert.equal(
        headers['content-security-policy'],
        "default-src 'none'; script-src 'self'; style-src 'sha256-gG2yISYereRMiG2lMXrbiUgi0Ubw9p7QCeWcroOvy9Y='; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      );
    }
  });

  it('has assets that browsers keep', async () => {
    const { status, text, headers } = await get(script.path, {});
    assert.deepEqual([status, text, headers['content-type']], [200, script.text, 'text/javascript; charset=utf-8']);
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal((await get('/assets/none.js')).status, 404);
  });

  it('is answered with 304 to who has it, at every address', async () => {
    for (const path of ['/', '/people', script.path]) {
      const { etag = '' } = (await get(path)).headers;
      const again = (known: string) => get(path, { accept: 'text/html', 'if-none-match': known });
      for (const known of [String(etag), `"another", ${etag}`, '*']) {
        const { status, text, headers } = await again(known);
        assert.deepEqual([status, text, headers.etag], [304, '', etag], path);
      }
      assert.equal((await again('"another"')).status, 200);
    }
    assert.notEqual((await get('/')).headers.etag, (await get(script.path)).headers.etag);
  });

  it('leaves other answers as they are', async () => {
    assert.equal((await get('/people', {})).status, 404);
    assert.equal((await get('/quote')).status, 405);
    assert.equal((await send(`${cast.graph.url}/people`, { headers: { accept: 'text/html' } })).status, 404);
    assert.match((await get('/graphql')).text, /GraphiQL/);
  });

  it('is off unless it is given', async () => {
    await using plain = await openTestGraph(cast.upstream.url);
    const to = (path: string) => send(plain.graph.url + path, { method: 'GET', headers: { accept: 'text/html' } });
    const root = await to('/');
    assert.deepEqual([root.status, root.headers.location], [302, '/graphql']);
    assert.equal((await to('/people')).status, 404);
    const headers = { ...fromPage, origin: plain.graph.url };
    const exchanged = await send(`${plain.graph.url}/session/exchange`, { headers, body: { code: 'any' } });
    assert.equal(exchanged.status, 404);
  });

  it('has GraphiQL go on in its session', async () => {
    const options = async (headers: Readonly<Record<string, string>>) =>
      /<script id="options"[^>]*>(.*?)<\/script>/.exec(
        (await get('/graphql', { accept: 'text/html', ...headers })).text,
      )?.[1];
    assert.match((await options({ cookie: 'other=1; kith=kiths4_x' })) ?? '', /x-kith-explorer/);
    assert.doesNotMatch((await options({})) ?? '', /x-kith-explorer/);
  });

  it('says so where it cannot be made, and tries again', async () => {
    let tries = 0;
    const source = async () => {
      tries += 1;
      if (tries === 1) throw new Error('no bundler');
      return { html, files: [] };
    };
    await using graph = await openTestGraph(cast.upstream.url, { explorer: { source, demo: [] } });
    assert.equal(tries, 0);
    const first = await send(`${graph.graph.url}/`, { method: 'GET' });
    assert.deepEqual([first.status, first.text.includes('could not be loaded')], [503, true]);
    assert.equal((await send(`${graph.graph.url}/`, { method: 'GET' })).text, html);
  });
});
