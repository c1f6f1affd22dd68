import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Narrowing } from './ids.ts';
import type { SearchScope } from './matches.ts';
import type { QueryTree } from './tree.ts';

/** What answers searches. Ours is SQL over the store's tokens; a search cluster could take its place here. */
export interface SearchEngine {
  search(kind: SearchableKind, tree: QueryTree, scope: SearchScope, page: SearchPage): Promise<SearchResult>;
}

export interface SearchPage extends Narrowing {
  /** How many ids at most; 0 only counts. */
  readonly limit: number;
  /** The page begins after this id. */
  readonly afterId?: string | undefined;
}

export interface SearchResult {
  /** In order. */
  readonly ids: readonly string[];
  /** How many records match, on all pages. */
  readonly total: number;
}
