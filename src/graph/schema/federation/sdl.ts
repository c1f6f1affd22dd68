import { type GraphQLSchema, isObjectType, lexicographicSortSchema, printSchema } from 'graphql';
import { costDirectives, withCosts } from '../cost-directives.ts';

const imports = ['@key', '@shareable', ...costDirectives].map((name) => `"${name}"`).join(', ');
const link = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [${imports}])`;

/** GraphQL's own directive, which a printed schema leaves out as known: composition drops it unless it is defined. */
const oneOf = `"""Exactly one field of the input must be given, and it must not be null."""
directive @oneOf on INPUT_OBJECT`;

/** The schema as a subgraph of Apollo Federation 2: what gateways compose, and what is committed. */
export function subgraphSdl(schema: GraphQLSchema): string {
  const printed = printSchema(lexicographicSortSchema(schema));
  const marked = printed.replace(/^type (\w+)(.*) \{$/gm, (_line, name: string, interfaces: string) =>
    [`type ${name}${interfaces}`, ...directivesOf(schema, name), '{'].join(' '),
  );
  return withCosts([link, oneOf, marked].join('\n\n'), schema);
}

/** Types that other subgraphs are likely to have, too; each of them may answer for one. */
const shareable: readonly string[] = ['PageInfo'];

function directivesOf(schema: GraphQLSchema, typeName: string): readonly string[] {
  const type = schema.getType(typeName);
  const keys = isObjectType(type) ? (type.extensions.entity?.keys ?? []) : [];
  const marks = keys.map((fields) => `@key(fields: "${fields}")`);
  return shareable.includes(typeName) ? [...marks, '@shareable'] : marks;
}
