import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Database } from '../../store/database.ts';
import type { SnapshotPosition } from '../page-token.ts';
import type { Page, PageSize } from '../snapshot.ts';
import type { QueryTree } from './tree.ts';

export interface SearchOptions {
  readonly db: Kysely<Database>;
  readonly log: Logger;
  /** The most that a snapshot of ids may take in the store. */
  readonly snapshotBytes: number;
}

/** What answers searches, and the only way to search: SQL over the store's tokens, or a search cluster. */
export interface SearchEngine {
  /** The ids that match now, in order, after one id; and the number of all. */
  page(search: Search, page: SearchPage): Promise<SearchResult>;
  /**
   * A page of a point-in-time view of the ids that match: the first one, or the one at a position of a view that is
   * kept. A 400 `Problem` where the view would be too large to keep, or has expired.
   */
  stable(search: Search, position: SnapshotPosition | undefined, size: PageSize): Promise<Page>;
  /** Those of these records that match. */
  among(search: Search, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface Search {
  readonly kind: SearchableKind;
  readonly tree: QueryTree;
  readonly scope: SearchScope;
  /** Only profiles that the team's connectors know. */
  readonly inNetworkOnly?: boolean | undefined;
}

/** In whose eyes a query is answered: connections are facts of one team. */
export interface SearchScope {
  /** The key that asks; absent: nobody's. */
  readonly keyId?: string;
  readonly teamId: string;
}

export interface SearchPage {
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
