import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { endpoint } from '../../endpoint.ts';
import { searchPage } from '../search-page.ts';

/** POST /v3/profiles/search */
export const profilesSearch = endpoint(searchProfiles, async (call, service) => ({
  status: 200,
  body: await searchPage('profile', searchProfiles, call, service),
}));
