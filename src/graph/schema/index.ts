import './scalars.ts';
// Profiles first: a shape's type is described as the first member that holds it.
import './profile/profile-type.ts';
import './profile/experience-type.ts';
import './company/company-type.ts';
import './approvals/approval-fields.ts';
import './changes/watch-fields.ts';
import './changes/watch-mutations.ts';
import './credits.ts';
import './credits/purse-fields.ts';
import './forget-records.ts';
import './node.ts';
import './lists/target-list-mutations.ts';
import './mapping/connectors-subscription.ts';
import './mapping/mapping-result-type.ts';
import './mapping/mapping-types.ts';
import './mapping/task-subscription.ts';
import './relationship/connector-type.ts';
import './relationship/relationship-types.ts';
import './team/team-mutations.ts';
import './team/team-type.ts';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { builder } from './builder.ts';
import { subgraphSdl as printSubgraph } from './federation/sdl.ts';
import { withFederationFields } from './federation/subgraph.ts';

// Sorted where it is printed: sorting makes every type twice.
const declared = builder.toSchema({ sortSchema: false });

let sdl: string | undefined;

/** The schema as clients see it: in plain SDL, since their compilers know none of federation's directives. */
export const schemaSdl = (): string => printSchema(lexicographicSortSchema(declared));

/**
 * The schema as a subgraph of Apollo Federation 2: what gateways compose. Printed once, on demand. Root fields that a
 * supergraph has of its own, or of another subgraph, are left out.
 */
export function subgraphSdl(): string {
  sdl ??= printSubgraph(lexicographicSortSchema(declared));
  return sdl;
}

/** The graph's schema. It never changes, so that all servers of a process share it. */
export const schema = withFederationFields(declared, subgraphSdl);
