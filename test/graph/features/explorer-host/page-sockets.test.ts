import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from 'graphql-ws';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { keyOf, teams } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const explorer = { source: async () => ({ html: '<!doctype html>', files: [] }), demo: [] };
const fromPage = { 'sec-fetch-site': 'same-origin', 'x-kith-explorer': '1', 'content-type': 'application/json' };

describe('a WebSocket of the page', () => {
  let cast: CastGraph;
  const clock = new ManualClock();
  before(async () => {
    cast = await openCastGraph({ explorer, clock });
  });
  after(() => cast.close());

  const send = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, headers: object, body?: object) => {
    const answer = await request(cast.graph.url + path, {
      method,
      headers: { ...fromPage, origin: cast.graph.url, ...headers },
      body: body ? JSON.stringify(body) : null,
    });
    const text = await answer.body.text();
    const [cookie = ''] = [answer.headers['set-cookie'] ?? ''].flat();
    return { status: answer.statusCode, cookie: cookie.split(';', 1)[0] ?? '', read: () => JSON.parse(text) };
  };
  const begin = async (team: 'orchard' | 'harbor' = 'orchard'): Promise<string> => {
    const { read } = await send('POST', '/session/code', { 'x-api-key': keyOf(team) }, { rights: 'look' });
    return (await send('POST', '/session/exchange', {}, { code: read().code })).cookie;
  };
  const tokenFor = async (cookie: string): Promise<string> =>
    (await send('POST', '/session/socket', { cookie })).read().token;

  /** Opens a socket; resolves with what it was closed with, or with `open` once an operation was answered. */
  const open = (cookie: string, pageToken?: string, origin = cast.graph.url) => {
    const closed = Promise.withResolvers<string>();
    const answered = Promise.withResolvers<string>();
    const client = createClient({
      url: `${cast.graph.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: class extends WebSocket {
        constructor(url: string, protocols: string) {
          super(url, protocols, { headers: { cookie, origin } });
        }
      },
      connectionParams: pageToken === undefined ? {} : { pageToken },
      retryAttempts: 0,
      // Stays open after its operation, until it is disposed.
      lazy: false,
      onNonLazyError: () => undefined,
      on: { closed: (event) => closed.resolve(String(Reflect.get(Object(event), 'reason'))) },
    });
    client.subscribe(
      { query: '{ viewer { id } }' },
      {
        next: ({ data }) => answered.resolve(data ? 'open' : 'refused'),
        error: () => undefined,
        complete: () => undefined,
      },
    );
    return {
      closed: closed.promise,
      outcome: Promise.race([answered.promise, closed.promise]),
      [Symbol.asyncDispose]: async () => client.dispose(),
    };
  };
  const refusal = /^Forbidden: the page’s token has expired, or belongs to another session$/;

  it('opens by its cookie with a token that the page has fetched', async () => {
    const cookie = await begin();
    await using socket = open(cookie, await tokenFor(cookie));
    assert.equal(await socket.outcome, 'open');
  });

  it('does not open by its cookie alone, nor from another origin, whatever token comes', async () => {
    const cookie = await begin();
    await using bare = open(cookie);
    assert.match(await bare.outcome, /^Forbidden: no API key/);
    await using foreign = open(cookie, await tokenFor(cookie), 'http://elsewhere.example');
    assert.match(await foreign.outcome, /^Forbidden: no API key/);
    await using opaque = open(cookie, await tokenFor(cookie), 'null');
    assert.match(await opaque.outcome, /^Forbidden: no API key/);
    await using made = open(cookie, 'made-up');
    assert.match(await made.outcome, refusal);
  });

  it('takes a token once, within 30 seconds, for its own session, and nothing else for one', async () => {
    const [cookie, other] = [await begin(), await begin()];
    const token = await tokenFor(cookie);
    await using first = open(cookie, token);
    assert.equal(await first.outcome, 'open');
    await using second = open(cookie, token);
    assert.match(await second.outcome, refusal);
    await using another = open(other, await tokenFor(cookie));
    assert.match(await another.outcome, refusal);
    const late = await tokenFor(cookie);
    clock.advance(30_000);
    await using over = open(cookie, late);
    assert.match(await over.outcome, refusal);
    const { code } = (await send('POST', '/session/code', { 'x-api-key': keyOf('orchard') }, {})).read();
    await using byCode = open(cookie, code);
    assert.match(await byCode.outcome, refusal);
    assert.equal((await send('POST', '/session/exchange', {}, { code: await tokenFor(cookie) })).status, 401);
  });

  it('gives a token to the page alone', async () => {
    const cookie = await begin();
    const other = { 'sec-fetch-site': 'cross-site', cookie };
    assert.equal((await send('POST', '/session/socket', other)).status, 403);
    assert.equal((await send('POST', '/session/socket', {})).status, 401);
  });

  it('closes when its session ends or acts for another team, and opens again', async () => {
    const cookie = await begin('harbor');
    await using own = open(cookie, await tokenFor(cookie));
    assert.equal(await own.outcome, 'open');
    const switched = await send('PATCH', '/session/current', { cookie }, { childTeamId: teams.lighthouse.id });
    assert.equal(switched.status, 200);
    assert.equal(await own.closed, 'Forbidden: the session acts for another team');
    await using stale = open(cookie, await tokenFor(switched.cookie));
    assert.match(await stale.outcome, refusal);
    await using again = open(switched.cookie, await tokenFor(switched.cookie));
    assert.equal(await again.outcome, 'open');
    await send('DELETE', '/session/current', { cookie: switched.cookie });
    assert.equal(await again.closed, 'Forbidden: the session has ended');
  });
});
