import { addConnector, connectorGroups, createTeam } from '../../../contract/operation/team.ts';
import type { Scope } from '../../operation/scope.ts';
import { builder } from '../builder.ts';
import { type Payload, payloadOf, problemsField } from '../payload.ts';
import { Team } from '../refs.ts';

interface CreatedTeam {
  readonly team: Scope | undefined;
}

interface AddedConnectors {
  readonly queued: boolean;
  readonly notFound: readonly string[];
}

const ConnectorGroup = builder.enumType('ConnectorGroup', {
  description: 'What connectors are to the team.',
  values: Object.fromEntries(
    connectorGroups.map((name) => [name.toUpperCase(), { value: name, description: `The team’s ${name}.` }]),
  ),
});

const CreateTeamInput = builder.inputType('CreateTeamInput', {
  description: 'A child team to be created.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Its name, such as `Harbour Fund II`; unique under the partner.' }),
    ownerEmail: t.string({ description: 'Its owner’s e-mail address; without it, the parent team’s owner.' }),
    companyWebsite: t.string({
      description:
        'The website of the company whose network is mapped for it, such as `kestrel-robotics.example`; not together with `companyXnetUrl`.',
    }),
    companyXnetUrl: t.string({
      description:
        'That company’s page on the external network, such as `https://xnet.example/company/kestrel-robotics`; not together with `companyWebsite`.',
    }),
  }),
});

const CreateTeamPayload = builder.objectRef<CreatedTeam & Payload>('CreateTeamPayload').implement({
  description: 'What became of creating a team.',
  fields: (t) => ({
    team: t.field({
      type: Team,
      description: 'The new team; null where `problems` says why there is none.',
      resolve: ({ team }) => team,
    }),
    ...problemsField(t),
  }),
});

const AddConnectorsInput = builder.inputType('AddConnectorsInput', {
  description: 'People who become connectors of a team.',
  fields: (t) => ({
    xnetSlugs: t.stringList({
      required: true,
      description:
        'Their slugs on the external network, or their pages’ URLs, 1 to 1,000, such as `mei-ling-torres` or `https://xnet.example/in/mei-ling-torres`.',
    }),
    group: t.field({ type: ConnectorGroup, description: 'What they are to the team; one group for all of them.' }),
    teamId: t.field({ type: 'UUID', description: 'A child team’s id; without it, the key’s own team.' }),
  }),
});

const AddConnectorsPayload = builder.objectRef<AddedConnectors & Payload>('AddConnectorsPayload').implement({
  description: 'What became of adding connectors.',
  fields: (t) => ({
    queued: t.boolean({
      nullable: false,
      description: 'Whether the mapping of any was queued; false where none was new.',
      resolve: ({ queued }) => queued,
    }),
    notFound: t.stringList({
      nullable: false,
      description: 'The slugs and URLs that nobody has, as given.',
      resolve: ({ notFound }) => notFound,
    }),
    ...problemsField(t),
  }),
});

builder.mutationFields((t) => ({
  createTeam: t.field({
    type: CreateTeamPayload,
    description: 'Creates a child team under the partner account. Free; the key needs the partner permission.',
    args: { input: t.arg({ type: CreateTeamInput, required: true, description: 'The team.' }) },
    resolve: (_root, { input }, { operation }) =>
      payloadOf<CreatedTeam>({ team: undefined }, async () => {
        const { body } = await operation.scope().call(createTeam, {
          team_name: input.name,
          ...(input.ownerEmail ? { owner_email: input.ownerEmail } : {}),
          ...(input.companyWebsite ? { company_website: input.companyWebsite } : {}),
          ...(input.companyXnetUrl ? { company_linkedin_url: input.companyXnetUrl } : {}),
        });
        const { apiKey, childTeams } = operation;
        if (apiKey !== undefined) childTeams.note(apiKey, { id: body.team_id.toLowerCase(), name: input.name });
        return { team: operation.scope(body.team_id) };
      }),
  }),
  addConnectors: t.field({
    type: AddConnectorsPayload,
    description:
      'Adds external-network users as connectors of the team; their connections are mapped soon after (the subscription `addedConnectors` follows that). Free.',
    args: { input: t.arg({ type: AddConnectorsInput, required: true, description: 'The people, and the team.' }) },
    resolve: (_root, { input: { xnetSlugs, group, teamId } }, { operation }) => {
      const scope = operation.scope(teamId ?? undefined);
      return payloadOf<AddedConnectors>({ queued: false, notFound: [] }, async () => {
        const { status, body } = await scope.call(addConnector, {
          xnet_usernames: [...xnetSlugs],
          ...(group ? { group } : {}),
        });
        return { queued: status === 202, notFound: body.usernames_not_found ?? [] };
      });
    },
  }),
}));
