import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { endpoint } from '../../endpoint.ts';
import { searchPage } from '../search-page.ts';

/** POST /v3/profiles/search */
export const profilesSearch = endpoint(searchProfiles, (call, service) =>
  searchPage('profile', searchProfiles, call, service),
);
