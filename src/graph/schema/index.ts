import './scalars.ts';
// Profiles first: a shape's type is described as the first member that holds it.
import './profile/profile-type.ts';
import './profile/experience-type.ts';
import './company/company-type.ts';
import './credits.ts';
import './forget-records.ts';
import './mapping/connectors-subscription.ts';
import './mapping/mapping-result-type.ts';
import './mapping/mapping-types.ts';
import './mapping/task-subscription.ts';
import './relationship/connector-type.ts';
import './relationship/relationship-types.ts';
import './team/team-mutations.ts';
import './team/team-type.ts';
import { builder } from './builder.ts';
import { subgraphSdl } from './federation/sdl.ts';
import { withFederationFields } from './federation/subgraph.ts';

const declared = builder.toSchema();

let sdl: string | undefined;

/** The schema as a subgraph of Apollo Federation 2: what gateways compose, and what is committed. Printed once, on demand. */
export function schemaSdl(): string {
  sdl ??= subgraphSdl(declared);
  return sdl;
}

/** The graph's schema. It never changes, so that all servers of a process share it. */
export const schema = withFederationFields(declared, schemaSdl);
