import DataLoader from 'dataloader';
import { BadUpstreamRequest } from '../../client/errors.ts';
import { pageLimit } from '../../contract/limits.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import { findRelationships } from '../../contract/operation/relationships.ts';
import type { Relationship } from '../../contract/record/relationship.ts';
import type { SharedKind } from '../cache/shared-cache.ts';
import type { RevealedKinds } from './batch-scheduler.ts';
import { orCursorExpired } from './cursor.ts';
import type { LoadPort } from './load-port.ts';

/** The field that names a profile in a query; the interface says that any indexed profile field can be queried. */
const idPath = 'profile_info.id';

/** Pages of relationships read for one question, at most: ten hold 10,000 people. */
export const maxRelationshipPages = 10;

/** Relationships by profile id, and whether they are all that there are. */
interface Relationships {
  readonly found: ReadonlyMap<string, Relationship>;
  readonly complete: boolean;
}

/**
 * Loads the team's relationships to profiles, by profile id: as few calls as there are thousands of profiles, and free.
 * Resolves with nothing for a profile that the network does not reach.
 *
 * The interface does not say which profile fields are indexed. Where the upstream refuses a search by ids, the network is
 * read page by page instead, once an operation; a profile that lies beyond the pages read fails with the refusal.
 */
export class RelationshipLoader {
  readonly #port: LoadPort;
  readonly #loader: DataLoader<string, Relationship | undefined>;
  /** The kinds of records that any of the relationships may name, and that may have to be paid for. */
  readonly #named = new Set<SharedKind>();
  /** The refusal of a search by ids, and what was read instead. */
  #fallback: { readonly refusal: BadUpstreamRequest; readonly network: Promise<Relationships> } | undefined;

  constructor(port: LoadPort) {
    this.#port = port;
    this.#loader = new DataLoader((ids) => this.#loadAll(ids), {
      maxBatchSize: pageLimit.maximum,
      batchScheduleFn: port.schedule.free,
    });
  }

  load(profileId: string, named: RevealedKinds): Promise<Relationship | undefined> {
    for (const kind of named) this.#named.add(kind);
    return this.#loader.load(profileId.toLowerCase());
  }

  async #loadAll(ids: readonly string[]): Promise<(Relationship | Error | undefined)[]> {
    if (!this.#fallback) {
      try {
        const { found } = await this.#read({ terms: { [idPath]: [...ids] } }, { most: ids.length });
        return ids.map((id) => found.get(id));
      } catch (error) {
        if (!(error instanceof BadUpstreamRequest)) throw error;
        this.#fallback ??= { refusal: error, network: this.#read({ match_all: {} }, { pages: maxRelationshipPages }) };
      }
    }
    const { refusal, network } = this.#fallback;
    const { found, complete } = await network;
    return ids.map((id) => found.get(id) ?? (complete ? undefined : refusal));
  }

  /** Reads pages until they have `most` people, or there are no more. One page holds all, unless the upstream sends shorter ones than it was asked for. */
  async #read(query: QueryDsl, { most = Infinity, pages = Infinity }): Promise<Relationships> {
    const found = new Map<string, Relationship>();
    let token: string | null | undefined;
    let read = 0;
    do {
      const page = { query, limit: pageLimit.maximum, ...(token ? { pagination_token: token } : {}) };
      const { body } = await orCursorExpired(token, this.#port.search(findRelationships, page, this.#named));
      for (const item of body.items) if (item?.profile?.id) found.set(item.profile.id.toLowerCase(), item);
      token = body.items.length > 0 && found.size < most ? body.pagination_token : undefined;
      read += 1;
    } while (token && read < pages);
    return { found, complete: !token };
  }
}
