import type { Operation } from '../contract/operation/operation.ts';
import type { RelationshipsAnswer } from '../contract/operation/relationships.ts';
import { UpstreamMalformed } from './errors.ts';

/** The part of an answer that leads to the next page. */
interface PagedAnswer {
  /** Undefined after the last page; the client reads null and an empty text as that. */
  readonly pagination_token?: string | null | undefined;
}

/**
 * A walk over the pages of one search. It ends with an error if the upstream leads back to a page that was read, which
 * would otherwise be read for ever.
 *
 * @example
 * const walk = new PageWalk(searchProfiles);
 * do {
 *   const { body } = await search({ query, ...walk.page });
 * } while (walk.follow(body, body.ids));
 */
export class PageWalk {
  readonly #operation: Operation;
  readonly #tokens = new Set<string>();
  readonly #seen = new Set<string>();
  /** The ids of the last page: most walks end with the first. */
  #last: readonly (string | null | undefined)[] = [];
  #token: string | undefined;

  constructor(operation: Operation) {
    this.#operation = operation;
  }

  /** The token of the page to request; undefined for the first one. */
  get token(): string | undefined {
    return this.#token;
  }

  /** The member of a request for that page. */
  get page(): { readonly pagination_token?: string } {
    return this.#token === undefined ? {} : { pagination_token: this.#token };
  }

  /**
   * Reads an answer; true if a page follows it. An empty page is the last one.
   *
   * @param ids of the page's items; null where an item has none
   * @throws {UpstreamMalformed} if the page, or the one that follows, was read before
   */
  follow({ pagination_token: token }: PagedAnswer, ids: readonly (string | null | undefined)[]): boolean {
    this.#token = undefined;
    if (!token || ids.length === 0) return false;
    if (this.#tokens.has(token)) throw this.#cycle('its pagination_token is that of an earlier page');
    for (const id of this.#last) if (id) this.#seen.add(id);
    if (this.#last.length > 0 && ids.every((id) => id && this.#seen.has(id)))
      throw this.#cycle('all of its items came on earlier pages');
    this.#last = ids;
    this.#tokens.add(token);
    this.#token = token;
    return true;
  }

  #cycle(problem: string): UpstreamMalformed {
    return new UpstreamMalformed({ operation: this.#operation, sent: true, status: 200 }, problem);
  }
}

/** The ids of the people on a page. */
export const peopleOn = ({ items }: RelationshipsAnswer): readonly (string | null | undefined)[] =>
  items.map((item) => item?.profile?.id?.toLowerCase());
