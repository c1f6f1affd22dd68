import { GraphQLObjectType, GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { costDirectives, withCosts } from '../cost-directives.ts';
import { entityKeys, shareable } from './keys.ts';

const imports = ['@key', '@shareable', ...costDirectives].map((name) => `"${name}"`).join(', ');
const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [${imports}])`;

/** GraphQL's own directive, which a printed schema leaves out as known: composition drops it unless it is defined. */
const oneOf = `"""Exactly one field of the input must be given, and it must not be null."""
directive @oneOf on INPUT_OBJECT`;

/** The schema as a subgraph of Apollo Federation 2: what gateways compose, and what is committed. */
export function subgraphSdl(schema: GraphQLSchema): string {
  const printed = printSchema(lexicographicSortSchema(withoutMachinery(schema)));
  const marked = printed.replace(/^type (\w+)(.*) \{$/gm, (_line, name: string, interfaces: string) =>
    [`type ${name}${interfaces}`, ...directivesOf(name), '{'].join(' '),
  );
  return withCosts([link, oneOf, marked].join('\n\n'), schema);
}

function directivesOf(typeName: string): readonly string[] {
  const keys = Object.entries(entityKeys).flatMap(([name, fields]) => (name === typeName ? fields : []));
  const marks = keys.map((fields) => `@key(fields: "${fields}")`);
  return shareable.includes(typeName) ? [...marks, '@shareable'] : marks;
}

/** The fields and types by which gateways speak to a subgraph begin with one underscore; they are no part of it. */
const isMachinery = (name: string): boolean => /^_[^_]/.test(name);

function withoutMachinery(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...rest } = schema.toConfig();
  if (!query) return schema;
  const { fields, ...asIs } = query.toConfig();
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !isMachinery(name)));
  return new GraphQLSchema({
    ...rest,
    types: types.filter((type) => type !== query && !isMachinery(type.name)),
    query: new GraphQLObjectType({ ...asIs, fields: kept }),
  });
}
