import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { Client, fetchExchange, gql, subscriptionExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { createClient as createSseClient } from 'graphql-sse';
import { createClient as createWebSocketClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { keys, pagedBy } from '../../../src/sdk/config.ts';
import { People } from '../../../src/sdk/generated/documents.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { openTaskGraph, partnerKey } from '../../support/graph/task-graph.ts';
import { openTaskUpstream } from '../../support/graph/task-upstream.ts';

/** With the schema, Graphcache matches fragments on interfaces and unions exactly. */
const schema = introspectionFromSchema(
  buildSchema(readFileSync(join(import.meta.dirname, '../../../schema/graph.graphql'), 'utf8')),
);

describe('urql with Graphcache', () => {
  let graph: CastGraph;
  before(async () => {
    graph = await openCastGraph();
  });
  after(() => graph.close());
  beforeEach(() => graph.upstream.forget());
  const warned: string[] = [];
  afterEach(() => assert.deepEqual(warned.splice(0), []));

  const caching = (resolvers = {}) =>
    cacheExchange({
      resolvers,
      keys,
      schema,
      logger: (severity, message) => {
        if (severity !== 'debug') warned.push(message);
      },
    });

  const clientOf = (resolvers = {}): Client =>
    new Client({
      url: `${graph.graph.url}/graphql`,
      fetchOptions: { headers: { 'x-api-key': keyOf('orchard') } },
      preferGetMethod: false,
      exchanges: [caching(resolvers), fetchExchange],
    });

  it('answers a person found before from the cache', async () => {
    const client = clientOf();
    const query = gql`
      query ($by: ProfileBy!) {
        profile(by: $by) {
          __typename
          ... on Profile {
            id
            fullName
            experience {
              title
            }
          }
        }
      }
    `;
    const by = { id: people.ada.id };
    const first = await client.query(query, { by }).toPromise();
    assert.equal(first.data?.profile.fullName, 'Ada Moreau');
    const calls = graph.upstream.calls.length;
    const again = await client.query(query, { by }).toPromise();
    assert.deepEqual(again.data, first.data);
    assert.equal(graph.upstream.calls.length, calls);
  });

  it('keeps a partial answer to a typed document', async () => {
    const client = clientOf();
    const by = [people.ada, people.ben].map(({ id }) => ({ id }));
    const headers = { 'x-api-key': keyOf('orchard'), 'x-credit-budget': '1' };
    const { data } = await client.query(People, { by }, { fetchOptions: { headers } }).toPromise();
    assert.deepEqual(
      data?.profiles?.map((person) => person?.__typename),
      ['Profile', 'CreditLimit'],
    );
    const query = gql<{ searchProfiles: { nodes: readonly { about: string | null }[] } }>`
      {
        searchProfiles(first: 3) {
          nodes {
            id
            about
          }
        }
      }
    `;
    const partial = await client.query(query, {}, { fetchOptions: { headers } }).toPromise();
    assert.equal(partial.data?.searchProfiles.nodes.length, 3);
    assert.match(partial.error?.message ?? '', /budget/);
  });

  it('pages by relayPagination', async () => {
    const client = clientOf(pagedBy(relayPagination()));
    const query = gql`
      query ($after: String) {
        searchProfiles(first: 4, after: $after) {
          edges {
            node {
              id
            }
          }
          pageInfo {
            endCursor
            hasNextPage
          }
        }
      }
    `;
    let { data } = await client.query(query, {}).toPromise();
    for (let pages = 0; data?.searchProfiles.pageInfo.hasNextPage && pages < 10; pages += 1)
      ({ data } = await client.query(query, { after: data.searchProfiles.pageInfo.endCursor }).toPromise());
    const ids: readonly string[] = data?.searchProfiles.edges.map(({ node }: { node: { id: string } }) => node.id);
    assert.equal(ids.length, Object.keys(people).length);
    assert.deepEqual(new Set(ids), new Set(Object.values(people).map(({ id }) => id)));
  });

  const headers = { 'x-api-key': partnerKey };
  const transports = {
    'the fetch exchange': () => fetchExchange,
    'graphql-ws': (url: string) => {
      const socket = createWebSocketClient({
        url: `${url.replace('http', 'ws')}/graphql`,
        webSocketImpl: WebSocket,
        connectionParams: { headers },
        lazyCloseTimeout: 0,
      });
      return subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: socket.subscribe(
              { query, variables: variables ?? {} },
              { ...sink, next: ({ data = null, errors }) => sink.next(errors ? { data, errors } : { data }) },
            ),
          }),
        }),
      });
    },
    'graphql-sse': (url: string) => {
      const stream = createSseClient({ url: `${url}/graphql`, headers });
      return subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({ unsubscribe: stream.subscribe({ query, variables: variables ?? {} }, sink) }),
        }),
      });
    },
  };
  for (const [name, exchangeAt] of Object.entries(transports))
    it(`follows a task to its end by ${name}`, { timeout: 20_000 }, async () => {
      await using upstream = await openTaskUpstream();
      await using tasks = await openTaskGraph(upstream.url);
      const client = new Client({
        url: `${tasks.url}/graphql`,
        fetchOptions: { headers },
        preferGetMethod: false,
        fetchSubscriptions: name === 'the fetch exchange',
        exchanges: [caching(), exchangeAt(tasks.url)],
      });
      const task = upstream.add('followed');
      const follow = gql`
        subscription ($id: ID!) {
          mappingTask(id: $id) {
            status
            final
            task {
              id
              status
            }
          }
        }
      `;
      const last = await new Promise((resolve, reject) => {
        client.subscription(follow, { id: task.id }).subscribe(({ data, error }) => {
          if (error) reject(error);
          task.status = 'Mapped';
          if (data?.mappingTask.final) resolve(data.mappingTask.status);
        });
      });
      assert.equal(last, 'MAPPED');
    });
});
