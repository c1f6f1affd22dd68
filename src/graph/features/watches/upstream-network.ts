import type { Answered } from '../../../client/call.ts';
import { BadUpstreamRequest } from '../../../client/errors.ts';
import { PageWalk, peopleOn } from '../../../client/page-walk.ts';
import { connectedUsers } from '../../../contract/catalogue.ts';
import { allOf } from '../../../contract/clause.ts';
import { pageLimit } from '../../../contract/limits.ts';
import type { Operation } from '../../../contract/operation/operation.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { searchProfiles } from '../../../contract/operation/profiles.ts';
import { findRelationships } from '../../../contract/operation/relationships.ts';
import type { Listing } from './listing.ts';
import type { Capabilities } from './network.ts';
import { type Person, personOf } from './person.ts';

/** Calls an operation of the data service with a watch's key. */
export type Call = <Request, Answer>(
  contract: Operation<Request, Answer>,
  request: Request,
) => Promise<Answered<Answer>>;

/** Maximum number of ids in one query. */
export const maxIds = 1000;

const idPath = 'profile_info.id';
const datePath = 'profile_info.updated_at';

export const everyone: QueryDsl = { match_all: {} };
export const withIds = (ids: readonly string[]): QueryDsl => ({ terms: { [idPath]: [...ids] } });
export const withPrefixes = (prefixes: readonly string[]): QueryDsl => ({
  bool: { should: prefixes.map((prefix) => ({ prefix: { [idPath]: prefix } })), minimum_should_match: 1 },
});
export const updatedSince = (time: number): QueryDsl => ({
  range: { [datePath]: { gte: new Date(time).toISOString() } },
});
export const undated: QueryDsl = { bool: { must_not: [{ exists: { field: datePath } }] } };
export const knownBy = (connector: string): QueryDsl => ({ term: { [connectedUsers]: connector } });
export const knownByNoneOf = (connectors: readonly string[]): QueryDsl => ({
  bool: { must_not: [{ terms: { [connectedUsers]: [...connectors] } }] },
});

/** Reads a network from the data service by free calls only, and counts calls and bytes. */
export class UpstreamNetwork {
  readonly #ask: Call;
  /** The watch's filter, within the network or over all people; undefined matches everyone. */
  readonly #filter: QueryDsl | undefined;
  readonly #inNetwork: boolean;
  calls = 0;
  bytes = 0;

  constructor(ask: Call, filter: QueryDsl | undefined, inNetwork: boolean) {
    this.#ask = ask;
    this.#filter = filter;
    this.#inNetwork = inNetwork;
  }

  /** How many people match. */
  async count(query: QueryDsl = everyone, { filtered = true }: { readonly filtered?: boolean } = {}): Promise<number> {
    const asked = { query: filtered ? this.#filtered(query) : query, limit: 0 };
    const { total_count: count } = this.#inNetwork
      ? await this.#call(findRelationships, asked)
      : await this.#call(searchProfiles, asked);
    return count;
  }

  /** Lists the ids of all who match the filter. */
  async list(): Promise<Listing> {
    const ids: string[] = [];
    const totals: number[] = [];
    let unidentified = 0;
    const query = this.#filtered(everyone);
    const walk = new PageWalk(searchProfiles);
    let follows = false;
    do {
      const page = await this.#call(searchProfiles, {
        query,
        limit: pageLimit.maximum,
        stable_pagination: true,
        ...(this.#inNetwork && { in_network_only: true }),
        ...walk.page,
      });
      for (const id of page.ids)
        if (typeof id === 'string' && id !== '') ids.push(id.toLowerCase());
        else unidentified += 1;
      totals.push(page.total_count);
      follows = walk.follow(page, page.ids);
    } while (follows);
    return { ids, totals, unidentified };
  }

  /** Pages of the matching people of the network, each with the total that it states. */
  async *people(
    query: QueryDsl,
    { filtered = true, limit = pageLimit.maximum }: { readonly filtered?: boolean; readonly limit?: number } = {},
  ): AsyncGenerator<{ readonly people: readonly Person[]; readonly rows: number; readonly total: number }> {
    const walk = new PageWalk(findRelationships);
    let follows = false;
    do {
      const page = await this.#call(findRelationships, {
        query: filtered ? this.#filtered(query) : query,
        limit,
        ...walk.page,
      });
      const people = page.items.flatMap((item) => (item ? (personOf(item) ?? []) : []));
      yield { people, rows: page.items.length, total: page.total_count };
      follows = walk.follow(page, peopleOn(page));
    } while (follows);
  }

  /**
   * Which of these people the data service finds by id, in or out of the network. Only a hit counts: a data service that
   * cannot search by id may find nobody, or refuse.
   */
  async existing(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    try {
      for (let at = 0; at < ids.length; at += maxIds) {
        const query = withIds(ids.slice(at, at + maxIds));
        const page = await this.#call(searchProfiles, { query, limit: pageLimit.maximum });
        for (const id of page.ids) if (typeof id === 'string') found.add(id.toLowerCase());
      }
    } catch (error) {
      if (!(error instanceof BadUpstreamRequest)) throw error;
    }
    return found;
  }

  /** Whether the data service finds anybody at all, in or out of the network. */
  async isHealthy(): Promise<boolean> {
    return (await this.#call(searchProfiles, { query: everyone, limit: 0 })).total_count > 0;
  }

  /** Probes what the data service can search by. Only a hit counts: an unsupported search may return no results. */
  async capabilities(): Promise<Capabilities> {
    const { ids } = await this.#call(searchProfiles, { query: everyone, limit: 1 });
    const [someone = ''] = ids;
    const finds = async (query: QueryDsl): Promise<boolean> => {
      try {
        return (await this.#call(searchProfiles, { query, limit: 0 })).total_count > 0;
      } catch (error) {
        if (error instanceof BadUpstreamRequest) return false;
        throw error;
      }
    };
    return {
      byDate: await finds(updatedSince(0)),
      byId: (await finds(withIds([someone]))) && (await finds(withPrefixes([someone.slice(0, 2)]))),
    };
  }

  #filtered(query: QueryDsl): QueryDsl {
    return this.#filter === undefined
      ? query
      : query === everyone
        ? this.#filter
        : (allOf([this.#filter, query]) ?? query);
  }

  async #call<Request, Answer>(contract: Operation<Request, Answer>, request: Request): Promise<Answer> {
    this.calls += 1;
    const { body, bytes } = await this.#ask(contract, request);
    this.bytes += bytes;
    return body;
  }
}
