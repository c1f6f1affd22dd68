import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { companies, keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { composers, gateways, type Subgraph } from './gateways.ts';
import { openSubgraph, type RunningSubgraph } from './subgraph.ts';

const person = (id: string) => ({ __typename: 'Profile', id });

/** Subgraphs of other teams, each with a way of its own to know what Kith knows. */
const others = {
  'that knows people by id': () =>
    openSubgraph({
      name: 'leads',
      types: `
        type Query { leads: [Profile!]! }
        type Profile @key(fields: "id") { id: ID! score: Int! }
      `,
      query: { leads: () => [people.ada, people.ben].map(({ id }) => ({ ...person(id), score: 7 })) },
      entity: () => ({ score: 7 }),
    }),
  'that knows people by slug': () =>
    openSubgraph({
      name: 'staff',
      types: `
        type Query { staff: [Profile!]! }
        type Profile @key(fields: "xnetSlug") { xnetSlug: String! badge: String! }
      `,
      query: { staff: () => [{ __typename: 'Profile', xnetSlug: 'ada-moreau', badge: 'of ada-moreau' }] },
      entity: ({ xnetSlug }) => (xnetSlug ? { badge: `of ${xnetSlug}` } : null),
    }),
  'that extends Company': () =>
    openSubgraph({
      name: 'ratings',
      types: `
        type Query { rated: [Company!]! }
        extend type Company @key(fields: "id") {
          id: ID! @external
          name: String @external
          rating: Int!
          slogan: String @requires(fields: "name")
        }
      `,
      query: { rated: () => [{ __typename: 'Company', id: companies.aurora.id, rating: 5 }] },
      entity: ({ name }) => ({ rating: 5, slogan: `Trust ${name}` }),
    }),
  'that has its own Node, node and viewer': () =>
    openSubgraph({
      name: 'board',
      types: `
        type Query { node(id: ID!): Node viewer: Member! }
        interface Node { id: ID! }
        type Member implements Node @key(fields: "id") { id: ID! name: String! pinned: Profile }
        type Profile @key(fields: "id") { id: ID! }
      `,
      query: {
        node: (_root, { id }) => ({ __typename: 'Member', id, name: 'Mo' }),
        viewer: () => ({ __typename: 'Member', id: 'member-1', name: 'Mo', pinned: person(people.chloe.id) }),
      },
      entity: ({ id }) => ({ id, name: 'Mo' }),
    }),
} as const;

const query = `{
  leads { id score badge fullName currentCompany(full: true) { name rating slogan } }
  staff { badge score fullName }
  rated { name rating slogan }
  viewer { name pinned { fullName score } }
  node(id: "member-2") { id ... on Member { name } }
}`;

const employer = (name: string) => ({ name, rating: 5, slogan: `Trust ${name}` });

const expected = {
  leads: [
    {
      id: people.ada.id,
      score: 7,
      badge: 'of ada-moreau',
      fullName: 'Ada Moreau',
      currentCompany: employer('Brightwater'),
    },
    {
      id: people.ben.id,
      score: 7,
      badge: 'of ben-okafor',
      fullName: 'Ben Okafor',
      currentCompany: employer('Cobalt Systems'),
    },
  ],
  staff: [{ badge: 'of ada-moreau', score: 7, fullName: 'Ada Moreau' }],
  rated: [employer('Aurora Labs')],
  viewer: { name: 'Mo', pinned: { fullName: 'Chloé Núñez', score: 7 } },
  node: { id: 'member-2', name: 'Mo' },
};

describe('Kith among the subgraphs of other teams', () => {
  let graph: CastGraph;
  let kith: Subgraph;
  const running: RunningSubgraph[] = [];
  before(async () => {
    graph = await openCastGraph({ credits: { cache: { keepMs: 60_000 } } });
    const { data } = await graph.ask<{ _service: { sdl: string } }, object>(undefined, '{ _service { sdl } }');
    kith = { name: 'kith', url: `${graph.graph.url}/graphql`, sdl: data?._service.sdl ?? '' };
    for (const open of Object.values(others)) running.push(await open());
  });
  after(async () => {
    for (const subgraph of running) await subgraph[Symbol.asyncDispose]();
    await graph.close();
  });

  for (const [name, compose] of Object.entries(composers)) {
    for (const [at, which] of Object.keys(others).entries())
      it(`composes with one ${which}, under ${name}`, () => {
        const { errors, supergraph } = compose([kith, ...running.slice(at, at + 1)]);
        assert.deepEqual(errors, []);
        assert.match(supergraph ?? '', /type Profile/);
      });
    it(`composes with all of them, under ${name}`, () => assert.deepEqual(compose([kith, ...running]).errors, []));
  }

  for (const [name, { open, composer }] of Object.entries(gateways))
    it(`answers across all of them through ${name}, and tells what was charged`, async () => {
      const { supergraph = '', errors } = composers[composer]([kith, ...running]);
      assert.deepEqual(errors, []);
      await graph.graph.cache.purge();
      await using gateway = await open(supergraph);
      const before = await graph.spent('orchard');
      const answer = await gateway.ask(query, keyOf('orchard'));
      assert.deepEqual(answer.errors ?? [], []);
      assert.deepEqual(JSON.parse(JSON.stringify(answer.data)), expected);
      assert.equal(answer.charged, (await graph.spent('orchard')) - before);
    });
});
