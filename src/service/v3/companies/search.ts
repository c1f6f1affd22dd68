import { searchCompanies } from '../../../contract/operation/companies.ts';
import { endpoint } from '../../endpoint.ts';
import { searchPage } from '../search-page.ts';

/** POST /v3/companies/search */
export const companiesSearch = endpoint(searchCompanies, async (call, service) => ({
  status: 200,
  body: await searchPage('company', searchCompanies, call, service),
}));
