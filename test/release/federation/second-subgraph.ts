import { createServer } from 'node:http';
import { buildSchema, type GraphQLObjectType, GraphQLUnionType } from 'graphql';
import { createYoga } from 'graphql-yoga';

/** A deal of somebody's sales, about a company, with the person there who wants it. */
export interface Deal {
  readonly id: string;
  /** A profile's uuid. */
  readonly champion: string;
  /** A company's slug. */
  readonly company: string;
}

export interface SecondSubgraph extends AsyncDisposable {
  readonly sdl: string;
  readonly url: string;
}

const types = `
type Deal implements Node @key(fields: "id") { id: ID! champion: Profile company: Company task: MappingTask team: Team }
type Company @key(fields: "xnetSlug") { xnetSlug: String deals(first: Int = 2): [Deal] }
type Profile @key(fields: "id") { id: ID! score: Int }
type Team @key(fields: "id") { id: ID! quota: Int }
type MappingTask @key(fields: "id") { id: ID! note: String }
interface Node { id: ID! }
type Seller implements Node { id: ID! name: String }
`;

const sdl = `
extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])
type Query { deals(first: Int): [Deal] node(id: ID!): Node nodes(ids: [ID!]!): [Node]! viewer: Seller }
type PageInfo @shareable { endCursor: String hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String }
${types}`;

/** The SDL of one that knows people and companies by their slugs. */
export const bySlugSdl = `
extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"])
type Query { watched: [Profile] @shareable }
type Profile @key(fields: "xnetSlug") { xnetSlug: String watchedSince: String }
type Company @key(fields: "xnetSlug") { xnetSlug: String rating: Int }
`;

/**
 * Another subgraph than Kith's, on a server of its own: it knows people by id and companies by slug, and has global ids
 * and a viewer of its own.
 */
export async function openSecondSubgraph(deals: readonly Deal[]): Promise<SecondSubgraph> {
  const schema = buildSchema(
    `type Query {
      deals(first: Int): [Deal]
      _service: _Service!
      _entities(representations: [_Any!]!): [_Entity]!
    }
    scalar _Any
    type _Service { sdl: String }
    union _Entity = Deal | Company | Profile | Team | MappingTask
    ${types.replaceAll(/@key\([^)]*\)/g, '')}`,
  );
  const shown = ({ id, champion, company }: Deal): object => ({
    id,
    champion: { id: champion, score: 7 },
    company: companyOf(company),
    task: { id: 'task-1' },
    team: { id: '00000000-0000-4000-8000-000000000001' },
  });
  const companyOf = (xnetSlug: string): object => ({
    __typename: 'Company',
    xnetSlug,
    // Any of the deals, but for one company always the same.
    deals: ({ first }: { first: number }) => {
      const start = [...xnetSlug].reduce((sum, letter) => sum + letter.charCodeAt(0) * 31, 0);
      return Array.from({ length: first }, (_, at) => deals[(start + at) % deals.length]).map(
        (one) => one && shown(one),
      );
    },
  });
  const entity = schema.getType('_Entity');
  if (entity instanceof GraphQLUnionType) entity.resolveType = (value: { __typename: string }) => value.__typename;
  const query = schema.getQueryType() as GraphQLObjectType;
  const fields = query.getFields();
  if (fields.deals) fields.deals.resolve = (_root, { first }) => deals.slice(0, first ?? deals.length).map(shown);
  if (fields._service) fields._service.resolve = () => ({ sdl });
  if (fields._entities)
    fields._entities.resolve = (_root, { representations }) =>
      representations.map((one: { __typename: string; xnetSlug?: string | null }) => {
        if (one.__typename !== 'Company') return { ...one, score: 7, quota: 7, note: 'noted' };
        // Gateways send a company that has no slug, too.
        return one.xnetSlug ? companyOf(one.xnetSlug) : null;
      });
  const server = createServer(createYoga({ schema, logging: false, landingPage: false, graphiql: false }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The subgraph listens on no port.');
  return {
    sdl,
    url: `http://127.0.0.1:${address.port}/graphql`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
