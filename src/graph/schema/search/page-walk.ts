import { pageLimit } from '../../../contract/limits.ts';
import { invalidArgument } from '../../errors.ts';
import { decodeCursor, digestOf, encodeCursor, orCursorExpired, type Position } from '../../loaders/cursor.ts';

/** One page of the upstream. */
export interface UpstreamPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly next: string | undefined;
}

/** An item of a page, and the way back to it. */
export interface Edge<Item> {
  readonly node: Item;
  readonly cursor: string;
}

class WalkedEdge<Item> implements Edge<Item> {
  readonly node: Item;
  readonly #position: Position;
  readonly #digest: string;

  constructor(node: Item, position: Position, digest: string) {
    this.node = node;
    this.#position = position;
    this.#digest = digest;
  }

  /** Written when it is read: most pages are asked for without cursors. */
  get cursor(): string {
    return encodeCursor(this.#position, this.#digest);
  }
}

/** A page as the graph gives it (Relay's shape). */
export interface Page<Item> {
  readonly edges: readonly Edge<Item>[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
}

/** The most items of one page of the graph; it takes several upstream pages to fill it. */
export const maxItems = 10_000;

/** The most upstream pages of one walk: a cursor of small pages may be followed by a large `first`. */
const maxPages = 50;

/**
 * Takes `first` items after a cursor, over as many upstream pages as that takes. Pages keep one size along a walk, so
 * that a cursor into the middle of a page finds the same page again. A walk over too many pages ends early, with a next
 * page.
 */
export async function walk<Item>(options: {
  /** What is walked, so that a cursor of one query is refused by another. */
  readonly operation: string;
  readonly query: unknown;
  readonly first: number;
  readonly after: string | null | undefined;
  /** The upstream takes no other page size than the greatest: stable pages. */
  readonly fullPages?: boolean;
  readonly fetchPage: (token: string | undefined, limit: number) => Promise<UpstreamPage<Item>>;
}): Promise<Page<Item>> {
  const { first, after, fetchPage } = options;
  if (!Number.isInteger(first) || first < 0 || first > maxItems)
    throw invalidArgument('first', `must be between 0 and ${maxItems}, but got ${first}.`);
  const digest = digestOf(options.operation, options.query);
  const start: Position = {
    token: undefined,
    limit: options.fullPages ? pageLimit.maximum : Math.min(first, pageLimit.maximum),
    offset: 0,
    before: 0,
  };
  let at = after ? decodeCursor(after, digest) : start;
  // A walk that began by counting has no page size yet.
  if (at.limit === 0 && first > 0) at = { ...at, limit: start.limit };

  const edges: WalkedEdge<Item>[] = [];
  for (let pages = 1; ; pages += 1) {
    const page = await orCursorExpired(at.token, fetchPage(at.token, at.limit));
    const items = page.items.slice(at.offset, at.offset + first - edges.length);
    let next: Position = at;
    for (const node of items) {
      const offset = next.offset + 1;
      const before = next.before + 1;
      // Behind the last of all stands this same page, so that a cursor there leads to what comes later, not to the start.
      const stays = offset < page.items.length || page.next === undefined;
      next = stays ? { ...at, offset, before } : { token: page.next, limit: at.limit, offset: 0, before };
      edges.push(new WalkedEdge(node, next, digest));
    }
    // A total may be less than exact, and an upstream may learn only from an empty page that it was at its end.
    const through = at.offset + items.length >= page.items.length;
    const more = page.items.length > 0 && (!through || page.next !== undefined);
    if (edges.length >= first || !more || pages === maxPages)
      return { edges, totalCount: page.total, hasNextPage: first === 0 ? page.total > 0 : more };
    at = through ? { ...next, token: page.next, offset: 0 } : next;
  }
}
