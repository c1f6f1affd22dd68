import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { createClient } from 'graphql-ws';
import pino from 'pino';
import { request } from 'undici';
import { WebSocket } from 'ws';
import type { ReceiptLines } from '../../../src/graph/credits/receipt.ts';
import { openGraph } from '../../../src/graph/server.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { type CastService, openCast } from '../../support/service.ts';
import { sessionToken } from '../../support/session-token.ts';

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is. */
  readonly body: object | string;
  /** Default: POST. A GET has the members of the body in its URL. */
  readonly method?: 'GET' | 'POST';
  /** What a session is asked for with. */
  readonly session?: object;
}

const key = keyOf('orchard');
const secret = 'a secret that seals sessions, for tests';
const registered = '{ __typename }';
const anyone = '{ __typename }';
const two = 'query A { a: __typename } query B { b: __typename }';
const lookUp = 'query ($by: ProfileBy!) { profile(by: $by) { __typename ... on Profile { fullName } } }';
const deep = `{ viewer { relationships(first: 1) { nodes { ${'profile { currentCompany { people(first: 1) { nodes { '.repeat(6)} id ${'} } } }'.repeat(6)} } } } }`;

/** What Apollo's clients send in a document's stead. */
const persisted = (text: string) => ({
  persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(text).digest('hex') },
});

const accepting = (accept: string): Sent => ({ headers: { accept }, body: { query: anyone } });
const typed = (type: string, body: object | string = { query: anyone }): Sent => ({
  headers: { 'content-type': type },
  body,
});
const from = (origin: string, more = {}): Sent => ({ headers: { origin, ...more }, body: { query: anyone } });

