import { createServer } from 'node:http';
import { buildSchema, type GraphQLFieldResolver, GraphQLUnionType, isAbstractType } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Subgraph } from './gateways.ts';

type Entity = Readonly<Record<string, unknown>>;

export interface SubgraphOptions {
  readonly name: string;
  /** The types as a subgraph declares them; `Query` among them. */
  readonly types: string;
  /** Root fields of Query. */
  readonly query: Readonly<Record<string, GraphQLFieldResolver<unknown, unknown>>>;
  /** What a reference stands for; it has its `__typename`. */
  readonly entity: (reference: Entity) => unknown;
}

export interface RunningSubgraph extends Subgraph, AsyncDisposable {}

const link =
  'extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@external", "@requires"])';

/** Another team's subgraph, on a server of its own. Values of abstract types say their `__typename`. */
export async function openSubgraph({ name, types, query, entity }: SubgraphOptions): Promise<RunningSubgraph> {
  const entities = [...types.matchAll(/\btype (\w+)[^{]*@key/g)].map(([, type]) => type);
  const plain = types.replaceAll(/@(key|requires)\([^)]*\)|@external|\bextend (?=type )/g, '');
  const schema = buildSchema(`${plain}
    extend type Query { _service: _Service! _entities(representations: [_Any!]!): [_Entity]! }
    scalar _Any
    type _Service { sdl: String }
    union _Entity = ${entities.join(' | ')}`);
  for (const type of Object.values(schema.getTypeMap()))
    if (isAbstractType(type) || type instanceof GraphQLUnionType)
      type.resolveType = (value: { readonly __typename: string }) => value.__typename;
  const sdl = `${link}\n${types}`;
  const roots: SubgraphOptions['query'] = {
    ...query,
    _service: () => ({ sdl }),
    _entities: (_root, { representations }) =>
      representations.map((reference: Entity) => {
        const found = entity(reference);
        return typeof found === 'object' && found !== null ? { ...reference, ...found } : null;
      }),
  };
  const fields = schema.getQueryType()?.getFields() ?? {};
  for (const [field, resolve] of Object.entries(roots)) if (fields[field]) fields[field].resolve = resolve;
  const server = createServer(createYoga({ schema, logging: false, landingPage: false, graphiql: false }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The subgraph listens on no port.');
  return {
    name,
    sdl,
    url: `http://127.0.0.1:${address.port}/graphql`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
