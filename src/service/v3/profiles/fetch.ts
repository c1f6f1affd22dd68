import { fetchProfiles, profileIdentifierKinds } from '../../../contract/operation/profiles.ts';
import { listsOf } from '../../../store/team/list.ts';
import { tagsOf } from '../../../store/team/tag.ts';
import { endpoint } from '../../endpoint.ts';
import { documents, fetchRecords, written } from '../fetch-records.ts';

/** POST /v3/profiles/fetch */
export const profilesFetch = endpoint(fetchProfiles, (call, service) => {
  const { teamId } = call.caller;
  const groups = {
    profile_info: documents,
    tags: written((db, ids) => tagsOf(db, 'profile', teamId, ids)),
    lists: written((db, ids) => listsOf(db, teamId, ids)),
  };
  const asked = new Set(call.request.fields ?? (['profile_info'] as const));
  return fetchRecords(
    {
      kind: 'profile',
      operation: fetchProfiles,
      foundBy: profileIdentifierKinds.map((kind) => [kind, kind] as const),
      notFound: 'not_found',
      groups: [...asked].map((name) => [name, groups[name]]),
    },
    call,
    service,
  );
});
