import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ApolloClient, ApolloLink, type DocumentNode, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { relayStylePagination } from '@apollo/client/utilities';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { possibleTypes, typePolicies } from '../../../src/sdk/config.ts';
import { People, SearchPeople } from '../../../src/sdk/generated/documents.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { openTaskGraph, partnerKey } from '../../support/graph/task-graph.ts';
import { openTaskUpstream } from '../../support/graph/task-upstream.ts';

/** Real data, whose shape the tests assert. */
type Data = Record<string, unknown>;

describe('Apollo Client', () => {
  let graph: CastGraph;
  before(async () => {
    graph = await openCastGraph();
  });
  after(() => graph.close());
  beforeEach(() => graph.upstream.forget());

  const http = (key = keyOf('orchard')): HttpLink =>
    new HttpLink({ uri: `${graph.graph.url}/graphql`, headers: { 'x-api-key': key } });

  const clientOf = (link: ApolloLink = http(), cache = new InMemoryCache()): ApolloClient =>
    new ApolloClient({ link, cache });

  const profileBy = gql`
    query ($by: ProfileBy!) {
      profile(by: $by) {
        ... on Profile {
          id
          fullName
        }
      }
    }
  `;

  it('keeps one entry for a person, however it came to know them', async () => {
    const client = clientOf();
    const { id } = people.ada;
    await client.query({ query: profileBy, variables: { by: { id } } });
    await client.query({ query: profileBy, variables: { by: { xnetSlug: 'ada-moreau' } } });
    const relationships = gql`
      {
        relationships {
          nodes {
            profile {
              id
              fullName
            }
          }
        }
      }
    `;
    const { data } = await client.query<Data>({ query: relationships });
    assert.match(JSON.stringify(data), new RegExp(people.chloe.id));
    const cached = JSON.parse(JSON.stringify(client.cache.extract()));
    const adas = Object.entries<Data>(cached).filter(([, { fullName }]) => fullName === 'Ada Moreau');
    assert.deepEqual(
      adas.map(([entry]) => entry),
      [`Profile:${id}`],
    );
    const calls = graph.upstream.calls.length;
    const again = await client.query<Data>({ query: profileBy, variables: { by: { id } } });
    assert.match(JSON.stringify(again.data), /Ada Moreau/);
    assert.equal(graph.upstream.calls.length, calls);
  });

  it('adds to the viewer what a later query selects', async () => {
    const client = clientOf();
    const network = gql`
      {
        viewer {
          id
          relationships {
            totalCount
          }
        }
      }
    `;
    const connectors = gql`
      {
        viewer {
          id
          connectors {
            complete
          }
        }
      }
    `;
    const first = await client.query<Data>({ query: network });
    await client.query({ query: connectors });
    const calls = graph.upstream.calls.length;
    const again = await client.query<Data>({ query: network });
    assert.deepEqual(again.data, first.data);
    assert.equal(graph.upstream.calls.length, calls);
  });

  it('gets the message of a problem by possibleTypes', async () => {
    const client = clientOf(http(), new InMemoryCache({ possibleTypes, typePolicies }));
    const query = gql`
      {
        profile(by: { xnetSlug: "nobody-at-all" }) {
          ... on Problem {
            code
          }
        }
      }
    `;
    const { data } = await client.query<Data>({ query });
    assert.deepEqual(data, { profile: { __typename: 'NotFound', code: 'NOT_FOUND' } });
  });

  it('keeps a partial answer, by errorPolicy all, and takes the typed documents', async () => {
    const client = clientOf(http(), new InMemoryCache({ possibleTypes, typePolicies }));
    const by = [people.ada, people.ben].map(({ id }) => ({ id }));
    const context = { headers: { 'x-credit-budget': '1' } };
    const { data } = await client.query({ query: People, variables: { by }, errorPolicy: 'all', context });
    assert.deepEqual(
      data?.profiles?.map((person) => person?.__typename),
      ['Profile', 'CreditLimit'],
    );
    const query = gql`
      {
        searchProfiles(first: 3) {
          nodes {
            id
            about
          }
        }
      }
    `;
    const partial = await client.query<{ searchProfiles: { nodes: Data[] } }>({ query, errorPolicy: 'all', context });
    assert.equal(partial.data?.searchProfiles.nodes.length, 3);
    assert.match(partial.error?.message ?? '', /budget/);
    await assert.rejects(clientOf().query({ query, context }), /budget/);
  });

  it('pages by the policies of the typed client, edges and nodes alike', async () => {
    const cache = new InMemoryCache({ possibleTypes, typePolicies });
    const client = clientOf(http(), cache);
    const variables = { where: { locationCountry: { isNull: true } }, first: 4 };
    const observable = client.watchQuery({ query: SearchPeople, variables });
    const subscription = observable.subscribe({});
    let { data } = await client.query({ query: SearchPeople, variables });
    for (let pages = 0; data?.searchProfiles?.pageInfo.hasNextPage && pages < 10; pages += 1) {
      const after = data.searchProfiles.pageInfo.endCursor;
      await Promise.all([1, 2].map(() => observable.fetchMore({ variables: { after } })));
      data = client.readQuery({ query: SearchPeople, variables }) ?? undefined;
    }
    subscription.unsubscribe();
    const ids = (data?.searchProfiles?.nodes ?? []).map(({ id }) => id);
    assert.equal(ids.length, 10);
    assert.equal(new Set(ids).size, 10);
  });

  it('pages by relayStylePagination', async () => {
    const cache = new InMemoryCache({
      typePolicies: { Query: { fields: { searchProfiles: relayStylePagination(['where', 'dsl']) } } },
    });
    const client = clientOf(http(), cache);
    const page = gql`
      query ($after: String) {
        searchProfiles(first: 3, after: $after) {
          edges {
            cursor
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
    interface Page {
      readonly searchProfiles: {
        readonly edges: readonly { readonly node: { readonly id: string } }[];
        readonly pageInfo: { readonly endCursor: string; readonly hasNextPage: boolean };
      };
    }
    const observable = client.watchQuery<Page, { after?: string }>({ query: page, variables: {} });
    const subscription = observable.subscribe({});
    let { data } = await client.query<Page>({ query: page });
    for (let pages = 0; data?.searchProfiles.pageInfo.hasNextPage && pages < 10; pages += 1) {
      await observable.fetchMore({ variables: { after: data.searchProfiles.pageInfo.endCursor } });
      data = client.readQuery<Page>({ query: page }, true) ?? undefined;
    }
    subscription.unsubscribe();
    const ids = (data?.searchProfiles.edges ?? []).map(({ node }) => node.id);
    assert.deepEqual(new Set(ids), new Set(Object.values(people).map(({ id }) => id)));
    assert.equal(ids.length, 10);
  });

  for (const useGETForHashedQueries of [false, true])
    it(`sends documents whole after one hash, ${useGETForHashedQueries ? 'sent by GET' : 'sent by POST'}`, async () => {
      const sent: string[] = [];
      const spy = new ApolloLink((operation, forward) => {
        const { http: includes } = operation.getContext();
        sent.push(includes?.includeQuery === false ? 'hash' : 'text');
        return forward(operation);
      });
      const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
      const client = clientOf(
        ApolloLink.from([new PersistedQueryLink({ sha256, useGETForHashedQueries }), spy, http()]),
      );
      for (const { id } of [people.ada, people.ben]) {
        const { data } = await client.query<Data>({ query: profileBy, variables: { by: { id } } });
        assert.match(JSON.stringify(data), /fullName":"(Ada|Ben)/);
      }
      assert.deepEqual(sent, ['hash', 'text', 'text']);
    });

  describe('follows tasks', () => {
    const follow: DocumentNode = gql`
      subscription ($id: ID!) {
        mappingTask(id: $id) {
          id
          status
          task {
            id
            status
          }
        }
      }
    `;
    interface Followed {
      readonly mappingTask: {
        readonly status: string;
        readonly task: { readonly id: string; readonly status: string };
      };
    }

    const links: Readonly<Record<string, (url: string) => { link: ApolloLink; close: () => void }>> = {
      'over multipart HTTP': (url) => ({
        link: new HttpLink({ uri: `${url}/graphql`, headers: { 'x-api-key': partnerKey } }),
        close: () => undefined,
      }),
      'over a WebSocket': (url) => {
        const socket = createClient({
          url: `${url.replace('http', 'ws')}/graphql`,
          webSocketImpl: WebSocket,
          connectionParams: { headers: { 'X-API-Key': partnerKey } },
        });
        return { link: new GraphQLWsLink(socket), close: () => void socket.dispose() };
      },
    };
    for (const [transport, open] of Object.entries(links))
      it(`to their ends, ${transport}`, { timeout: 20_000 }, async () => {
        await using upstream = await openTaskUpstream();
        await using tasks = await openTaskGraph(upstream.url);
        const { link, close } = open(tasks.url);
        const client = clientOf(link);
        const followed = ['first', 'second'].map((name) => upstream.add(name));
        const last = await Promise.all(
          followed.map(
            (task) =>
              new Promise<Followed>((resolve, reject) => {
                let latest: Followed | undefined;
                client.subscribe<Followed>({ query: follow, variables: { id: task.id } }).subscribe({
                  next: ({ data, error }) => {
                    if (error) reject(error);
                    latest = data;
                    task.status = 'Mapped';
                  },
                  error: reject,
                  complete: () => (latest ? resolve(latest) : reject(new Error('No event came.'))),
                });
              }),
          ),
        );
        assert.deepEqual(
          last.map(({ mappingTask }) => [mappingTask.status, mappingTask.task.id]),
          followed.map(({ id }) => ['MAPPED', id]),
        );
        for (const { id } of followed)
          assert.equal(
            client.readFragment<Data>({ id: `MappingTask:${id}`, fragment: gql`fragment F on MappingTask { status }` })
              ?.status,
            'MAPPED',
          );
        const cached: Record<string, { status?: string; task?: unknown }> = JSON.parse(
          JSON.stringify(client.cache.extract()),
        );
        const events = Object.entries(cached).filter(([entry]) => entry.startsWith('MappingTaskEvent:'));
        const ends = events.filter(([, { status }]) => status === 'MAPPED').map(([, { task }]) => task);
        // The tasks end in the order of their polls.
        assert.deepEqual(new Set(ends), new Set(followed.map(({ id }) => ({ __ref: `MappingTask:${id}` }))));
        close();
        client.stop();
      });
  });
});
