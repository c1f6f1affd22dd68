import { searchCompanies } from '../../../contract/operation/companies.ts';
import { endpoint } from '../../endpoint.ts';
import { searchPage } from '../search-page.ts';

/** POST /v3/companies/search */
export const companiesSearch = endpoint(searchCompanies, (call, service) =>
  searchPage('company', searchCompanies, call, service),
);
