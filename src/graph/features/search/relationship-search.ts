import { findRelationships } from '../../../contract/operation/relationships.ts';
import type {
  Relationship as RelationshipPayload,
  Relationship as RelationshipValue,
} from '../../../contract/record/relationship.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import { Relationship } from '../../schema/refs.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { Scoped } from '../../scope/scoped.ts';
import { type Filtering, profileFilters } from './filters.ts';
import { nodesOf, pageType, type QueriedPage, searchFields } from './page-type.ts';
import { everything, type PagingArgs, pagedSearch, pagingArgs } from './paged-search.ts';

export const RelationshipConnection = pageType<Scoped<RelationshipPayload>, QueriedPage<Scoped<RelationshipPayload>>>({
  name: 'RelationshipConnection',
  description:
    'People whom the team’s network reaches, in the data service’s own order (`introPaths` ranks them); free of credits.',
  more: searchFields,
  node: (t) =>
    t.expose('node', {
      type: Relationship,
      nullable: false,
      description: 'The relationship at this position; free.',
    }),
  nodes: (t) =>
    t.field({
      type: [Relationship],
      nullable: false,
      ofPage: true,
      description: 'The relationships on the page, without cursors.',
      resolve: nodesOf,
    }),
});

export const relationshipSearchArgs = { ...profileFilters.args, ...pagingArgs };

const relationshipsSearch = (scope: CredentialScope) => ({
  scope,
  filters: profileFilters,
  operation: findRelationships,
  idOf: ({ value }: Scoped<RelationshipValue>) => value.profile?.id,
});

/** Searches the relationships of a scope's team; all without a filter. Free. */
export const relationshipsIn = (
  scope: CredentialScope,
  args: PagingArgs & Filtering,
  named: RevealedKinds,
  query = everything,
) =>
  pagedSearch(relationshipsSearch(scope), { query }, args, async (request) => {
    const { body } = await scope.search(findRelationships, request, named);
    const items: Scoped<RelationshipPayload>[] = [];
    for (const value of body.items) if (value) items.push({ scope, value });
    return { ...body, items };
  });
