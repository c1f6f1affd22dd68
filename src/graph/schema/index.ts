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
import { type GraphQLSchema, lexicographicSortSchema, print, printSchema } from 'graphql';
import { builder } from './builder.ts';
import { oneOf, subgraphSdl as printSubgraph } from './federation/sdl.ts';
import { withFederationFields } from './federation/subgraph.ts';

/** An immutable schema; all servers of a process share it. */
export interface BuiltSchema {
  readonly schema: GraphQLSchema;
  /** The schema as plain SDL, for clients: their compilers do not know the directives of federation. */
  sdl(): string;
  /**
   * The SDL of the Apollo Federation 2 subgraph, which gateways compose. Printed on first use, then cached. Omits the
   * root fields marked `notInSubgraph`.
   */
  subgraphSdl(): string;
}

/** Builds the schema from all that modules have declared on the builder so far. */
export function buildSchema(): BuiltSchema {
  // Sorted only for printing: sorting creates every type a second time.
  const declared = builder.toSchema({ sortSchema: false });
  let printed: string | undefined;
  const subgraphSdl = (): string => {
    printed ??= printSubgraph(lexicographicSortSchema(declared));
    return printed;
  };
  return {
    schema: withFederationFields(declared, subgraphSdl),
    sdl: () => `${print(oneOf)}\n\n${printSchema(lexicographicSortSchema(declared))}`,
    subgraphSdl,
  };
}
