import Type, { type Static } from 'typebox';
import { free } from '../price.ts';
import { Relationship } from '../record/relationship.ts';
import { ours } from '../schema.ts';
import { operation } from './operation.ts';
import { limit, nextPageToken, paginationToken, profileQuery, strict } from './parts.ts';

export const RelationshipsRequest = Type.Object(
  {
    query: Type.Optional(
      Type.Unsafe<Static<typeof profileQuery>>({
        ...profileQuery,
        description: 'Query DSL, as in a search of profiles; without it, all of the network.',
        ...ours('Optional: without it, all of the network.'),
      }),
    ),
    limit: Type.Optional(Type.Integer({ ...limit, ...ours('The default is 100, as in a search.') })),
    pagination_token: Type.Optional(paginationToken),
  },
  { title: 'RelationshipsRequest', ...strict },
);
export interface RelationshipsRequest extends Static<typeof RelationshipsRequest> {}

export const RelationshipsAnswer = Type.Object(
  {
    items: Type.Array(Relationship, { description: 'Profiles the team’s network reaches.' }),
    count: Type.Integer({ description: 'Items on this page.' }),
    total_count: Type.Integer({ description: 'Items on all pages.' }),
    pagination_token: nextPageToken,
  },
  { title: 'RelationshipsAnswer' },
);
export interface RelationshipsAnswer {
  readonly items: readonly Relationship[];
  readonly count: number;
  readonly total_count: number;
  readonly pagination_token?: string | null;
}

export const findRelationships = operation<RelationshipsRequest, RelationshipsAnswer>({
  name: 'findRelationships',
  method: 'POST',
  path: '/v3/relationships',
  tag: 'profiles',
  summary: 'Find profiles connected to the team’s network, with connection details.',
  source: 'POST /v3/relationships (P)',
  request: RelationshipsRequest,
  example: { query: { match: { 'profile_info.current_company_name': 'Analytical Engines' } }, limit: 20 },
  answers: { 200: { schema: RelationshipsAnswer, description: 'A page of relationships.' } },
  price: free,
  childTeam: true,
});
