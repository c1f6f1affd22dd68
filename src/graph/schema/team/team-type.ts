import { createHash } from 'node:crypto';
import { type GraphQLResolveInfo, isObjectType } from 'graphql';
import { isUuid } from '../../../reading/uuid.ts';
import type { OperationContext } from '../../scope/context.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { between, uuidFrom } from '../../scope/record-identifier.ts';
import { collectFields } from '../../scope/selection.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { Team } from '../refs.ts';
import { teamQueries } from './team-queries.ts';

/** The id of a child team; for the key's own team, a hash that does not reveal the key. */
const teamId = ({ credential, services }: CredentialScope): string =>
  credential.childTeamId ?? createHash('sha256').update(services.credentialHash(credential)).digest('base64url');

/** The scope of the team with an id; null if no team can have it. */
function referred(id: string, operation: OperationContext['operation']): CredentialScope | null {
  if (isUuid(id)) return operation.scope(id);
  const own = operation.scope();
  return id === teamId(own) ? own : null;
}

/**
 * Resolves if the data service has accepted the key for a child team: an id that a caller names proves nothing. A session
 * is bound to a team that was checked when it was made.
 *
 * @throws {import('../../../client/errors.ts').Forbidden}
 */
async function demandTeam(scope: CredentialScope, { session }: OperationContext['operation']): Promise<void> {
  const { apiKey, childTeamId } = scope.credential;
  if (childTeamId === undefined || scope.priceOnly || session?.childTeamId === childTeamId) return;
  if (!(await scope.services.childTeams.knows(apiKey, childTeamId))) await scope.confirm();
}

/** Whether of a team only these fields are selected. */
function selectsOnly(names: readonly string[], info: GraphQLResolveInfo): boolean {
  const type = info.schema.getType('Team');
  if (!isObjectType(type)) return false;
  const sets = info.fieldNodes.map(({ selectionSet }) => selectionSet);
  return [...collectFields(sets, type, info, ({ name }) => name.value).keys()].every((name) => names.includes(name));
}

/** Maximum number of child teams listed. */
const maxChildTeams = 1000;

const inTeam = teamQueries<CredentialScope>((scope) => scope);

Team.implement({
  description:
    'A team, and all that is read in its context: its connectors, their connections, its lists and tags. A field that fails is null and adds an error with the reason.',
  entity: {
    keys: ['id'],
    resolveReference: (key, { operation }) => referred(key.value, operation),
  },
  fields: (t) => ({
    id: t.id({
      nullable: false,
      description:
        'A child team’s uuid, such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`. The data service does not provide the uuid of the key’s own team: its id is an opaque string derived from the key, different for each key.',
      resolve: async (scope, _args, { operation }) => {
        await demandTeam(scope, operation);
        return teamId(scope);
      },
    }),
    name: t.string({
      description:
        'The name that the team was created with, such as `Harbour Fund II`; null if the graph did not create it, since the data service provides no names of teams.',
      resolve: async ({ credential: { apiKey, childTeamId }, services: { childTeams } }) =>
        childTeamId === undefined ? null : (await childTeams.team(apiKey, childTeamId))?.name,
    }),
    childTeams: t.field({
      type: [Team],
      nullable: { list: true, items: false },
      sizedBy: 'first',
      description:
        'The key’s child teams that the graph knows: those that it created, or that a request named and the data service accepted. Sorted by name, those without a name last. Empty for a child team. Free.',
      args: {
        first: t.arg.int({ defaultValue: 100, description: `How many teams to return, 1 to ${maxChildTeams}.` }),
      },
      resolve: async ({ credential: { apiKey, childTeamId } }, args, { operation }) => {
        const first = between(1, maxChildTeams, args.first ?? 100, 'first');
        if (childTeamId !== undefined) return [];
        const teams = await operation.services.childTeams.teams(apiKey, first);
        return teams.map(({ id }) => operation.scope(id));
      },
    }),
    profile: t.field(inTeam.profile),
    profiles: t.field(inTeam.profiles),
    company: t.field(inTeam.company),
    companies: t.field(inTeam.companies),
  }),
});

const inOwnTeam = teamQueries<SchemaTypes['Root']>((_root, { operation }) => operation.scope());

builder.queryFields((t) => ({
  profile: t.field(inOwnTeam.profile),
  profiles: t.field(inOwnTeam.profiles),
  company: t.field(inOwnTeam.company),
  companies: t.field(inOwnTeam.companies),
  viewer: t.field({
    type: Team,
    nullable: false,
    notInSubgraph: true,
    description: 'The caller’s team: in a session for a child team, the child team; otherwise the key’s own.',
    resolve: (_root, _args, { operation }) => operation.scope(),
  }),
  childTeam: t.field({
    type: Team,
    description:
      'A child team of the key’s partner team; everything below runs in its context, and is paid for by the partner. Null, with an error, if the key may not act for it. Free by itself.',
    args: {
      id: t.arg({
        type: 'ID',
        required: true,
        description:
          'The child team’s id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`, as `createTeam` returned it.',
      }),
    },
    resolve: async (_root, { id }, { operation }, info) => {
      const scope = operation.scope(uuidFrom(id, 'id'));
      // All other fields ask the data service themselves, which refuses the key.
      if (selectsOnly(['__typename', 'name'], info)) await demandTeam(scope, operation);
      return scope;
    },
  }),
}));
