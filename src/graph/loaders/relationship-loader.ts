import DataLoader from 'dataloader';
import { pageLimit } from '../../contract/limits.ts';
import { findRelationships } from '../../contract/operation/relationships.ts';
import type { Relationship } from '../../contract/record/relationship.ts';
import type { SharedKind } from '../cache/shared-cache.ts';
import type { RecordNames } from './batch-scheduler.ts';
import { goingOn } from './cursor.ts';
import type { LoadPort } from './load-port.ts';

/** The field that names a profile in a query; the interface says that any indexed profile field can be queried. */
const idPath = 'profile_info.id';

/**
 * Loads the team's relationships to profiles, by profile id: as few calls as there are thousands of profiles, and free.
 * Resolves with nothing for a profile that the network does not reach.
 */
export class RelationshipLoader {
  readonly #port: LoadPort;
  readonly #loader: DataLoader<string, Relationship | undefined>;
  /** The kinds of records that any of the relationships may name, and that may have to be paid for. */
  readonly #named = new Set<SharedKind>();

  constructor(port: LoadPort) {
    this.#port = port;
    this.#loader = new DataLoader((ids) => this.#loadAll(ids), {
      maxBatchSize: pageLimit.maximum,
      batchScheduleFn: port.schedule.free,
    });
  }

  load(profileId: string, named: RecordNames): Promise<Relationship | undefined> {
    for (const kind of named) this.#named.add(kind);
    return this.#loader.load(profileId.toLowerCase());
  }

  async #loadAll(ids: readonly string[]): Promise<(Relationship | undefined)[]> {
    const found = new Map<string, Relationship>();
    let token: string | null | undefined;
    // One page holds them all, unless the upstream sends shorter pages than it was asked for.
    do {
      const query = { terms: { [idPath]: [...ids] } };
      const page = { query, limit: pageLimit.maximum, ...(token ? { pagination_token: token } : {}) };
      const { body } = await goingOn(token, this.#port.search(findRelationships, page, this.#named));
      for (const item of body.items) if (item?.profile?.id) found.set(item.profile.id.toLowerCase(), item);
      token = body.items.length > 0 && found.size < ids.length ? body.pagination_token : undefined;
    } while (token);
    return ids.map((id) => found.get(id));
  }
}
