import { companyIdentifiers } from '../../contract/identifier.ts';
import { companyFields, fetchCompanies, searchCompanies } from '../../contract/operation/companies.ts';
import type { Company } from '../../contract/record/company.ts';
import type { RecordKind } from './record-kind.ts';

export const companyKind: RecordKind<Company> = {
  name: 'company',
  typeName: 'Company',
  operation: fetchCompanies,
  search: searchCompanies,
  idPath: 'company_info.id',
  async fetch(port, identifiers) {
    const { body, ...answered } = await port.fetch(fetchCompanies, { ...identifiers, fields: [...companyFields] });
    return { ...answered, results: body.results, notFound: body.not_found };
  },
  info: (record) => record.company_info,
  ownMembers: ['tags'],
  names: companyIdentifiers,
};
