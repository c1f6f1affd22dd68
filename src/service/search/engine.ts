import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Database } from '../../store/database.ts';
import type { NetworkScope } from '../network/scope.ts';
import type { SnapshotPosition } from '../page-token.ts';
import type { Page, PageSize } from '../snapshot.ts';
import type { QueryTree } from './tree.ts';

export interface SearchOptions {
  readonly db: Kysely<Database>;
  readonly log: Logger;
  /** Maximum size of a snapshot of ids in the store. */
  readonly snapshotBytes: number;
}

/** The only interface for searching: SQL over the store's tokens, or a search cluster. */
export interface SearchEngine {
  /** A page of matching ids in order, after an id; and the number of all matches. */
  page(search: Search, page: SearchPage): Promise<SearchResult>;
  /**
   * A page of a point-in-time view of the matching ids: the first page, or the one at a position of an existing view.
   * Throws a 400 `Problem` if the view would be too large, or has expired.
   */
  stable(search: Search, position: SnapshotPosition | undefined, size: PageSize): Promise<Page>;
  /** The ids of all matching profiles in a network, strongest connection first, then by id. */
  strongest(search: Search, network: NetworkScope): Promise<readonly string[]>;
}

export interface Search {
  readonly kind: SearchableKind;
  readonly tree: QueryTree;
  readonly scope: SearchScope;
  /** Restricts the search to profiles that the team's connectors know. */
  readonly inNetworkOnly?: boolean | undefined;
}

/** The caller whose connections a query sees: they belong to one team. */
export interface SearchScope {
  /** The caller's key; undefined for internal searches. */
  readonly keyId?: string;
  readonly teamId: string;
}

export interface SearchPage {
  /** Maximum number of ids; 0 only counts. */
  readonly limit: number;
  /** The page starts after this id. */
  readonly afterId?: string | undefined;
}

export interface SearchResult {
  /** In order. */
  readonly ids: readonly string[];
  /** Number of matches on all pages. */
  readonly total: number;
}
