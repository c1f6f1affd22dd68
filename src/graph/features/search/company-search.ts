import { searchCompanies } from '../../../contract/operation/companies.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import { Company } from '../../schema/refs.ts';
import type { CompanyReference } from '../../scope/company-reference.ts';
import { companyNamed } from '../../scope/company-reference.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { companyFilters, type Filtering } from './filters.ts';
import { everything, type PagingArgs, pagedSearch, pagingArgs, stableArgs } from './paged-search.ts';
import { recordPageType } from './record-page-type.ts';

export const CompanySearchConnection = recordPageType(
  'CompanySearchConnection',
  'Companies that match a search, in the data service’s order: it offers no sort option. Ids are free; other fields load the records on the page.',
  Company,
);

export const companySearchArgs = { ...companyFilters.args, ...pagingArgs, ...stableArgs };

interface CompanySearchArgs extends PagingArgs, Filtering {
  readonly stable?: boolean | null | undefined;
}

/** Searches companies in a scope; all without a filter. Free. */
export const searchCompaniesIn = (
  scope: CredentialScope,
  args: CompanySearchArgs,
  named: RevealedKinds,
  query = everything,
) =>
  pagedSearch(
    { scope, filters: companyFilters, operation: searchCompanies, idOf: ({ id }: CompanyReference) => id },
    { query, ...(args.stable ? { stable_pagination: true as const } : {}) },
    args,
    async (request) => {
      const { body } = await scope.search(searchCompanies, request, named);
      return { ...body, items: body.ids.map((id) => companyNamed(scope, { kind: 'ids', value: id })) };
    },
  );