const requests: Readonly<Record<string, Sent>> = {
  'a query': { body: { query: anyone } },
  'a query with all parameters there are': {
    body: { query: two, operationName: 'B', variables: {}, extensions: { some: 'thing' } },
  },
  'a look-up by a variable': { body: { query: lookUp, variables: { by: { id: people.ada.id } } } },
  'a mutation': { body: { query: 'mutation { forgetRecords(input: {}) { forgotten } }' } },
  'a registered document': { body: { documentId: 'name' } },
  'a registered document by its hash': { body: { extensions: persisted(registered) } },
  'a document beside its hash, registered or not': {
    body: { query: two, operationName: 'A', extensions: persisted(two) },
  },
  'no key': { headers: { 'x-api-key': '' }, body: { query: '{ __typename credits { usage } }' } },
  'no key, for a caller of the newer type': {
    headers: { 'x-api-key': '', accept: 'application/graphql-response+json' },
    body: { query: '{ __typename credits { usage } }' },
  },
  'a key that the upstream refuses': { headers: { 'x-api-key': 'no such' }, body: { query: '{ credits { usage } }' } },
  'an argument that can’t be read': {
    body: {
      query: 'query ($by: ProfileBy = { xnetSlug: "x" }) { profile(by: $by) { __typename } }',
      variables: { by: null },
    },
  },
  'two operations of which one is named': { body: { query: two, operationName: 'A' } },
  'any type': accepting('*/*'),
  'an empty accept': accepting(''),
  'the older type': accepting('application/json'),
  'the newer type': accepting('application/graphql-response+json'),
  'both types, the newer first': accepting('application/graphql-response+json, application/json;q=0.9'),
  'both types, the older first': accepting('application/json,application/graphql-response+json'),
  'whatever a browser takes': accepting('text/html, application/xhtml+xml, */*;q=0.8'),
  'a type in capitals': accepting('Application/JSON'),
  'a stream or else JSON': accepting('text/event-stream, application/json'),
  'a charset in words': typed('application/json; charset=utf-8'),
  'an origin that may call': from('https://app.example'),
  'an origin that may not': from('https://elsewhere.example'),
  'an origin that may call, and an error': {
    headers: { origin: 'https://app.example', 'x-api-key': '' },
    body: { query: '{ credits { usage } }' },
  },
  'a session': { session: {}, body: { query: '{ credits { usage } }' } },
  'a query of a session that only reads': { session: { rights: 'look' }, body: { query: '{ credits { usage } }' } },
  'a mutation of a session that also writes': {
    session: {},
    body: { query: 'mutation { forgetRecords(input: {}) { forgotten } }' },
  },
  'a budget': { headers: { 'x-credit-budget': '7' }, body: { query: anyone } },
  'a variable that is missing': { body: { query: lookUp } },
  'a variable that is wrong': { body: { query: lookUp, variables: { by: { id: 'x' } } } },
  'two names for one profile': { body: { query: lookUp, variables: { by: { id: people.ada.id, xnetSlug: 'x' } } } },
  'a variable that is wrong, for a caller of the newer type': {
    headers: { accept: 'application/graphql-response+json' },
    body: { query: lookUp },
  },
  'too large a list': { body: { query: '{ searchProfiles(first: 1001) { nodes { id } } }' } },
  'too large a list by a variable': {
    body: {
      query: 'query ($n: Int) { searchProfiles(first: $n) { nodes { id } } }',
      variables: { n: 1001 },
    },
  },
  'a mutation of a session that only reads': {
    session: { rights: 'look' },
    body: { query: 'mutation { forgetRecords(input: {}) { forgotten } }' },
  },
  'no JSON': { body: '{"query":' },
  'an empty body': { body: '' },
  'a body that is null': { body: 'null' },
  'a body that is a string': { body: '"{ __typename }"' },
  'a batch': { body: [{ query: anyone }, { query: anyone }] },
  'no document': { body: { variables: {} } },
  'a document that is no string': { body: { query: 7 } },
  'a member that the protocol does not have': { body: { query: anyone, more: 1 } },
  'variables that are a list': { body: { query: anyone, variables: [] } },
  'extensions that are a string': { body: { query: anyone, extensions: 'x' } },
  'a name that is no string': { body: { query: anyone, operationName: 1 } },
  'a syntax error': { body: { query: '{' } },
  'an invalid document': { body: { query: '{ nothing }' } },
  'an invalid document, for a caller of the newer type': {
    headers: { accept: 'application/graphql-response+json' },
    body: { query: '{ nothing }' },
  },
  'two operations and no name': { body: { query: two } },
  'a name that no operation has': { body: { query: two, operationName: 'C' } },
  'a document too deep': { body: { query: deep } },
  'a document of a thousand tokens': { body: { query: `{ ${'credits { usage } '.repeat(250)} }` } },
  'an id that no document has': { body: { documentId: 'other' } },
  'a hash that no document has': { body: { extensions: persisted('{ again: __typename }') } },
  'an id and another document': { body: { documentId: 'name', query: '{ again: __typename }' } },
  'a session that was never made': {
    headers: { authorization: 'Bearer kiths4_0', 'x-api-key': '' },
    body: { query: anyone },
  },
  'a budget that is none': { headers: { 'x-credit-budget': 'much' }, body: { query: anyone } },
  'a subscription': { body: { query: 'subscription { mappingTask(id: "x") { id } }' } },
  'no type that there is': accepting('image/png'),
  'another charset alone': accepting('application/json; charset=latin1'),
  'the other name of JSON': typed('application/graphql+json'),
  'a document as it is': typed('application/graphql', anyone),
  'a form': typed('application/x-www-form-urlencoded', 'query={__typename}'),
  'plain text': typed('text/plain'),
  'no content type': typed(''),
  'a preflight’s header': from('https://app.example', { 'access-control-request-headers': 'x-api-key' }),
};

