import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import pino from 'pino';
import { request } from 'undici';
import type { GraphOptions } from '../../../../src/graph/graph-options.ts';
import { type Graph, openGraph } from '../../../../src/graph/server.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { keyOf, people, type TeamName, teams } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';
import { administer } from '../../../support/graph/administer.ts';
import { openTestGraph } from '../../../support/graph/graph.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;

const explorer = { source: async () => ({ html: '<!doctype html><style></style>', files: [] }), demo: [] };

/** As the page's browser sends them. */
const fromPage = { 'sec-fetch-site': 'same-origin', 'x-kith-explorer': '1' };
const dayMs = 86_400_000;

interface Sent {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | undefined;
}

async function send(url: string, { method = 'POST', headers = {}, body }: Sent) {
  const answer = await request(url, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await answer.body.text();
  const [cookie = ''] = [answer.headers['set-cookie'] ?? ''].flat();
  const json = text === '' ? {} : JSON.parse(text);
  const message: string = json.errors?.[0].message ?? '';
  return {
    status: answer.statusCode,
    headers: answer.headers,
    cookie: cookie.split(';', 1)[0] ?? '',
    text,
    json,
    message,
  };
}

const stores = [
  { name: 'the graph’s own database', options: {}, skip: false },
  {
    name: 'Redis',
    options: { redisUrl: redisUrl ?? '' },
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  },
];

for (const { name, options, skip } of stores)
  describe(`an invitation, in ${name}`, { skip }, () => {
    let cast: CastGraph;
    const clock = new ManualClock();
    const lines: string[] = [];
    const audited: string[] = [];
    const secret = `a secret of this test ${randomUUID()}`;
    before(async () => {
      const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
      const audit: GraphOptions['audit'] = (event, details) => audited.push(JSON.stringify([event, details]));
      cast = await openCastGraph({ ...options, explorer, clock, secret, log, audit });
    });
    after(() => cast?.close());

    const at = (path: string): string => cast.graph.url + path;
    const byKey = (team: TeamName) => ({ 'x-api-key': keyOf(team) });
    const inviteAs = (headers: Readonly<Record<string, string>>, body: object) =>
      send(at('/session/invitations'), { headers, body });
    const invite = async (body: object = {}, team: TeamName = 'orchard') => {
      const made = await inviteAs(byKey(team), { label: 'ada@orchard.example', ...body });
      assert.equal(made.status, 200, made.text);
      return made.json;
    };
    const accept = (token: string, headers: Readonly<Record<string, string>> = {}) =>
      send(at('/session/invited'), { headers: { ...fromPage, origin: cast.graph.url, ...headers }, body: { token } });
    const enter = async (body: object = {}, team: TeamName = 'orchard') => {
      const accepted = await accept((await invite(body, team)).token);
      assert.equal(accepted.status, 200, accepted.text);
      return { headers: { ...fromPage, cookie: accepted.cookie }, session: accepted.json };
    };
    const ask = async (headers: Readonly<Record<string, string>>, query: string) =>
      (await send(at('/graphql'), { headers, body: { query } })).json;
    const listed = async (headers: Readonly<Record<string, string>> = byKey('orchard')) =>
      (await send(at('/session/invitations'), { method: 'GET', headers })).json.invitations;
    const revoke = (id: string, headers: Readonly<Record<string, string>> = byKey('orchard')) =>
      send(at(`/session/invitations/${id}`), { method: 'DELETE', headers });
    const buy = (...ids: readonly string[]) =>
      `{ ${ids.map((id, number) => `p${number}: profile(by: { id: "${id}" }) { ... on Profile { about } __typename }`).join(' ')} }`;
    const keyless = '{ viewer { can { keep act } } }';

    it('opens one session with the right to keep, listed by name, for up to 30 days', async () => {
      const { token, ...told } = await invite({ total: 3 });
      assert.match(token, /^kithi_[\w-]{43}$/);
      assert.deepEqual([told.rights, told.state, told.total], ['keep', 'pending', 3]);
      assert.equal(Date.parse(told.expiresAt), clock.now() + 7 * dayMs);
      const accepted = await accept(token);
      assert.equal(Date.parse(accepted.json.expiresAt), clock.now() + 30 * dayMs);
      assert.ok(!accepted.text.includes('kiths4_') && !accepted.text.includes(keyOf('orchard')));
      const guest = { ...fromPage, cookie: accepted.cookie };
      assert.deepEqual((await ask(guest, keyless)).data.viewer.can, { keep: true, act: false });
      assert.equal((await ask(guest, '{ purse { left label } }')).data.purse.left, 3);
      const { sessions, standing } = (await send(at('/session'), { method: 'GET', headers: byKey('orchard') })).json;
      const id = accepted.json.id;
      assert.ok(!sessions.some((one: { id: string }) => one.id === id));
      const shown = standing.find((one: { id: string }) => one.id === id);
      assert.deepEqual([shown.kind, shown.label, shown.purse.total], ['guest', 'ada@orchard.example', 3]);
      const entry = (await listed()).find((one: { id: string }) => one.id === told.id);
      assert.deepEqual([entry.state, entry.session.id, entry.session.left], ['used', id, 3]);
      assert.ok(!('token' in entry) && !('sealed' in entry));
    });

    it('is forgotten by the address in its label, and its session, too', async () => {
      const label = 'zq@brightwater.example';
      await enter({ label });
      await invite({ label });
      const shown = async () =>
        JSON.stringify([
          await listed(),
          (await send(at('/session'), { method: 'GET', headers: byKey('orchard') })).json,
          (await ask(byKey('orchard'), '{ purses { label } }')).data,
        ]);
      assert.match(await shown(), /zq@brightwater/);
      const what = { profiles: [label], names: [], companies: [], all: false };
      assert.equal((await administer(cast.graph.url, secret, 'POST', '/purge', undefined, what)).status, 200);
      assert.doesNotMatch(await shown(), /zq@brightwater/);
    });

    it('is used by POST of the page alone, so that programs that open links do not use it up', async () => {
      const { token } = await invite();
      for (const path of ['/session/invited', `/session/invited?token=${token}`, `/?invitation=${token}`])
        for (const method of ['GET', 'HEAD'] as const) {
          const opened = await request(at(path), { method, headers: { ...fromPage, accept: 'text/html' } });
          await opened.body.dump();
          assert.equal(opened.headers['set-cookie'], undefined);
        }
      for (const headers of [
        { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'x-kith-explorer': '0' },
      ])
        assert.equal((await accept(token, headers)).status, 403, JSON.stringify(headers));
      assert.equal((await accept(token)).status, 200);
    });

    it('shows a page that sends no referrer', async () => {
      const page = await request(at('/'), { headers: { accept: 'text/html' } });
      await page.body.dump();
      assert.equal(page.headers['referrer-policy'], 'no-referrer');
    });

    it('opens one session for several who try at once', async () => {
      const { token } = await invite({ label: 'at once' });
      const answers = await Promise.all(Array.from({ length: 8 }, () => accept(token)));
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array.from({ length: 7 }, () => 410)]);
      const { standing } = (await send(at('/session'), { method: 'GET', headers: byKey('orchard') })).json;
      assert.equal(standing.filter((one: { label: string }) => one.label === 'at once').length, 1);
    });

    it('that was used, taken back or too old, or never made, says so', async () => {
      const used = await invite();
      await accept(used.token);
      const takenBack = await invite();
      assert.equal((await revoke(takenBack.id)).status, 204);
      const old = await invite();
      clock.advance(7 * dayMs);
      const never = `kithi_${'A'.repeat(43)}`;
      for (const [token, status, message] of [
        [used.token, 410, 'The invitation was used already: each opens one session. Ask for another.'],
        [takenBack.token, 410, 'The invitation was taken back. Ask for another.'],
        [old.token, 410, 'The invitation has expired. Ask for another.'],
        [never, 404, 'There is no such invitation: the link may be incomplete, or is some weeks old. Ask for another.'],
      ] as const) {
        const answer = await accept(token);
        assert.deepEqual([answer.status, answer.message, answer.cookie], [status, message, '']);
      }
    });

    it('is not found by guessing: a near miss is answered like nonsense, and tries are few', async () => {
      await using own = await openTestGraph(cast.asks.baseUrl, { explorer, names: cast.asks.names });
      const url = own.graph.url;
      const made = await send(`${url}/session/invitations`, { headers: byKey('orchard'), body: { label: 'ada' } });
      const { token } = made.json;
      const tried = (guess: string) =>
        send(`${url}/session/invited`, { headers: { ...fromPage, origin: url }, body: { token: guess } });
      own.upstream.forget();
      const last = token.endsWith('A') ? 'B' : 'A';
      const answers = await Promise.all(
        [token.slice(0, -1) + last, token.slice(0, -1), token.toLowerCase(), 'x', '', made.json.id].map(tried),
      );
      assert.deepEqual([...new Set(answers.map(({ status, text }) => `${status} ${text}`))].length, 1);
      assert.equal(answers[0]?.status, 404);
      assert.equal(own.upstream.calls.length, 0, 'a guess costs no call');
      const more = await Promise.all(Array.from({ length: 30 }, (_, number) => tried(`guess ${number}`)));
      assert.equal(more.filter(({ status }) => status === 429).length, 6);
      assert.equal((await tried(token)).status, 429, 'whoever guesses waits');
    });

    it('spends no more than its total', async () => {
      const { headers } = await enter({ total: 1 });
      const { data, extensions } = await ask(headers, buy(people.ada.id, people.ben.id));
      assert.deepEqual([data.p0.__typename, data.p1.__typename].toSorted(), ['CreditLimit', 'Profile']);
      assert.equal(extensions.credits.charged, 1);
      const { headers: free } = await enter();
      assert.equal((await ask(free, buy(people.hiro.id))).extensions.credits.charged, 0);
    });

    it('gives no right to act unless it is asked for, and none to invite without it', async () => {
      for (const rights of ['look', 'keep'] as const) {
        const { headers } = await enter({ rights });
        const refused = await inviteAs(headers, { label: 'ben' });
        assert.deepEqual([refused.status, refused.message], [403, 'Inviting needs a session with the right to act.']);
        assert.equal((await send(at('/session/invitations'), { method: 'GET', headers })).status, 403);
      }
      const { headers } = await enter({ rights: 'act', total: 5 });
      assert.equal((await inviteAs(headers, { label: 'ben', total: 5 })).status, 200);
    });

    it('passes on no more than the session that makes it has, and ends with it', async () => {
      const lead = await enter({ rights: 'act', total: 2, seconds: 5 * 86_400 });
      const more = await inviteAs(lead.headers, { label: 'ben', total: 3 });
      assert.deepEqual(
        [more.status, more.message],
        [400, 'total: must be at most 2, which the inviter has left, but got 3.'],
      );
      const guests = await Promise.all(
        ['ben', 'chloe'].map(async (label) => {
          const { token } = (await inviteAs(lead.headers, { label, rights: 'act', total: 2 })).json;
          const accepted = await accept(token);
          assert.equal(accepted.status, 200, accepted.text);
          assert.equal(accepted.json.expiresAt, lead.session.expiresAt, 'no longer than the inviter');
          return { ...fromPage, cookie: accepted.cookie };
        }),
      );
      const [one = {}, other = {}] = guests;
      const third = (await inviteAs(one, { label: 'hiro', total: 2 })).json;
      const grandchild = { ...fromPage, cookie: (await accept(third.token)).cookie };
      // Two credits among them all, whatever each was promised.
      const ids = [people.ada.id, people.ben.id, people.chloe.id, people.hiro.id];
      let charged = 0;
      for (const [number, headers] of [grandchild, one, other, lead.headers].entries())
        charged += (await ask(headers, buy(ids[number] ?? ''))).extensions.credits.charged;
      assert.equal(charged, 2);
      const pending = (await inviteAs(one, { label: 'later' })).json;
      const ended = await send(at('/session/current'), { method: 'DELETE', headers: lead.headers });
      assert.equal(ended.status, 204);
      for (const headers of [...guests, grandchild])
        assert.equal((await send(at('/graphql'), { headers, body: { query: keyless } })).status, 401);
      const late = await accept(pending.token);
      assert.deepEqual(
        [late.status, late.message],
        [410, 'The invitation ended with the session of whoever sent it. Ask for another.'],
      );
      const { standing } = (await send(at('/session'), { method: 'GET', headers: byKey('orchard') })).json;
      const labels = standing.map(({ label }: { label: string }) => label);
      assert.ok(!labels.includes('ben') && !labels.includes('chloe') && !labels.includes('hiro'));
    });

    it('is ended by whoever made it: its link, or its session', async () => {
      const { token, id } = await invite({ label: 'dora' });
      const accepted = await accept(token);
      const headers = { ...fromPage, cookie: accepted.cookie };
      assert.equal((await revoke(id, byKey('meadow'))).status, 404, 'not by another key');
      assert.equal((await ask(headers, keyless)).data.viewer.can.keep, true);
      assert.equal((await revoke(id)).status, 204);
      assert.equal((await send(at('/graphql'), { headers, body: { query: keyless } })).status, 401);
      assert.equal((await listed()).find((one: { id: string }) => one.id === id).session, undefined);
    });

    it('stays in its child team, and its session sees the invitations of that team', async () => {
      const childTeamId = teams.lighthouse.id;
      const { headers } = await enter({ rights: 'act', childTeamId, label: 'keeper' }, 'harbor');
      assert.equal((await ask(headers, '{ viewer { id } }')).data.viewer.id, childTeamId);
      const elsewhere = await inviteAs(headers, { label: 'ben', childTeamId: teams.reef.id });
      assert.equal(elsewhere.status, 403);
      const made = (await inviteAs(headers, { label: 'ben' })).json;
      assert.equal(made.childTeamId, childTeamId);
      await invite({ label: 'of the partner' }, 'harbor');
      assert.deepEqual(
        (await listed(headers)).map(({ label }: { label: string }) => label),
        ['ben'],
      );
    });

    it('has one set of lists and exclusions with all sessions of its key', async () => {
      const { headers } = await enter({ total: 0 }, 'meadow');
      const { data } = await ask(
        headers,
        'mutation { createTargetList(input: { name: "Ours" }) { targetList { id } problems { message } } }',
      );
      const { id } = data.createTargetList.targetList;
      const other = await enter({ total: 0 }, 'meadow');
      const excluded = `mutation { excludeFromIntros(input: { profiles: [{ id: "${people.ada.id}" }] }) { changed } }`;
      await ask(other.headers, excluded);
      const code = await send(at('/session/code'), { headers: byKey('meadow'), body: { kind: 'page' } });
      const page = await send(at('/session/exchange'), {
        headers: { ...fromPage, origin: cast.graph.url },
        body: { code: code.json.code },
      });
      for (const who of [headers, other.headers, byKey('meadow'), { ...fromPage, cookie: page.cookie }]) {
        const seen = await ask(who, `{ targetList(id: "${id}") { name } introExclusions { value } }`);
        assert.deepEqual(seen.data, { targetList: { name: 'Ours' }, introExclusions: [{ value: people.ada.id }] });
      }
    });

    it('tells what is wrong with what it is asked', async () => {
      for (const [body, message] of [
        [{ label: ' ' }, 'label: must say who is invited, in 1 to 200 characters, but got " ".'],
        [{ label: 'a', rights: 'all' }, 'rights: must be one of look, keep, act, but got "all".'],
        [{ label: 'a', total: -1 }, 'total: must be a whole number of credits, but got -1.'],
        [{ label: 'a', seconds: 31 * 86_400 }, 'seconds: must be between 1 and 2592000, but got 2678400.'],
        [{ label: 'a', childTeamId: 'b' }, 'childTeamId: must be a team’s id, a uuid, but got "b".'],
        [
          { label: 'a', kind: 'page' },
          'kind: is unknown; an invitation takes label, rights, total, seconds and childTeamId, of which only label is required.',
        ],
      ] as const) {
        const answer = await inviteAs(byKey('orchard'), body);
        assert.deepEqual([answer.status, answer.message], [400, message]);
      }
      assert.equal((await inviteAs({ 'x-api-key': 'no-such-key' }, { label: 'a' })).status, 401);
      assert.equal((await inviteAs({}, { label: 'a' })).status, 401);
    });

    it('leaves no token in logs or audit lines, and names nobody there', async () => {
      const { token } = await invite({ label: 'secret.person@orchard.example' });
      await accept(token, { origin: cast.graph.url });
      await accept(token);
      const all = [...lines, ...audited].join('\n');
      assert.ok(audited.some((line) => line.startsWith('["session.invited"')));
      assert.ok(!all.includes('kithi_') && !all.includes(token.slice(6)) && !all.includes('secret.person'));
    });
  });

