import Type, { type Static } from 'typebox';
import { identifiersPerArray } from '../limits.ts';
import { free, perRecord } from '../price.ts';
import { Company } from '../record/company.ts';
import { safeBounds } from '../schema.ts';
import { operation } from './operation.ts';
import { companyQuery, limit, notFound, paginationToken, stablePagination, strict } from './parts.ts';
import { SearchAnswer } from './profiles.ts';

export const CompanySearchRequest = Type.Object(
  {
    query: companyQuery,
    limit: Type.Optional(limit),
    pagination_token: Type.Optional(paginationToken),
    stable_pagination: Type.Optional(stablePagination),
  },
  { title: 'CompanySearchRequest', ...strict },
);
export interface CompanySearchRequest extends Static<typeof CompanySearchRequest> {}

export const searchCompanies = operation<CompanySearchRequest, SearchAnswer>({
  name: 'searchCompanies',
  method: 'POST',
  path: '/v3/companies/search',
  tag: 'companies',
  summary: 'Search companies; returns ids.',
  source: 'POST /v3/companies/search (P)',
  request: CompanySearchRequest,
  example: { query: { term: { 'company_info.industries': 'Software' } }, limit: 20 },
  answers: { 200: { schema: SearchAnswer, description: 'A page of ids.' } },
  price: free,
  childTeam: true,
});

/** The three kinds of company identifiers, which are arrays of the fetch. */
export const companyIdentifierKinds = ['ids', 'xnet_names', 'xnet_ids'] as const;

export const companyFields = ['company_info', 'tags'] as const;

const identifiers = { maxItems: identifiersPerArray };

export const CompanyFetchRequest = Type.Object(
  {
    ids: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { ...identifiers, description: 'Record ids.' })),
    xnet_names: Type.Optional(Type.Array(Type.String(), { ...identifiers, description: 'Company URL slugs.' })),
    xnet_ids: Type.Optional(
      Type.Array(Type.Integer(safeBounds), { ...identifiers, description: 'Numeric company ids.' }),
    ),
    fields: Type.Optional(
      Type.Array(Type.Enum([...companyFields]), {
        minItems: 1,
        default: ['company_info'],
        description: 'The groups of fields to return; any combination costs the same.',
      }),
    ),
  },
  {
    title: 'CompanyFetchRequest',
    description: 'At least one of the three identifier arrays must be present; they can be combined.',
    anyOf: companyIdentifierKinds.map((kind) => ({ required: [kind] })),
    ...strict,
  },
);
export interface CompanyFetchRequest extends Static<typeof CompanyFetchRequest> {}

export const CompanyFetchAnswer = Type.Object(
  {
    results: Type.Array(Company, { description: 'The records found.' }),
    // Optional: paid records must not be lost because an upstream omits this list.
    not_found: Type.Optional(notFound),
  },
  { title: 'CompanyFetchAnswer' },
);
export interface CompanyFetchAnswer {
  readonly results: readonly Company[];
  readonly not_found?: readonly string[] | null;
}

export const fetchCompanies = operation<CompanyFetchRequest, CompanyFetchAnswer>({
  name: 'fetchCompanies',
  method: 'POST',
  path: '/v3/companies/fetch',
  tag: 'companies',
  summary: 'Fetch companies by id or by identifiers on the external network.',
  source: 'POST /v3/companies/fetch (P)',
  request: CompanyFetchRequest,
  example: { xnet_names: ['analytical-engines'] },
  answers: { 200: { schema: CompanyFetchAnswer, description: 'The records found, and what was not.' } },
  price: perRecord(1),
  chargesOncePerKey: true,
  childTeam: true,
});
