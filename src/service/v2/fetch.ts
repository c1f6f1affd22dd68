import type { SearchableKind } from '../../contract/catalogue.ts';
import { legacyOf } from '../../store/record/read.ts';
import { listsOf } from '../../store/team/list.ts';
import { notesOf } from '../../store/team/note.ts';
import { syncedTagsOf } from '../../store/team/synced-tag.ts';
import { endpoint } from '../endpoint.ts';
import { fetchRecords, type Group, written } from '../v3/fetch-records.ts';
import { connectionsOf } from './connections.ts';
import { v2FetchCompanies, v2FetchProfiles } from './contract/fetch.ts';
import { companyInfoInV2, profileInfoInV2 } from './translate.ts';

const foundBy = [
  ['ids', 'ids'],
  ['xnet_names', 'xnetNames'],
  ['xnet_ids', 'xnetIds'],
] as const;

/** POST /v2/profiles/fetch */
export const v2ProfilesFetch = endpoint(v2FetchProfiles, (call, service) => {
  const { request, caller } = call;
  const fields = new Set(request.fields ?? ['profile_info']);
  const tags = (kind: SearchableKind) => written((db, ids) => syncedTagsOf(db, kind, caller.teamId, ids));
  const profileInfo: Group = async (db, found) => {
    const legacy = await legacyOf(
      db,
      'profile',
      found.map(({ id }) => id),
    );
    return ({ id, document }) => {
      const info = profileInfoInV2(JSON.parse(document.toString()), JSON.parse(legacy.get(id) ?? '{}'));
      return JSON.stringify(fields.has('profile_info') ? info : { id, investor_data: info.investor_data });
    };
  };
  const groups: readonly (readonly [name: string, isAsked: boolean, group: Group])[] = [
    ['profile_info', fields.has('profile_info') || fields.has('investor_data'), profileInfo],
    ['connections', fields.has('connections'), written((db, ids) => connectionsOf(db, caller.teamId, ids))],
    ['tags', fields.has('tags'), tags('profile')],
    ['lists', fields.has('lists'), written((db, ids) => listsOf(db, caller.teamId, ids))],
    ['notes', fields.has('notes'), written((db, ids) => notesOf(db, caller.teamId, ids))],
  ];
  const { ids, xnetNames, xnetIds, xnetEntityIds } = request;
  return fetchRecords(
    {
      kind: 'profile',
      operation: v2FetchProfiles,
      foundBy: [...foundBy, ['xnet_entity_ids', 'xnetEntityIds']],
      notFound: 'notFound',
      groups: groups.flatMap(([name, isAsked, group]) => (isAsked ? [[name, group] as const] : [])),
    },
    { ...call, request: { ids, xnet_names: xnetNames, xnet_ids: xnetIds, xnet_entity_ids: xnetEntityIds } },
    service,
  );
});

/** POST /companies/fetch */
export const v2CompaniesFetch = endpoint(v2FetchCompanies, (call, service) => {
  const { request, caller } = call;
  const groups: Readonly<Record<'company_info' | 'tags', Group>> = {
    company_info: async () => (record) => JSON.stringify(companyInfoInV2(JSON.parse(record.document.toString()))),
    tags: written((db, ids) => syncedTagsOf(db, 'company', caller.teamId, ids)),
  };
  const { ids, xnetNames, xnetIds } = request;
  return fetchRecords(
    {
      kind: 'company',
      operation: v2FetchCompanies,
      foundBy,
      notFound: 'notFound',
      groups: [...new Set(request.fields ?? (['company_info'] as const))].map((name) => [name, groups[name]]),
    },
    { ...call, request: { ids, xnet_names: xnetNames, xnet_ids: xnetIds } },
    service,
  );
});
