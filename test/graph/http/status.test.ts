import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { until } from '../../support/until.ts';

const spec = 'application/graphql-response+json';
const json = 'application/json';
const wrong = 'no such key';
const usage = '{ credits { usage } }';

interface Case {
  readonly does: string;
  readonly path?: string;
  readonly accept: string;
  readonly key?: string;
  readonly query?: string;
  readonly status: number;
}

describe('the status of an answer', () => {
  let graph: CastGraph;
  before(async () => {
    graph = await openCastGraph();
  });
  after(() => graph.close());

  const cases: readonly Case[] = [
    { does: 'is 401 where nothing came for a wrong key', accept: spec, key: wrong, status: 401 },
    { does: 'is 401 for who knows application/json only, too', accept: json, key: wrong, status: 401 },
    { does: 'is 401 for whatever is accepted', accept: '*/*', key: wrong, status: 401 },
    {
      does: 'is 401 for a stream of events that the key may not see',
      accept: 'text/event-stream',
      key: wrong,
      query: 'subscription { mappingTask(id: "any") { status } }',
      status: 401,
    },
    {
      does: 'is 401 for a multipart stream that the key may not see',
      accept: 'multipart/mixed;subscriptionSpec=1.0, application/json',
      key: wrong,
      query: 'subscription { mappingTask(id: "any") { status } }',
      status: 401,
    },
    {
      does: 'is 401 below a field that is there, too',
      accept: spec,
      key: wrong,
      query: '{ viewer { relationships { totalCount } } }',
      status: 401,
    },
    {
      does: 'is 200 where something came',
      accept: spec,
      key: wrong,
      query: '{ __typename credits { usage } }',
      status: 200,
    },
    { does: 'is 401 for the price of a wrong key', path: '/quote', accept: json, key: wrong, status: 401 },
    {
      does: 'is 400 for the price of what is no operation',
      path: '/quote',
      accept: json,
      query: '{ credits {',
      status: 400,
    },
    {
      does: 'stays 200 for what is no operation, where application/json asks for it',
      accept: json,
      query: '{ credits {',
      status: 200,
    },
    { does: 'is 400 for what is no operation', accept: spec, query: '{ credits {', status: 400 },
    { does: 'is 200 for a price', path: '/quote', accept: json, status: 200 },
  ];
  for (const { does, path = '/graphql', accept, key = keyOf('orchard'), query = usage, status } of cases)
    it(does, async () => {
      const answer = await fetch(graph.graph.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept, 'x-api-key': key },
        body: JSON.stringify({ query }),
      });
      const body = await answer.text();
      assert.equal(answer.status, status);
      // The protocol: an answer with data is 200.
      if (status !== 200) assert.doesNotMatch(body, /"data":\{/);
    });

  const many = Array.from({ length: 12 }, (_, at) => `query Q${at} { __typename }`).join(' ');
  const noDocument = 'query: must be a GraphQL document, but got none.';
  for (const [what, body, message] of [
    ['is no more than an object', {}, noDocument],
    ['has no document but variables', { variables: {} }, noDocument],
    ['has null for a document', { query: null }, noDocument],
    ['misspells its document', { qury: usage }, 'query: must be a GraphQL document, but got none.'],
    [
      'names none of its two operations',
      { query: 'query A { __typename } query B { __typename }' },
      'operationName: must be one of “A”, “B”, but got none.',
    ],
    [
      'names another than its operations',
      { query: 'query A { __typename } query B { __typename }', operationName: 'C' },
      'operationName: must be one of “A”, “B”, but got “C”.',
    ],
    [
      'names none of its many operations',
      { query: many },
      'operationName: must be one of “Q0”, “Q1”, “Q2”, “Q3”, “Q4”, “Q5”, “Q6”, “Q7”, “Q8”, “Q9” or 2 others, but got none.',
    ],
    [
      'names an operation that has no name',
      { query: usage, operationName: 'C' },
      'operationName: must be left out, as the operation has no name, but got “C”.',
    ],
    [
      'has fragments alone',
      { query: 'fragment F on Query { __typename }' },
      'query: must have an operation, but has none.',
    ],
  ] as const)
    it(`is 400 for a request that ${what}, whatever is accepted`, async () => {
      for (const path of ['/graphql', '/quote'])
        for (const accept of [json, '*/*', spec]) {
          const answer = await fetch(graph.graph.url + path, {
            method: 'POST',
            headers: { 'content-type': 'application/json', accept, 'x-api-key': keyOf('orchard') },
            body: JSON.stringify(body),
          });
          const { errors } = await answer.json();
          const messages = errors.map((error: Error) => error.message);
          assert.deepEqual([path, accept, answer.status, messages], [path, accept, 400, [message]]);
        }
    });

  for (const [does, headers, query, status, message] of [
    [
      'an answer that is not accepted',
      { accept: 'image/png' },
      usage,
      406,
      'accept: must take application/json or application/graphql-response+json or text/event-stream or multipart/mixed;subscriptionSpec=1.0, but got “image/png”.',
    ],
    [
      'a subscription whose events are not accepted',
      { accept: json },
      'subscription { mappingTask(id: "any") { status } }',
      406,
      'accept: must take text/event-stream or multipart/mixed;subscriptionSpec=1.0, but got “application/json”.',
    ],
    [
      'a body of another type',
      { 'content-type': 'text/plain' },
      usage,
      415,
      'content-type: must be application/json, but got “text/plain”.',
    ],
  ] as const)
    it(`says in the body what is wrong with ${does}`, async () => {
      const answer = await fetch(`${graph.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keyOf('harbor'), ...headers },
        body: JSON.stringify({ query }),
      });
      assert.equal(answer.status, status);
      const { errors } = await answer.json();
      assert.deepEqual(
        errors.map((error: Error) => error.message),
        [message],
      );
      await until(() => graph.graph.pollers.size === 0);
    });

  it('is the operation’s error over a WebSocket, whose socket stays open', async () => {
    const client = createClient({
      url: `${graph.graph.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { apiKey: keyOf('orchard') },
      retryAttempts: 0,
    });
    const query = 'query A { __typename } query B { __typename }';
    await assert.rejects(client.iterate({ query }).next(), ([error]: readonly Error[]) => {
      assert.equal(error?.message, 'operationName: must be one of “A”, “B”, but got none.');
      return true;
    });
    const { value } = await client.iterate({ query, operationName: 'B' }).next();
    assert.deepEqual(value.data, { __typename: 'Query' });
    await client.dispose();
  });

  it('is 406 before anything is paid for', async () => {
    const before = await graph.spent('orchard');
    const answer = await fetch(`${graph.graph.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'image/png', 'x-api-key': keyOf('orchard') },
      body: JSON.stringify({ query: `{ profile(by: { id: "${people.eve.id}" }) { ... on Profile { about } } }` }),
    });
    assert.equal(answer.status, 406);
    assert.equal(await graph.spent('orchard'), before);
  });

  it('is told with the receipt, as a header of structured fields', async () => {
    const ask = async (query: string) => {
      const answer = await fetch(`${graph.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: json, 'x-api-key': keyOf('orchard') },
        body: JSON.stringify({ query }),
      });
      const { extensions } = await answer.json();
      return { field: answer.headers.get('x-kith-credits') ?? '', lines: extensions?.credits };
    };
    const { field, lines } = await ask(`{ profile(by: { id: "${people.ada.id}" }) { ... on Profile { about } } }`);
    assert.match(field, /^charged=1, shared=0, .*saved-by-cache=0.* budget=100000/);
    const read = field
      .split(', ')
      .map((member) => [
        member.replace(/=.*/, '').replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
        Number(member.replace(/.*=/, '')),
      ]);
    assert.deepEqual(Object.fromEntries(read), lines);
    assert.equal((await ask('{ nothing }')).field, '');
  });

  it('tells another method how prices are asked for', async () => {
    const answer = await fetch(`${graph.graph.url}/quote`);
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get('allow'), 'OPTIONS, POST');
    const { errors } = await answer.json();
    assert.equal(errors[0].message, '/quote takes OPTIONS, POST, but got GET.');
  });
});
