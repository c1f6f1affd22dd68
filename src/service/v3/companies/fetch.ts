import { companyIdentifierKinds, fetchCompanies } from '../../../contract/operation/companies.ts';
import { tagsOf } from '../../../store/team/tag.ts';
import { endpoint } from '../../endpoint.ts';
import { documents, fetchRecords, written } from '../fetch-records.ts';

/** POST /v3/companies/fetch */
export const companiesFetch = endpoint(fetchCompanies, (call, service) => {
  const groups = {
    company_info: documents,
    tags: written((db, ids) => tagsOf(db, 'company', call.caller.teamId, ids)),
  };
  const asked = new Set(call.request.fields ?? (['company_info'] as const));
  return fetchRecords(
    {
      kind: 'company',
      operation: fetchCompanies,
      foundBy: companyIdentifierKinds.map((kind) => [kind, kind] as const),
      notFound: 'not_found',
      groups: [...asked].map((name) => [name, groups[name]]),
    },
    call,
    service,
  );
});
