import { addConnector, connectorGroups, createTeam } from '../../../contract/operation/team.ts';
import { builder, nullableItems } from '../builder.ts';
import { Team } from '../refs.ts';

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

const AddConnectorsResult = builder.objectRef<AddedConnectors>('AddConnectorsResult').implement({
  description: 'What became of adding connectors.',
  fields: (t) => ({
    queued: t.boolean({
      description: 'Whether the mapping of any was queued; false when none was new.',
      resolve: ({ queued }) => queued,
    }),
    notFound: t.stringList({
      nullable: nullableItems,
      description: 'The names that nobody has, as given.',
      resolve: ({ notFound }) => notFound,
    }),
  }),
});

builder.mutationFields((t) => ({
  createTeam: t.field({
    type: Team,
    description: 'Creates a child team under the partner account; the key needs the partner permission. Free.',
    args: {
      name: t.arg.string({ required: true, description: 'Its name.' }),
      ownerEmail: t.arg.string({ description: 'Its owner; without it, the parent team’s owner.' }),
      companyWebsite: t.arg.string({ description: 'For automatic network mapping; not with the company’s URL.' }),
      companyXnetUrl: t.arg.string({ description: 'For automatic network mapping; not with the website.' }),
    },
    resolve: async (_root, args, { operation }) => {
      const { body } = await operation.scope().call(createTeam, {
        team_name: args.name,
        ...(args.ownerEmail ? { owner_email: args.ownerEmail } : {}),
        ...(args.companyWebsite ? { company_website: args.companyWebsite } : {}),
        ...(args.companyXnetUrl ? { company_linkedin_url: args.companyXnetUrl } : {}),
      });
      return operation.scope(body.team_id);
    },
  }),
  addConnectors: t.field({
    type: AddConnectorsResult,
    description:
      'Adds external-network users as connectors of the team; their connections are mapped soon after. Free.',
    args: {
      usernames: t.arg.stringList({ required: true, description: 'Profile slugs or URLs.' }),
      group: t.arg({ type: ConnectorGroup, description: 'What they are to the team; one group for all of them.' }),
      teamId: t.arg({ type: 'UUID', description: 'A child team; without it, the key’s own.' }),
    },
    resolve: async (_root, { usernames, group, teamId }, { operation }) => {
      const { status, body } = await operation.scope(teamId ?? undefined).call(addConnector, {
        xnet_usernames: [...usernames],
        ...(group ? { group } : {}),
      });
      return { queued: status === 202, notFound: body.usernames_not_found ?? [] };
    },
  }),
}));
