import Type, { type Static } from 'typebox';
import { searchCompanies } from '../../../contract/operation/companies.ts';
import { operation } from '../../../contract/operation/operation.ts';
import {
  companyQuery,
  limit,
  paginationToken,
  profileQuery,
  stablePagination,
  strict,
} from '../../../contract/operation/parts.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { free } from '../../../contract/price.ts';

const members = {
  limit: Type.Optional(limit),
  paginationToken: Type.Optional(paginationToken),
  stable_pagination: Type.Optional(stablePagination),
};

export const V2ProfileSearchRequest = Type.Object(
  {
    query: profileQuery,
    ...members,
    inNetworkOnly: Type.Optional(
      Type.Boolean({ default: false, description: 'Only profiles connected to the team’s connectors.' }),
    ),
  },
  { title: 'V2ProfileSearchRequest', ...strict },
);
export interface V2ProfileSearchRequest extends Static<typeof V2ProfileSearchRequest> {}

export const V2CompanySearchRequest = Type.Object(
  { query: companyQuery, ...members },
  { title: 'V2CompanySearchRequest', ...strict },
);
export interface V2CompanySearchRequest extends Static<typeof V2CompanySearchRequest> {}

export const V2SearchAnswer = Type.Object(
  {
    ids: Type.Array(Type.String({ format: 'uuid' }), { description: 'The ids of the records on this page.' }),
    totalCount: Type.Integer({ description: 'How many records match.' }),
    paginationToken: Type.Optional(Type.String({ description: 'Asks for the next page; absent on the last page.' })),
  },
  { title: 'V2SearchAnswer' },
);
export interface V2SearchAnswer extends Static<typeof V2SearchAnswer> {}

export const v2SearchProfiles = operation<V2ProfileSearchRequest, V2SearchAnswer>({
  name: 'v2SearchProfiles',
  method: 'POST',
  path: '/v2/profiles/search',
  tag: 'profiles',
  summary: 'Search profiles; returns ids.',
  source: 'Deprecated v2 operations',
  request: V2ProfileSearchRequest,
  example: { query: { match: { 'profile_info.current_title': 'engineer' } }, limit: 20, inNetworkOnly: true },
  answers: { 200: { schema: V2SearchAnswer, description: 'A page of ids.' } },
  price: free,
  childTeam: true,
  successor: searchProfiles,
});

export const v2SearchCompanies = operation<V2CompanySearchRequest, V2SearchAnswer>({
  name: 'v2SearchCompanies',
  method: 'POST',
  path: '/companies/search',
  tag: 'companies',
  summary: 'Search companies; returns ids.',
  source: 'Deprecated v2 operations',
  request: V2CompanySearchRequest,
  example: { query: { term: { 'company_info.industries': 'Software' } }, limit: 20 },
  answers: { 200: { schema: V2SearchAnswer, description: 'A page of ids.' } },
  price: free,
  childTeam: true,
  successor: searchCompanies,
});
