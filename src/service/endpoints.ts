import { creditsUsage } from './credits/usage.ts';
import type { Endpoint } from './endpoint.ts';
import { addConnector } from './team/add-connector.ts';
import { createTeam } from './team/create-team.ts';
import { v2CompaniesFetch, v2ProfilesFetch } from './v2/fetch.ts';
import { v2NetworkMapper, v2NetworkMapperStatuses } from './v2/network-mapper.ts';
import { v2CompaniesSearch, v2ProfilesSearch } from './v2/search.ts';
import { companiesFetch } from './v3/companies/fetch.ts';
import { companiesSearch } from './v3/companies/search.ts';
import { networkMapper } from './v3/network-mapper/index.ts';
import { networkMapperStatus } from './v3/network-mapper/status.ts';
import { profilesFetch } from './v3/profiles/fetch.ts';
import { profilesSearch } from './v3/profiles/search.ts';
import { relationships } from './v3/relationships.ts';

/** All operations of the service. */
export const endpoints: readonly Endpoint[] = [
  profilesSearch,
  companiesSearch,
  profilesFetch,
  companiesFetch,
  relationships,
  networkMapper,
  networkMapperStatus,
  createTeam,
  addConnector,
  creditsUsage,
  v2ProfilesSearch,
  v2ProfilesFetch,
  v2CompaniesSearch,
  v2CompaniesFetch,
  v2NetworkMapper,
  ...v2NetworkMapperStatuses,
];