const inUrl = (body: object | string): URLSearchParams =>
  new URLSearchParams(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

/** Whether a request can be a GET, too, and means the same: a query, in a body that can be read. */
const mayBeGot = ({ headers = {}, body }: Sent): boolean =>
  typeof body === 'object' &&
  !Array.isArray(body) &&
  !('content-type' in headers) &&
  !headers.accept?.includes('text/html') &&
  !('extensions' in body && typeof body.extensions === 'string') &&
  Object.entries(body).every(([, value]) => typeof value !== 'number') &&
  !JSON.stringify(body).includes('mutation');

/** Sends what a row says, and tells what a caller can see of the answer but its time. */
async function send({ graph }: TestGraph, { headers, body, method = 'POST', session }: Sent) {
  const answer = await request(`${graph.url}/graphql${method === 'GET' ? `?${inUrl(body)}` : ''}`, {
    method,
    headers: {
      ...(method === 'POST' && { 'content-type': 'application/json' }),
      'x-request-id': 'one-and-the-same',
      ...(session ? { authorization: `Bearer ${await sessionToken(graph.url, key, session)}` } : { 'x-api-key': key }),
      ...headers,
    },
    body: method === 'GET' ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  // One request fewer is left of the minute each time; a key counts only before it is refused.
  const { date: _date, ratelimit: _left, 'ratelimit-policy': _policy, ...head } = answer.headers;
  const text = await answer.body.text();
  // The data service gives each of its answers an id; a refusal that is remembered has the request's.
  const shown = text.replaceAll(/"requestId":"[^"]*"/g, '"requestId":"…"');
  const { 'content-length': _length, ...others } = head;
  return { status: answer.statusCode, head: others, text: shown };
}

describe('POST /graphql', () => {
  let service: CastService;
  let direct: TestGraph;
  let other: TestGraph;
  before(async () => {
    service = await openCast();
    const options = {
      limits: { depth: 12, tokens: 900, objects: 1000, bodyBytes: 20_000 },
      origins: ['https://app.example', 'https://other.example'],
      trusted: { byId: new Map([['name', registered]]), others: 'serve' as const },
      secret,
    };
    direct = await openTestGraph(service.url, options);
    other = await openTestGraph(service.url, options);
  });
  after(async () => {
    await direct.close();
    await other.close();
    await service.close();
    await service.store.close();
  });

  for (const [what, sent] of Object.entries(requests))
    it(`answers ${what} by its own route twice alike, and as Yoga does by GET`, async () => {
      const answer = await send(direct, sent);
      assert.deepEqual(await send(direct, sent), answer);
      if (mayBeGot(sent)) assert.deepEqual(await send(other, { ...sent, method: 'GET' }), answer);
    });

  it('tells a syntax error alike, though a WebSocket was told of it before', async () => {
    const query = '{ never closed';
    for (const { graph } of [direct, other]) {
      const client = createClient({
        url: `${graph.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { apiKey: key },
      });
      await assert.rejects(client.iterate({ query }).next(), Array);
      await client.dispose();
    }
    const sent = { headers: { accept: 'application/graphql-response+json' }, body: { query } };
    const answer = await send(direct, sent);
    assert.equal(answer.status, 400);
    assert.deepEqual(await send(other, { ...sent, method: 'GET' }), answer);
  });

  for (const more of [{ id: 'PeopleQuery' }, { onError: 'HALT' }, { toString: 1, constructor: {} }])
    it(`ignores members that it does not know: ${Object.keys(more)}`, async () => {
      const body = { query: anyone, ...more };
      assert.match((await send(direct, { body })).text, /^\{"data":\{"__typename":"Query"\}/);
      const streamed = await send(direct, { headers: { accept: 'text/event-stream' }, body });
      assert.match(streamed.text, /data: \{"data":\{"__typename":"Query"\}/);
      const got = await send(direct, { method: 'GET', body });
      assert.match(got.text, /^\{"data":\{"__typename":"Query"\}/);
      const quoted = await fetch(`${direct.graph.url}/quote`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(body),
      });
      assert.equal(quoted.status, 200);
      const client = createClient({
        url: `${direct.graph.url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { apiKey: key },
      });
      const { value } = await client.iterate(body).next();
      assert.deepEqual(value.data, { __typename: 'Query' });
      await client.dispose();
    });

  it('refuses a body too large, whether it says so or not', async () => {
    const text = JSON.stringify({ query: `{ __typename } ${' '.repeat(30_000)}` });
    assert.equal((await send(direct, { body: text })).status, 413);
    const unsized = await request(`${direct.graph.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: Readable.from([text]),
    });
    assert.equal(unsized.statusCode, 413);
    await unsized.body.dump();
  });

  it('serves none but trusted documents where only these are served', async () => {
    const trusted = { byId: new Map([['name', registered]]), others: 'refuse' } as const;
    await using graph = await openTestGraph(service.url, { trusted, secret });
    for (const [body, status] of [
      [{ documentId: 'name' }, 200],
      [{ query: registered }, 200],
      [{ query: '{ again: __typename }' }, 400],
    ] as const)
      assert.equal((await send(graph, { body })).status, status);
  });

  it('has clients that ask by hash send the document, for as long as nothing is registered, or this one', async () => {
    await using bare = await openTestGraph(service.url, { secret });
    const extensions = persisted('{ again: __typename }');
    for (const [graph, message, code] of [
      [bare, 'PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED'],
      [direct, 'PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND'],
    ] as const) {
      const { status, head, text } = await send(graph, { body: { operationName: null, extensions } });
      assert.deepEqual([status, head['cache-control']], [200, 'no-store']);
      assert.deepEqual(JSON.parse(text), { errors: [{ message, extensions: { code } }] });
      const parameters = new URLSearchParams({ extensions: JSON.stringify(extensions) });
      const got = await fetch(`${graph.graph.url}/graphql?${parameters}`, { headers: { 'x-api-key': key } });
      assert.deepEqual(await got.json(), { errors: [{ message, extensions: { code } }] });
    }
    const whole = await send(bare, { body: { query: '{ again: __typename }', extensions } });
    assert.deepEqual(JSON.parse(whole.text).data, { again: 'Query' });
  });

  it('answers a registered document by its hash over GET', async () => {
    const parameters = new URLSearchParams({ extensions: JSON.stringify(persisted(registered)) });
    const answer = await fetch(`${direct.graph.url}/graphql?${parameters}`, { headers: { 'x-api-key': key } });
    assert.deepEqual((await answer.json()).data, { __typename: 'Query' });
  });

  it('tells of each operation once', async () => {
    const told: ReceiptLines[] = [];
    const credits = { onReceipt: (lines: ReceiptLines) => void told.push(lines) };
    await using graph = await openTestGraph(service.url, { credits, secret });
    await send(graph, { body: { query: anyone } });
    await send(graph, { headers: { accept: 'application/json' }, body: { query: anyone } });
    await send(graph, { body: { query: lookUp, variables: { by: { id: people.ada.id } } } });
    assert.equal(told.length, 3);
  });

  for (const method of ['POST', 'GET'])
    it(`ends what is free when its caller leaves, by ${method}`, {
      timeout: 60_000,
    }, async () => {
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const address = silent.address();
      assert.ok(address && typeof address === 'object');
      const log = pino({ level: 'silent' });
      await using graph = await openGraph({ upstreamUrl: `http://127.0.0.1:${address.port}`, log });
      const leaving = new AbortController();
      const body = { query: '{ searchProfiles { totalCount } }' };
      const answer = fetch(`${graph.url}/graphql${method === 'GET' ? `?${inUrl(body)}` : ''}`, {
        method,
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: method === 'GET' ? null : JSON.stringify(body),
        signal: leaving.signal,
      });
      const [, unanswered] = await once(silent, 'request');
      const ended = once(unanswered, 'close');
      leaving.abort();
      await assert.rejects(answer, { name: 'AbortError' });
      await ended;
      silent.closeAllConnections();
      silent.close();
    });
});
