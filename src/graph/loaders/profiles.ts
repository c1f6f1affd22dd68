import { profileIdentifiers } from '../../contract/identifier.ts';
import { fetchProfiles, profileFields, searchProfiles } from '../../contract/operation/profiles.ts';
import type { Profile } from '../../contract/record/profile.ts';
import type { RecordKind } from './record-kind.ts';

export const profileKind: RecordKind<Profile> = {
  name: 'profile',
  typeName: 'Profile',
  operation: fetchProfiles,
  search: searchProfiles,
  idPath: 'profile_info.id',
  async fetch(port, identifiers) {
    const { body, ...answered } = await port.fetch(fetchProfiles, { ...identifiers, fields: [...profileFields] });
    return { ...answered, results: body.results, notFound: body.not_found };
  },
  info: (record) => record.profile_info,
  ownMembers: ['tags', 'lists'],
  names: profileIdentifiers,
};
