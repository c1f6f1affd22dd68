import type { Json } from './openapi-components.ts';

/** An example request for each operation with a body, by the operation's name. */
export const exampleRequests: Readonly<Record<string, Json>> = {
  searchProfiles: {
    query: {
      bool: {
        must: [{ match: { 'profile_info.current_title': 'engineer' } }],
        filter: [{ exists: { field: 'profile_info.work_email' } }],
      },
    },
    limit: 20,
  },
  searchCompanies: { query: { term: { 'company_info.industries': 'Software' } }, limit: 20 },
  fetchProfiles: { xnet_names: ['ada-lovelace'], fields: ['profile_info', 'tags'] },
  fetchCompanies: { xnet_names: ['analytical-engines'] },
  findRelationships: { query: { match: { 'profile_info.current_company_name': 'Analytical Engines' } }, limit: 20 },
  mapNetwork: { query: { match_all: {} }, mapping_company_website: 'analytical-engines.example' },
  createTeam: { team_name: 'Portfolio company', company_website: 'analytical-engines.example' },
  v2SearchProfiles: { query: { match: { 'profile_info.current_title': 'engineer' } }, limit: 20, inNetworkOnly: true },
  v2SearchCompanies: { query: { term: { 'company_info.industries': 'Software' } }, limit: 20 },
  v2FetchProfiles: { xnetNames: ['ada-lovelace'], fields: ['profile_info', 'connections', 'notes'] },
  v2FetchCompanies: { xnetNames: ['analytical-engines'] },
  v2MapNetwork: { query: { match_all: {} } },
  v2MappingStatusByPost: { task_id: '5f0d3b52-8a0e-4c39-8f6c-1d2e3f4a5b6c' },
  addConnector: { xnet_usernames: ['ada-lovelace'], group: 'employees' },
};