describe('an invitation in the store', () => {
  it('holds neither its token nor the key, and outlives a rotation of the secret, as its session does', async () => {
    await using cast = await openCastGraph();
    using database = new Database(':memory:');
    const [first, second] = ['the secret that is replaced, long enough', 'the secret that takes its place, as long'];
    const swept = Promise.withResolvers<void>();
    const log = pino({ level: 'info' }, { write: (line: string) => /may be removed/.test(line) && swept.resolve() });
    // A token is for one upstream, so all ask the same address.
    const shared = { upstreamUrl: cast.asks.baseUrl, names: cast.asks.names, identitySecret: first };
    const open = (options: Partial<GraphOptions>) => openGraph({ ...shared, explorer, database, log, ...options });
    const headers = { 'x-api-key': keyOf('orchard') };
    const invite = async ({ url }: Graph) =>
      (await send(`${url}/session/invitations`, { headers, body: { label: 'ada@orchard.example' } })).json.token;
    const accept = async ({ url }: Graph, token: string) =>
      await send(`${url}/session/invited`, { headers: { ...fromPage, origin: url }, body: { token } });
    const current = ({ url }: Graph, cookie: string) =>
      send(`${url}/session/current`, { method: 'GET', headers: { ...fromPage, cookie } });
    const tokens: string[] = [];
    let cookie = '';
    {
      await using graph = await open({ secret: first });
      tokens.push(await invite(graph), await invite(graph));
      const kept = JSON.stringify(database.all`SELECT * FROM state_entry`);
      assert.match(kept, /invitations:/);
      for (const secret of [...tokens, keyOf('orchard'), 'ada@orchard.example']) assert.ok(!kept.includes(secret));
      cookie = (await accept(graph, tokens[0] ?? '')).cookie;
    }
    {
      await using graph = await open({ secret: second, acceptedSecret: first });
      await swept.promise;
      const renewed = await current(graph, cookie);
      assert.equal(renewed.status, 200);
      assert.match(renewed.cookie, /^kith=kiths4_/);
      assert.notEqual(renewed.cookie, cookie);
      assert.equal((await current(graph, renewed.cookie)).cookie, '', 'once');
    }
    await using graph = await open({ secret: second });
    assert.equal((await current(graph, cookie)).status, 200, 'the first cookie, too');
    assert.equal((await accept(graph, tokens[1] ?? '')).status, 200);
  });

  it('is as it was where its session cannot be made', async () => {
    await using cast = await openCastGraph({ explorer });
    const { url } = cast.graph;
    const headers = { 'x-api-key': keyOf('orchard') };
    const { token } = (await send(`${url}/session/invitations`, { headers, body: { label: 'ada' } })).json;
    const accept = () => send(`${url}/session/invited`, { headers: { ...fromPage, origin: url }, body: { token } });
    cast.upstream.fault = () => ({ status: 503, body: {} });
    assert.equal((await accept()).status, 502);
    cast.upstream.fault = undefined;
    assert.equal((await accept()).status, 200);
  });
});
