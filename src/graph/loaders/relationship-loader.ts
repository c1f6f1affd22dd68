import DataLoader from 'dataloader';
import { BadUpstreamRequest } from '../../client/errors.ts';
import { PageWalk, peopleOn } from '../../client/page-walk.ts';
import { pageLimit } from '../../contract/limits.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import { findRelationships, type RelationshipsRequest } from '../../contract/operation/relationships.ts';
import type { Relationship } from '../../contract/record/relationship.ts';
import type { SharedKind } from '../cache/shared-cache.ts';
import type { RevealedKinds } from './batch-scheduler.ts';
import { orCursorExpired } from './cursor.ts';
import type { LoadPort } from './load-port.ts';
import { readNetwork } from './read-network.ts';

/** The query field with a profile's id; the specification allows any indexed profile field in a query. */
const idPath = 'profile_info.id';

/** Maximum number of relationship pages read at once: ten hold 10,000 people. */
export const maxRelationshipPages = 10;

/** Relationships by profile id, and whether all pages were read. */
interface Relationships {
  readonly found: ReadonlyMap<string, Relationship>;
  readonly complete: boolean;
}

/**
 * Loads the team's relationships to profiles, by profile id: free, one call per 1,000 profiles. Resolves with undefined
 * for a profile that the network does not reach.
 *
 * The specification does not say which profile fields are indexed. If the upstream refuses a search by ids, the network
 * is read page by page instead, once per operation; a profile not found in the pages read then fails with the refusal,
 * if there are more pages.
 *
 * @example
 * const relationship = await scope.relationships.load(id, factsOf(info).namedRecords);
 */
export class RelationshipLoader {
  readonly #port: LoadPort;
  readonly #loader: DataLoader<string, Relationship | undefined>;
  /** Kinds of records that the relationships may name and that may have to be paid for. */
  readonly #named = new Set<SharedKind>();
  /** The refusal of a search by ids, and the relationships read instead. */
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
        const found = await this.#read({ terms: { [idPath]: [...ids] } }, ids.length);
        return ids.map((id) => found.get(id));
      } catch (error) {
        if (!(error instanceof BadUpstreamRequest)) throw error;
        this.#fallback ??= { refusal: error, network: this.#readNetwork() };
      }
    }
    const { refusal, network } = this.#fallback;
    const { found, complete } = await network;
    return ids.map((id) => found.get(id) ?? (complete ? undefined : refusal));
  }

  /** Reads pages until `most` people are found: one page, unless the upstream sends shorter ones than requested. */
  async #read(query: QueryDsl, most: number): Promise<ReadonlyMap<string, Relationship>> {
    const found = new Map<string, Relationship>();
    const walk = new PageWalk(findRelationships);
    let follows = false;
    do {
      const page = { query, limit: pageLimit.maximum, ...walk.page };
      const { body } = await orCursorExpired(walk.token, this.#port.search(findRelationships, page, this.#named));
      for (const item of body.items) if (item?.profile?.id) found.set(item.profile.id.toLowerCase(), item);
      follows = found.size < most && walk.follow(body, peopleOn(body));
    } while (follows);
    return found;
  }

  async #readNetwork(): Promise<Relationships> {
    const search = (page: RelationshipsRequest) => this.#port.search(findRelationships, page, this.#named);
    const { items, complete } = await readNetwork(search, { match_all: {} });
    return { found: new Map(items.map((item) => [item.profile?.id?.toLowerCase() ?? '', item])), complete };
  }
}
