import { addConnector, connectorGroups, createTeam } from '../../../contract/operation/team.ts';
import { builder } from '../../schema/builder.ts';
import { inputArg, payloadOf, payloadType } from '../../schema/payload.ts';
import { Team } from '../../schema/refs.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { bounded, maxUrlBytes, teamIdFrom } from '../../scope/record-identifier.ts';

interface CreatedTeam {
  readonly team: CredentialScope | undefined;
}

interface AddedConnectors {
  readonly queued: boolean;
  readonly notFound: readonly string[];
}

const groups: Readonly<Record<(typeof connectorGroups)[number], string>> = {
  others: 'Connectors who belong to none of the other groups.',
  employees: 'Connectors who work for the team’s company.',
  investors: 'Connectors who invested in the team’s company.',
  customers: 'Connectors who are customers of the team’s company.',
  portfolio: 'Connectors at companies that the team has invested in.',
  advisors: 'Connectors who advise the team’s company.',
};

const ConnectorGroup = builder.enumType('ConnectorGroup', {
  description: 'The relation of connectors to the team.',
  values: Object.fromEntries(
    connectorGroups.map((name) => [name.toUpperCase(), { value: name, description: groups[name] }]),
  ),
});

const CreateTeamInput = builder.inputType('CreateTeamInput', {
  description: 'A child team to be created.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'The new team’s name, such as `Harbour Fund II`; unique under the partner.',
    }),
    ownerEmail: t.string({
      description:
        'The e-mail address of the new team’s owner, such as `owner@harbour.example`; without it, the parent team’s owner.',
    }),
    companyWebsite: t.string({
      description:
        'The website of the company whose network is mapped for the team, such as `kestrel-robotics.example`; not together with `companyXnetUrl`.',
    }),
    companyXnetUrl: t.string({
      description:
        'The URL of that company’s page on the external network, such as `https://xnet.example/company/kestrel-robotics`; not together with `companyWebsite`.',
    }),
  }),
});

const CreateTeamPayload = payloadType<CreatedTeam>(
  'CreateTeamPayload',
  'The result of `createTeam`: the new team, or problems.',
  (t) => ({
    team: t.expose('team', {
      type: Team,
      description: 'The new team; null if `problems` says why there is none.',
    }),
  }),
);

const AddConnectorsInput = builder.inputType('AddConnectorsInput', {
  description: 'People who become connectors of a team.',
  fields: (t) => ({
    xnetSlugs: t.stringList({
      required: true,
      description:
        'The people’s slugs on the external network, or their pages’ URLs, 1 to 1,000, such as `mei-ling-torres` or `https://xnet.example/in/mei-ling-torres`.',
    }),
    group: t.field({
      type: ConnectorGroup,
      description: 'The people’s relation to the team, the same for all of them; by default, the data service chooses.',
    }),
    teamId: t.field({
      type: 'ID',
      description:
        'The child team whose connectors they become, by its id, a uuid such as `5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c`; without it, the key’s own team.',
    }),
  }),
});

const AddConnectorsPayload = payloadType<AddedConnectors>(
  'AddConnectorsPayload',
  'The result of `addConnectors`: whether a mapping of the new connectors’ networks is queued, and who was not found.',
  (t) => ({
    queued: t.exposeBoolean('queued', {
      nullable: false,
      description: 'Whether a mapping was queued; false if none of the people was a new connector.',
    }),
    notFound: t.exposeStringList('notFound', {
      nullable: false,
      description:
        'The slugs and URLs, as given, that have no page on the external network, such as `mei-ling-torres`.',
    }),
  }),
);

builder.mutationFields((t) => ({
  createTeam: t.field({
    type: CreateTeamPayload,
    description: 'Creates a child team under the partner account. Free; the key needs the partner permission.',
    args: inputArg(t, CreateTeamInput, 'The team to create: name, owner and company.'),
    resolve: (_root, { input }, { operation }) =>
      payloadOf<CreatedTeam>({ team: undefined }, async () => {
        const { body } = await operation.scope().call(createTeam, {
          team_name: bounded(input.name, 'input.name'),
          ...(input.ownerEmail ? { owner_email: bounded(input.ownerEmail, 'input.ownerEmail') } : {}),
          ...(input.companyWebsite ? { company_website: bounded(input.companyWebsite, 'input.companyWebsite') } : {}),
          ...(input.companyXnetUrl
            ? { company_linkedin_url: bounded(input.companyXnetUrl, 'input.companyXnetUrl', maxUrlBytes) }
            : {}),
        });
        const { apiKey, services } = operation;
        if (apiKey !== undefined)
          services.childTeams.note(apiKey, { id: body.team_id.toLowerCase(), name: input.name });
        return { team: operation.scope(body.team_id) };
      }),
  }),
  addConnectors: t.field({
    type: AddConnectorsPayload,
    description:
      'Adds external-network users as connectors of the team; their connections are mapped soon after (the subscription `addedConnectors` follows that). Free.',
    args: inputArg(t, AddConnectorsInput, 'The people to add, and the team that they are added to.'),
    resolve: (_root, { input: { xnetSlugs, group, teamId } }, { operation }) => {
      const scope = operation.scope(teamIdFrom(teamId, 'input.teamId'));
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
