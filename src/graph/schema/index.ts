import './scalars.ts';
// Profiles first: a shape shared by several records is declared, with its description, at its first use.
import './profile/profile-type.ts';
import './profile/experience-type.ts';
import './company/company-type.ts';
import './credits.ts';
import './node.ts';
import './relationship/connector-type.ts';
import './relationship/relationship-types.ts';
import './team/team-type.ts';
import { type GraphQLSchema, lexicographicSortSchema, parse, print, printSchema } from 'graphql';
import { builder } from './builder.ts';

/** Builds the schema from all that modules have declared on the builder so far. Sorted only for printing. */
export const buildSchema = (): GraphQLSchema => builder.toSchema({ sortSchema: false });

/**
 * A built-in directive, which `printSchema` omits; composition drops it unless it is defined, and clients' generators that
 * do not know it yet refuse a schema that uses it.
 */
export const oneOf = parse(`
  """Exactly one field of the input must be given, and it must not be null."""
  directive @oneOf on INPUT_OBJECT
`);

/** A schema as plain SDL, for clients: their compilers do not know the directives of federation. */
export const sdlOf = (schema: GraphQLSchema): string =>
  `${print(oneOf)}\n\n${printSchema(lexicographicSortSchema(schema))}`;
