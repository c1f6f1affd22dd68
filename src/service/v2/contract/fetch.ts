import Type, { type Static } from 'typebox';
import { identifiersPerArray } from '../../../contract/limits.ts';
import { companyFields, fetchCompanies } from '../../../contract/operation/companies.ts';
import { operation } from '../../../contract/operation/operation.ts';
import { notFound, strict } from '../../../contract/operation/parts.ts';
import { fetchProfiles } from '../../../contract/operation/profiles.ts';
import { perRecord } from '../../../contract/price.ts';
import { ours, safeBounds } from '../../../contract/schema.ts';
import { V2Company } from './company.ts';
import { V2Profile } from './profile.ts';

const v2ProfileFields = ['profile_info', 'connections', 'tags', 'lists', 'notes', 'investor_data'] as const;

const array = { maxItems: identifiersPerArray };
const ids = Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { ...array, description: 'Record ids.' }));
const xnetNames = Type.Optional(Type.Array(Type.String(), { ...array, description: 'URL slugs.' }));
const xnetIds = Type.Optional(Type.Array(Type.Integer(safeBounds), { ...array, description: 'Numeric ids.' }));

export const V2ProfileFetchRequest = Type.Object(
  {
    ids,
    xnetNames,
    xnetIds,
    xnetEntityIds: Type.Optional(Type.Array(Type.String(), { ...array, description: 'Alphanumeric entity ids.' })),
    fields: Type.Optional(
      Type.Array(Type.Enum([...v2ProfileFields]), {
        minItems: 1,
        default: ['profile_info'],
        description: 'The groups of fields to return; any combination costs the same.',
        ...ours('The default is `profile_info`; `investor_data` alone returns that member and the id.'),
      }),
    ),
  },
  {
    title: 'V2ProfileFetchRequest',
    description: 'At least one of the four identifier arrays must be present; they can be combined.',
    anyOf: ['ids', 'xnetNames', 'xnetIds', 'xnetEntityIds'].map((name) => ({ required: [name] })),
    ...strict,
  },
);
export interface V2ProfileFetchRequest extends Static<typeof V2ProfileFetchRequest> {}

export const V2CompanyFetchRequest = Type.Object(
  {
    ids,
    xnetNames,
    xnetIds,
    fields: Type.Optional(
      Type.Array(Type.Enum([...companyFields]), {
        minItems: 1,
        default: ['company_info'],
        description: 'The groups of fields to return; any combination costs the same.',
      }),
    ),
  },
  {
    title: 'V2CompanyFetchRequest',
    description: 'At least one of the three identifier arrays must be present; they can be combined.',
    anyOf: ['ids', 'xnetNames', 'xnetIds'].map((name) => ({ required: [name] })),
    ...strict,
  },
);
export interface V2CompanyFetchRequest extends Static<typeof V2CompanyFetchRequest> {}

export const V2ProfileFetchAnswer = Type.Object(
  { results: Type.Array(V2Profile, { description: 'The records found.' }), notFound },
  { title: 'V2ProfileFetchAnswer' },
);
export interface V2ProfileFetchAnswer extends Static<typeof V2ProfileFetchAnswer> {}

export const V2CompanyFetchAnswer = Type.Object(
  { results: Type.Array(V2Company, { description: 'The records found.' }), notFound },
  { title: 'V2CompanyFetchAnswer' },
);
export interface V2CompanyFetchAnswer extends Static<typeof V2CompanyFetchAnswer> {}

export const v2FetchProfiles = operation<V2ProfileFetchRequest, V2ProfileFetchAnswer>({
  name: 'v2FetchProfiles',
  method: 'POST',
  path: '/v2/profiles/fetch',
  tag: 'profiles',
  summary: 'Fetch profiles by id or by identifiers on the external network.',
  source: 'Deprecated v2 operations',
  request: V2ProfileFetchRequest,
  example: { xnetNames: ['ada-lovelace'], fields: ['profile_info', 'connections', 'notes'] },
  answers: { 200: { schema: V2ProfileFetchAnswer, description: 'The records found, and what was not.' } },
  price: perRecord(1),
  childTeam: true,
  successor: fetchProfiles,
});

export const v2FetchCompanies = operation<V2CompanyFetchRequest, V2CompanyFetchAnswer>({
  name: 'v2FetchCompanies',
  method: 'POST',
  path: '/companies/fetch',
  tag: 'companies',
  summary: 'Fetch companies by id or by identifiers on the external network.',
  source: 'Deprecated v2 operations',
  request: V2CompanyFetchRequest,
  example: { xnetNames: ['analytical-engines'] },
  answers: { 200: { schema: V2CompanyFetchAnswer, description: 'The records found, and what was not.' } },
  price: perRecord(1),
  childTeam: true,
  successor: fetchCompanies,
});
