import type { Json } from './openapi-components.ts';

/** A request for each operation that takes a body, by the operation's name. */
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
  addConnector: { xnet_usernames: ['ada-lovelace'], group: 'employees' },
};
