import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import pino from 'pino';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { keyOf, teams } from '../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { type CastService, openCast } from '../../support/service.ts';

const key = keyOf('orchard');
const origin = 'https://a.example';
const json = { 'content-type': 'application/json' };
const anyone = '{"query":"{ __typename }"}';

interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'OPTIONS';
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | null;
}

describe('what is refused before it runs', () => {
  let service: CastService;
  let graph: TestGraph;
  const lines: string[] = [];
  before(async () => {
    service = await openCast();
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    graph = await openTestGraph(service.url, { origins: [origin], log });
  });
  after(async () => {
    await graph.close();
    await service.close();
    await service.store.close();
  });

  async function send({ method = 'POST', path = '/graphql', headers = json, body = anyone }: Sent, at = graph) {
    const answer = await request(at.graph.url + path, {
      method,
      headers: { 'x-api-key': key, ...headers },
      body: method === 'GET' || method === 'OPTIONS' ? null : body,
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  }

  for (const [what, status, sent] of [
    ['a document', 200, {}],
    ['a syntax error', 400, { body: '{"query":', headers: json }],
    ['no path', 404, { path: '/nothing' }],
    ['another method', 405, { method: 'PATCH' }],
    ['a media type that is not taken', 406, { headers: { ...json, accept: 'image/png' } }],
    ['a body that is too long', 413, { body: 'x'.repeat(2_000_000) }],
    ['a form', 415, { headers: { 'content-type': 'text/plain' } }],
    [
      'a key that is refused',
      401,
      { headers: { ...json, 'x-api-key': 'no' }, body: '{"query":"{ credits { usage } }"}' },
    ],
  ] as const satisfies readonly (readonly [string, number, Sent])[])
    it(`can be read by pages of the origins that are named: ${what}, ${status}`, async () => {
      const asked: Sent = sent;
      const answer = await send({ ...asked, headers: { ...(asked.headers ?? json), origin } });
      assert.equal(answer.status, status, answer.text);
      assert.equal(answer.headers['access-control-allow-origin'], origin);
      assert.match(String(answer.headers['access-control-expose-headers']), /retry-after/);
    });

  it('can be read by them when it comes too often', async () => {
    const rates = { perKey: 1, perAddress: undefined };
    await using limited = await openTestGraph(service.url, { origins: [origin], traffic: { rates } });
    await send({}, limited);
    const answer = await send({ headers: { ...json, origin } }, limited);
    assert.equal(answer.status, 429);
    assert.equal(answer.headers['access-control-allow-origin'], origin);
  });

  it('is told in the log where an origin is not listed, once, and the page is told nothing', async () => {
    const preflight = { origin: 'https://b.example', 'access-control-request-method': 'POST' };
    for (let times = 0; times < 2; times += 1) {
      const answer = await send({ method: 'OPTIONS', headers: preflight });
      assert.equal(answer.headers['access-control-allow-origin'], undefined);
    }
    assert.equal(lines.filter((line) => line.includes('https://b.example')).length, 1);
  });

  for (const [type, status] of [
    ['Application/JSON', 200],
    ['APPLICATION/JSON;Charset="UTF-8"', 200],
    ['application/json; charset=latin1', 415],
    ['Application/GraphQL', 200],
    ['Application/GraphQL+JSON', 200],
  ] as const)
    it(`is ${status === 200 ? 'not' : ''} a body of the type ${type}`, async () => {
      const body = /graphql$/i.test(type) ? '{ __typename }' : anyone;
      assert.equal((await send({ headers: { 'content-type': type }, body })).status, status);
    });

  it('is a child team in the header of the data service, which would be answered with what the key’s own team has', async () => {
    const headers = { ...json, 'X-Authenticate-Team': teams.lighthouse.id };
    for (const [path, body] of [
      ['/graphql', '{"query":"{ relationships { totalCount } }"}'],
      ['/quote', '{"query":"{ relationships { totalCount } }"}'],
      ['/session', '{}'],
    ] as const) {
      const { status, text } = await send({ path, headers, body });
      assert.equal(status, 400, text);
      assert.match(text, /x-authenticate-team: must be left out: select `childTeam\(id: …\)`/);
    }
    assert.equal(graph.upstream.count('/v3/relationships'), 0);
  });

  for (const coding of ['gzip', 'x-foo'])
    it(`is a body in a content coding: ${coding}`, async () => {
      const body = gzipSync(anyone);
      const answer = await send({ headers: { ...json, 'content-encoding': coding }, body });
      assert.deepEqual([answer.status, answer.headers['accept-encoding']], [415, 'identity']);
    });

  for (const parameter of ['variables', 'extensions'])
    for (const value of ['{not', '[]', '1', '"x"'])
      it(`is a query string whose ${parameter} are ${value}`, async () => {
        const path = `/graphql?query=${encodeURIComponent('{ __typename }')}&${parameter}=${encodeURIComponent(value)}`;
        const answer = await send({ method: 'GET', path, headers: {} });
        assert.equal(answer.status, 400, answer.text);
        assert.equal(JSON.parse(answer.text).errors[0].extensions.code, 'BAD_REQUEST');
        assert.ok(!lines.some((line) => line.includes('"level":50')));
      });

  it('is a document beside the hash of another', async () => {
    const hashed = (text: string) => createHash('sha256').update(text).digest('hex');
    const beside = (text: string) => ({
      body: JSON.stringify({
        query: '{ __typename }',
        extensions: { persistedQuery: { version: 1, sha256Hash: hashed(text) } },
      }),
    });
    assert.equal((await send(beside('{ __typename }'))).status, 200);
    assert.equal((await send(beside('{ other }'))).status, 400);
  });

  it('quotes no more than the beginning of a long header', async () => {
    const headers = { ...json, 'x-credit-budget': 'b'.repeat(9_000) };
    const { status, text: told } = await send({ headers });
    assert.equal(status, 400);
    assert.match(told, /x-credit-budget: must be a whole number/);
    assert.ok(told.length < 1_000, `${told.length} characters`);
  });

  it('quotes nothing of a body that is no JSON', async () => {
    const { status, text: told } = await send({ body: '{"secret' });
    assert.equal(status, 400);
    assert.doesNotMatch(told, /secret|originalError/);
  });

  it('names what is wrong with two operations of one name', async () => {
    const { text: told } = await send({ body: '{"query":"query A { __typename } query A { __typename }"}' });
    assert.match(told, /There can be only one operation named/);
  });

  it('has a code where a null decides what is selected', async () => {
    const query = 'query ($b: Boolean = true) { __typename @include(if: $b) }';
    const { text: told } = await send({ body: JSON.stringify({ query, variables: { b: null } }) });
    assert.equal(JSON.parse(told).errors[0].extensions.code, 'BAD_USER_INPUT');
  });

  for (const [what, status, head] of [
    ['no request', 400, 'no request\r\n\r\n'],
    ['a head that is too long', 431, `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`],
  ] as const)
    it(`has the form of all errors: ${what}, ${status}`, async () => {
      const { port } = new URL(graph.graph.url);
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(head);
      const answer = await text(socket);
      assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
      assert.ok(JSON.parse(answer.split('\r\n\r\n')[1] ?? '').errors[0].extensions.code);
    });

  const conditional = [
    'subscription { purse @skip(if: true) { id } }',
    'subscription ($b: Boolean = true) { purse @include(if: $b) { id } }',
    'subscription { ... @include(if: true) { purse { id } } }',
    'subscription { ...p @skip(if: false) } fragment p on Subscription { purse { id } }',
  ];
  for (const query of conditional)
    it(`is a subscription whose root field may be left out: ${query}`, async () => {
      const answer = await send({
        headers: { ...json, accept: 'text/event-stream' },
        body: JSON.stringify({ query }),
      });
      assert.match(answer.text, /is not allowed at the root of a subscription/);
      assert.match(answer.text, /GRAPHQL_VALIDATION_FAILED/);
    });

  it('has the same errors over a WebSocket as over HTTP, and leaves it open', async () => {
    const socket = new WebSocket(`${graph.graph.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { apiKey: key } }));
    await once(socket, 'message');
    for (const query of ['{', '{ nothing }', 'query A { __typename } query B { __typename }', ...conditional]) {
      socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
      const [data] = await once(socket, 'message');
      const { type, payload } = JSON.parse(String(data));
      const { text: told } = await send({ body: JSON.stringify({ query }) });
      assert.deepEqual([type, payload], ['error', JSON.parse(told).errors]);
    }
    assert.equal(socket.readyState, WebSocket.OPEN);
    socket.terminate();
  });
});
