import type { Operation } from '../../../contract/operation/operation.ts';
import { v2FetchCompanies, v2FetchProfiles } from './fetch.ts';
import { v2MapNetwork, v2MappingStatus, v2MappingStatusByPost } from './network-mapper.ts';
import { v2SearchCompanies, v2SearchProfiles } from './search.ts';

/** All deprecated operations, in the specification's order. */
export const v2Operations: readonly Operation[] = [
  v2SearchProfiles,
  v2FetchProfiles,
  v2SearchCompanies,
  v2FetchCompanies,
  v2MapNetwork,
  v2MappingStatus,
  v2MappingStatusByPost,
];
