import { createHash } from 'node:crypto';
import type { MappingTasks } from '../../mapping/tasks.ts';
import type { OperationContext } from '../../operation/context.ts';
import type { Scope } from '../../operation/scope.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { isUuid } from '../federation/record-entity.ts';
import { Team } from '../refs.ts';
import { teamQueries } from './team-queries.ts';

/** A child team's id; of the key's own team one that tells nothing of the key. */
const teamId = ({ credential }: Scope, tasks: MappingTasks): string =>
  credential.childTeamId ?? createHash('sha256').update(tasks.pollers.taskOf('', credential).owner).digest('base64url');

/** The team that an id names; null where it can name none. */
function referred(id: string, operation: OperationContext['operation'], tasks: MappingTasks): Scope | null {
  if (isUuid(id)) return operation.scope(id);
  const own = operation.scope();
  return id === teamId(own, tasks) ? own : null;
}

const inTeam = teamQueries<Scope>((scope) => scope);

Team.implement({
  description: 'A team, and all that is read in its context: its connectors, their connections, its lists and tags.',
  entity: {
    keys: ['id'],
    resolveReference: (key, { operation, tasks }) => referred(key.value, operation, tasks),
  },
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description:
        'A child team’s uuid. Of the key’s own team, whose uuid the interface does not tell, an opaque id that follows from the key: two keys have two.',
      resolve: (scope, _args, { tasks }) => teamId(scope, tasks),
    }),
    connectors: t.field(inTeam.connectors),
    profile: t.field(inTeam.profile),
    profiles: t.field(inTeam.profiles),
    company: t.field(inTeam.company),
    companies: t.field(inTeam.companies),
    searchProfiles: t.field(inTeam.searchProfiles),
    searchCompanies: t.field(inTeam.searchCompanies),
    relationships: t.field(inTeam.relationships),
    introPaths: t.field(inTeam.introPaths),
    introPlan: t.field(inTeam.introPlan),
  }),
});

const inOwnTeam = teamQueries<SchemaTypes['Root']>((_root, { operation }) => operation.scope());

builder.queryFields((t) => ({
  connectors: t.field(inOwnTeam.connectors),
  profile: t.field(inOwnTeam.profile),
  profiles: t.field(inOwnTeam.profiles),
  company: t.field(inOwnTeam.company),
  companies: t.field(inOwnTeam.companies),
  searchProfiles: t.field(inOwnTeam.searchProfiles),
  searchCompanies: t.field(inOwnTeam.searchCompanies),
  relationships: t.field(inOwnTeam.relationships),
  introPaths: t.field(inOwnTeam.introPaths),
  introPlan: t.field(inOwnTeam.introPlan),
  viewer: t.field({
    type: Team,
    nullable: false,
    notInSubgraph: true,
    description: 'The team that asks: the key’s own; in a session that is bound to a child team, that one.',
    resolve: (_root, _args, { operation }) => operation.scope(),
  }),
  childTeam: t.field({
    type: Team,
    description: 'A child team of the key’s partner team; everything below runs in its context.',
    args: { id: t.arg({ type: 'UUID', required: true, description: 'The child team’s id.' }) },
    resolve: (_root, { id }, { operation }) => operation.scope(id),
  }),
}));
