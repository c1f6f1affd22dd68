import Type, { type Static } from 'typebox';
import { identifiersPerArray } from '../limits.ts';
import { free, perRecord } from '../price.ts';
import { Profile } from '../record/profile.ts';
import { safeBounds } from '../schema.ts';
import { operation } from './operation.ts';
import { limit, nextPageToken, notFound, paginationToken, profileQuery, stablePagination, strict } from './parts.ts';

export const ProfileSearchRequest = Type.Object(
  {
    query: profileQuery,
    limit: Type.Optional(limit),
    pagination_token: Type.Optional(paginationToken),
    stable_pagination: Type.Optional(stablePagination),
    in_network_only: Type.Optional(
      Type.Boolean({ default: false, description: 'Only profiles connected to the team’s connectors.' }),
    ),
  },
  { title: 'ProfileSearchRequest', ...strict },
);
export interface ProfileSearchRequest extends Static<typeof ProfileSearchRequest> {}

export const SearchAnswer = Type.Object(
  {
    ids: Type.Array(Type.String({ format: 'uuid' }), { description: 'The ids of the records on this page.' }),
    total_count: Type.Integer({ description: 'How many records match.' }),
    pagination_token: nextPageToken,
  },
  { title: 'SearchAnswer' },
);
export interface SearchAnswer extends Static<typeof SearchAnswer> {}

export const searchProfiles = operation<ProfileSearchRequest, SearchAnswer>({
  name: 'searchProfiles',
  method: 'POST',
  path: '/v3/profiles/search',
  tag: 'profiles',
  summary: 'Search profiles; returns ids.',
  source: 'POST /v3/profiles/search (P)',
  request: ProfileSearchRequest,
  example: {
    query: {
      bool: {
        must: [{ match: { 'profile_info.current_title': 'engineer' } }],
        filter: [{ exists: { field: 'profile_info.work_email' } }],
      },
    },
    limit: 20,
  },
  answers: { 200: { schema: SearchAnswer, description: 'A page of ids.' } },
  price: free,
  childTeam: true,
});

/** The four kinds of profile identifiers, which are arrays of the fetch. */
export const profileIdentifierKinds = ['ids', 'xnet_names', 'xnet_ids', 'xnet_entity_ids'] as const;

export const profileFields = ['profile_info', 'tags', 'lists'] as const;

const identifiers = { maxItems: identifiersPerArray };

export const ProfileFetchRequest = Type.Object(
  {
    ids: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { ...identifiers, description: 'Record ids.' })),
    xnet_names: Type.Optional(Type.Array(Type.String(), { ...identifiers, description: 'Profile URL slugs.' })),
    xnet_ids: Type.Optional(
      Type.Array(Type.Integer(safeBounds), { ...identifiers, description: 'Numeric profile ids.' }),
    ),
    xnet_entity_ids: Type.Optional(
      Type.Array(Type.String(), { ...identifiers, description: 'Alphanumeric entity ids.' }),
    ),
    fields: Type.Optional(
      Type.Array(Type.Enum([...profileFields]), {
        minItems: 1,
        default: ['profile_info'],
        description: 'The groups of fields to return; any combination costs the same.',
      }),
    ),
  },
  {
    title: 'ProfileFetchRequest',
    description: 'At least one of the four identifier arrays must be present; they can be combined.',
    anyOf: profileIdentifierKinds.map((kind) => ({ required: [kind] })),
    ...strict,
  },
);
export interface ProfileFetchRequest extends Static<typeof ProfileFetchRequest> {}

export const ProfileFetchAnswer = Type.Object(
  {
    results: Type.Array(Profile, { description: 'The records found.' }),
    // Optional: paid records must not be lost because an upstream omits this list.
    not_found: Type.Optional(notFound),
  },
  { title: 'ProfileFetchAnswer' },
);
export interface ProfileFetchAnswer {
  readonly results: readonly Profile[];
  readonly not_found?: readonly string[] | null;
}

export const fetchProfiles = operation<ProfileFetchRequest, ProfileFetchAnswer>({
  name: 'fetchProfiles',
  method: 'POST',
  path: '/v3/profiles/fetch',
  tag: 'profiles',
  summary: 'Fetch profiles by id or by identifiers on the external network.',
  source: 'POST /v3/profiles/fetch (P)',
  request: ProfileFetchRequest,
  example: { xnet_names: ['ada-lovelace'], fields: ['profile_info', 'tags'] },
  answers: { 200: { schema: ProfileFetchAnswer, description: 'The records found, and what was not.' } },
  price: perRecord(1),
  chargesOncePerKey: true,
  childTeam: true,
});
