import type { Answered } from '../../client/call.ts';
import { PageWalk, peopleOn } from '../../client/page-walk.ts';
import { pageLimit } from '../../contract/limits.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import {
  findRelationships,
  type RelationshipsAnswer,
  type RelationshipsRequest,
} from '../../contract/operation/relationships.ts';
import type { Relationship } from '../../contract/record/relationship.ts';
import { orCursorExpired } from './cursor.ts';

/** Maximum number of people read at once, and of pages, where the upstream sends shorter ones than requested. */
const maxPeople = 10_000;
const maxPages = 50;

/** The relationships of people in a network, each person once. */
export interface NetworkRead {
  readonly items: readonly Relationship[];
  /** Total number of people, as reported by the upstream. */
  readonly total: number;
  /** Whether all pages were read. */
  readonly complete: boolean;
}

/** Reads what a query finds in the network, page by page. */
export async function readNetwork(
  search: (request: RelationshipsRequest) => Promise<Answered<RelationshipsAnswer>>,
  query: QueryDsl,
): Promise<NetworkRead> {
  const walk = new PageWalk(findRelationships);
  const found = new Set<string>();
  const items: Relationship[] = [];
  let total = 0;
  let complete = false;
  for (let pages = 0; !complete && pages < maxPages && items.length < maxPeople; pages += 1) {
    const { body } = await orCursorExpired(walk.token, search({ query, limit: pageLimit.maximum, ...walk.page }));
    total = body.total_count;
    for (const item of body.items) {
      const id = item?.profile?.id?.toLowerCase();
      if (!item?.profile || (id && found.has(id))) continue;
      if (id) found.add(id);
      items.push(item);
    }
    // Not by total_count, which may be inexact.
    complete = !walk.follow(body, peopleOn(body));
  }
  return { items, total, complete };
}
