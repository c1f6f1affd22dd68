import Type, { type Static } from 'typebox';
import { oursLimits } from '../limits.ts';
import { free } from '../price.ts';
import { like, notBlank, ours } from '../schema.ts';
import { operation } from './operation.ts';
import { strict } from './parts.ts';

const eMailAddress = like('^\\s*[^\\s@\\u0000]+@[^\\s@\\u0000]+\\s*$');
/** A URL with a slug after `/company/` or `/in/`, in any case. */
const companyPage = like('^[^\\u0000]*/(?:[iI][nN]|[cC][oO][mM][pP][aA][nN][yY])/[^/?#\\u0000][^\\u0000]*$');

export const CreateTeamRequest = Type.Object(
  {
    team_name: Type.String({ minLength: 1, ...notBlank, description: 'The name of the new team.' }),
    owner_email: Type.Optional(
      Type.String({
        ...eMailAddress,
        description: 'The owner; when omitted, the parent team’s owner becomes the owner.',
      }),
    ),
    company_website: Type.Optional(
      Type.String({
        ...notBlank,
        description: 'For automatic network mapping; not together with company_linkedin_url.',
      }),
    ),
    company_linkedin_url: Type.Optional(
      Type.String({
        ...companyPage,
        description: 'For automatic network mapping; not together with company_website.',
      }),
    ),
  },
  { title: 'CreateTeamRequest', not: { required: ['company_website', 'company_linkedin_url'] }, ...strict },
);
export interface CreateTeamRequest extends Static<typeof CreateTeamRequest> {}

export const CreateTeamAnswer = Type.Object(
  { team_id: Type.String({ format: 'uuid', description: 'The new team’s id, for `x-authenticate-team`.' }) },
  { title: 'CreateTeamAnswer' },
);
export interface CreateTeamAnswer extends Static<typeof CreateTeamAnswer> {}

export const createTeam = operation<CreateTeamRequest, CreateTeamAnswer>({
  name: 'createTeam',
  method: 'POST',
  path: '/team/create-team',
  tag: 'teams',
  summary: 'Create a child team under the partner account.',
  source: 'POST /team/create-team (partner only)',
  request: CreateTeamRequest,
  example: { team_name: 'Portfolio company', company_website: 'analytical-engines.example' },
  answers: { 200: { schema: CreateTeamAnswer, description: 'The team was created.' } },
  price: free,
  partnerOnly: true,
  idempotencyKey: true,
});

export const connectorGroups = ['others', 'employees', 'investors', 'customers', 'portfolio', 'advisors'] as const;
export type ConnectorGroup = (typeof connectorGroups)[number];

const usernames = {
  minItems: 1,
  maxItems: oursLimits.connectorsPerRequest,
  ...ours('Required, 1 to 1,000; bare slugs and full profile URLs, percent-encoded or not, in any case.'),
};

export const AddConnectorRequest = Type.Object(
  {
    xnet_usernames: Type.Optional(
      Type.Array(Type.String(notBlank), {
        ...usernames,
        description: 'Profile slugs or URLs of external-network users.',
      }),
    ),
    linkedin_usernames: Type.Optional(
      Type.Array(Type.String(notBlank), { ...usernames, description: 'The same as `xnet_usernames`.' }),
    ),
    group: Type.Optional(Type.Enum([...connectorGroups], { description: 'Applies to all connectors in the request.' })),
  },
  {
    title: 'AddConnectorRequest',
    oneOf: [{ required: ['xnet_usernames'] }, { required: ['linkedin_usernames'] }],
    ...strict,
  },
);
export interface AddConnectorRequest extends Static<typeof AddConnectorRequest> {}

export const AddConnectorAnswer = Type.Object(
  { usernames_not_found: Type.Optional(Type.Array(Type.String(), { description: 'Slugs that were not found.' })) },
  { title: 'AddConnectorAnswer' },
);
export interface AddConnectorAnswer extends Static<typeof AddConnectorAnswer> {}

export const addConnector = operation<AddConnectorRequest, AddConnectorAnswer>({
  name: 'addConnector',
  method: 'POST',
  path: '/team/add-connector',
  tag: 'teams',
  summary: 'Add external-network users as connectors; their connections form the team’s network.',
  source: 'POST /team/add-connector (P)',
  request: AddConnectorRequest,
  example: { xnet_usernames: ['ada-lovelace'], group: 'employees' },
  answers: {
    200: { schema: AddConnectorAnswer, description: 'Nothing new was queued.' },
    202: { schema: AddConnectorAnswer, description: 'Mapping of the connectors was queued.' },
  },
  price: free,
  childTeam: true,
  idempotencyKey: true,
});
