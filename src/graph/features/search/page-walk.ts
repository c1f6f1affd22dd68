import type { PageWalk } from '../../../client/page-walk.ts';
import { pageLimit } from '../../../contract/limits.ts';
import { decodeCursor, digestOf, encodeCursor, orCursorExpired, type Position } from '../../loaders/cursor.ts';
import { between } from '../../scope/record-identifier.ts';

/** A page of the upstream. */
export interface UpstreamPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly next: string | undefined;
}

/** An item of a page, with its cursor. */
export interface Edge<Item> {
  readonly node: Item;
  readonly cursor: string;
}

class WalkedEdge<Item> implements Edge<Item> {
  readonly node: Item;
  readonly #position: Position;
  readonly #digest: () => string;

  constructor(node: Item, position: Position, digest: () => string) {
    this.node = node;
    this.#position = position;
    this.#digest = digest;
  }

  /** Encoded on access: most callers do not select cursors. */
  get cursor(): string {
    return encodeCursor(this.#position, this.#digest());
  }
}

/** A page of the graph, for a Relay connection. */
export interface Page<Item> {
  readonly edges: readonly Edge<Item>[];
  readonly totalCount: number;
  readonly hasNextPage: boolean;
}

/** Maximum items of a page of the graph, which can span several upstream pages. */
export const maxItems = 10_000;

/** Maximum upstream pages of a walk: a cursor from small pages can be combined with a large `first`. */
const maxPages = 50;

/**
 * Reads `first` items after a cursor, over as many upstream pages as needed. The page size stays the same along a walk,
 * so that a cursor into the middle of a page finds the same page again. A walk over too many pages ends early, and has
 * a next page.
 */
export async function walk<Item>(options: {
  /** Identifies the walk together with `query`, so that cursors of other queries are refused. */
  readonly operation: string;
  readonly query: unknown;
  /** Detects pages that were read before. */
  readonly walk?: PageWalk;
  /** The id of an item, if it has one: an item that came before is left out. */
  readonly idOf?: (item: Item) => string | null | undefined;
  readonly first: number;
  readonly after: string | null | undefined;
  /** Whether to always request pages of maximum size, so that their boundaries are stable. */
  readonly fullPages?: boolean;
  readonly fetchPage: (token: string | undefined, limit: number) => Promise<UpstreamPage<Item>>;
}): Promise<Page<Item>> {
  const { first, after, fetchPage } = options;
  between(0, maxItems, first, 'first');
  let known: string | undefined;
  const digest = (): string => {
    known ??= digestOf(options.operation, options.query);
    return known;
  };
  const start: Position = {
    token: undefined,
    limit: options.fullPages ? pageLimit.maximum : Math.min(first, pageLimit.maximum),
    offset: 0,
    before: 0,
  };
  let at = after ? decodeCursor(after, digest()) : start;
  // A walk that began with `first: 0` has no page size yet.
  if (at.limit === 0 && first > 0) at = { ...at, limit: start.limit };

  const edges: WalkedEdge<Item>[] = [];
  const seen = new Set<string>();
  let repeated = 0;
  for (let pages = 1; ; pages += 1) {
    const page = await orCursorExpired(at.token, fetchPage(at.token, at.limit));
    if (page.next !== undefined && options.walk && options.idOf)
      options.walk.follow({ pagination_token: page.next }, page.items.map(options.idOf));
    let read = 0;
    let next: Position = at;
    for (const node of page.items.slice(at.offset)) {
      if (edges.length === first) break;
      read += 1;
      const offset = next.offset + 1;
      const before = next.before + 1;
      // The cursor of the very last item stays on this page, to find items added later rather than the first page.
      const stays = offset < page.items.length || page.next === undefined;
      next = { token: stays ? at.token : page.next, limit: at.limit, offset: stays ? offset : 0, before };
      const id = options.idOf?.(node);
      if (id && seen.has(id)) {
        repeated += 1;
        continue;
      }
      if (id) seen.add(id);
      edges.push(new WalkedEdge(node, next, digest));
    }
    // Do not rely on the total, which may be a lower bound: an upstream may notice the end only on an empty page.
    const through = at.offset + read >= page.items.length;
    const more = page.items.length > 0 && (!through || page.next !== undefined);
    if (edges.length >= first || !more || pages === maxPages) {
      // Once all was read, items that came twice count once.
      const totalCount = Math.max(page.total, next.before) - (more || after ? 0 : repeated);
      return { edges, totalCount, hasNextPage: first === 0 ? page.total > 0 : more };
    }
    at = through ? { ...next, token: page.next, offset: 0 } : next;
  }
}
