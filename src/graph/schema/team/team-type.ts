import type { Scope } from '../../operation/scope.ts';
import { factsOf } from '../../operation/selection-facts.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { isUuid } from '../federation/record-entity.ts';
import { Team } from '../refs.ts';
import { ConnectorOrder, Connectors, connectorsIn } from './connectors.ts';
import { teamQueries } from './team-queries.ts';

const inTeam = teamQueries<Scope>((scope) => scope);

Team.implement({
  description: 'A team, and all that is read in its context: its connectors, their connections, its lists and tags.',
  entity: {
    keys: ['id'],
    resolveReference: (key, { operation }) => (isUuid(key) ? operation.scope(key.value) : null),
  },
  fields: (t) => ({
    id: t.field({
      type: 'UUID',
      description: 'The child team’s id; null for the key’s own team, whose id the interface does not tell.',
      resolve: (scope) => scope.credential.childTeamId,
    }),
    connectors: t.field({
      type: Connectors,
      callsEach: true,
      sizedBy: 'scan',
      description: 'The team’s connectors, as its relationships name them; free.',
      args: {
        scan: t.arg.int({ defaultValue: 1000, description: 'How many relationships to read for them, 0 to 10,000.' }),
        orderBy: t.arg({ type: ConnectorOrder, defaultValue: 'STRONGEST_FIRST', description: 'In which order.' }),
      },
      resolve: (scope, { scan, orderBy }, _context, info) =>
        connectorsIn(scope, scan ?? 1000, orderBy ?? 'STRONGEST_FIRST', factsOf(info).namedRecords),
    }),
    profile: t.field(inTeam.profile),
    profiles: t.field(inTeam.profiles),
    company: t.field(inTeam.company),
    companies: t.field(inTeam.companies),
    searchProfiles: t.field(inTeam.searchProfiles),
    searchCompanies: t.field(inTeam.searchCompanies),
    relationships: t.field(inTeam.relationships),
    introPaths: t.field(inTeam.introPaths),
  }),
});

const inOwnTeam = teamQueries<SchemaTypes['Root']>((_root, { operation }) => operation.scope());

builder.queryFields((t) => ({
  profile: t.field(inOwnTeam.profile),
  profiles: t.field(inOwnTeam.profiles),
  company: t.field(inOwnTeam.company),
  companies: t.field(inOwnTeam.companies),
  searchProfiles: t.field(inOwnTeam.searchProfiles),
  searchCompanies: t.field(inOwnTeam.searchCompanies),
  relationships: t.field(inOwnTeam.relationships),
  introPaths: t.field(inOwnTeam.introPaths),
  viewer: t.field({
    type: Team,
    description: 'The key’s own team.',
    resolve: (_root, _args, { operation }) => operation.scope(),
  }),
  childTeam: t.field({
    type: Team,
    description: 'A child team of the key’s partner team; everything below runs in its context.',
    args: { id: t.arg({ type: 'UUID', required: true, description: 'The child team’s id.' }) },
    resolve: (_root, { id }, { operation }) => operation.scope(id),
  }),
}));
