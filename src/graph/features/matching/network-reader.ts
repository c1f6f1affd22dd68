import { PageWalk, peopleOn } from '../../../client/page-walk.ts';
import { pageLimit } from '../../../contract/limits.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import type { RevealedKinds } from '../../loaders/batch-scheduler.ts';
import { orCursorExpired } from '../../loaders/cursor.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import { type KnownPerson, People, personOf } from './person.ts';

/** Most pages of one search, however short they are. */
const mostPages = 40;

/** How many people, or pages of them, may be read for one search. */
export interface Most {
  readonly people?: number;
  readonly pages?: number;
  /** How many pages of an upstream whose pages are short, for as many people as two long ones have. */
  readonly shortPages?: number;
}

/** What a search found: the people of all its pages, or of the first one if there are too many. */
interface Found {
  readonly found: readonly KnownPerson[];
  /** Whether more people match than were read. */
  readonly isCut: boolean;
  readonly total: number;
}

/** Reads people of the team's network by free searches of relationships, and keeps them. */
export class NetworkReader {
  readonly people = new People();
  readonly #scope: CredentialScope;
  readonly #named: RevealedKinds;
  /** Items of the longest page so far: some upstreams say only after the last page that there is none. */
  #longest = 0;
  calls = 0;

  constructor(scope: CredentialScope, named: RevealedKinds) {
    this.#scope = scope;
    this.#named = named;
  }

  async read(query: QueryDsl, { people = Infinity, pages = Infinity, shortPages = 0 }: Most = {}): Promise<Found> {
    const found = new Map<string, KnownPerson>();
    const walk = new PageWalk(findRelationships);
    let isFirst = true;
    let follows = false;
    let total = 0;
    do {
      const request = { query, limit: pageLimit.maximum, ...walk.page };
      this.calls += 1;
      const { body } = await orCursorExpired(walk.token, this.#scope.search(findRelationships, request, this.#named));
      for (const item of body.items) {
        const person = item && personOf(item);
        if (person) found.set(person.id, this.people.add(person));
      }
      follows = walk.follow(body, peopleOn(body));
      total = body.total_count;
      const needed = Math.ceil(total / Math.max(1, body.items.length));
      const mayTake = total > 2 * pageLimit.maximum ? pages : Math.max(pages, shortPages);
      const isTooMany = total > people || needed > mayTake || (people < Infinity && needed > mostPages);
      if (isFirst && isTooMany) break;
      isFirst = false;
      if (follows && body.items.length < this.#longest && found.size >= total) follows = false;
      this.#longest = Math.max(this.#longest, body.items.length);
    } while (follows);
    return { found: [...found.values()], isCut: follows, total };
  }
}
