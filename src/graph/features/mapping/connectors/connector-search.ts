import type { Span } from '@opentelemetry/api';
import type { Answered } from '../../../../client/call.ts';
import { PageWalk, peopleOn } from '../../../../client/page-walk.ts';
import { connectedUsers } from '../../../../contract/catalogue.ts';
import { pageLimit } from '../../../../contract/limits.ts';
import {
  findRelationships,
  type RelationshipsAnswer,
  type RelationshipsRequest,
} from '../../../../contract/operation/relationships.ts';
import type { Connection } from '../../../../contract/record/relationship.ts';
import { slugKey, slugOfUrl } from '../../../../reading/page.ts';

/** Asks for relationships, which is free; `span` is the parent if polls are traced. */
export type AskRelationships = (
  request: RelationshipsRequest,
  span: Span | undefined,
) => Promise<Answered<RelationshipsAnswer>>;

/** The page size of a search for new connectors, and the most pages of one search. */
const searchPageSize = 100;
const maxSearchPages = 20;

/** The most pages in one read of the whole network. */
const maxNetworkPages = 10;

/**
 * Finds the connectors in a team's relationships with few free calls. REST has no list of connectors and no search for
 * one by name. But a query can exclude the people that known connectors know: each person left shows a new connector.
 */
export class ConnectorSearch {
  readonly #ask: AskRelationships;
  readonly #known = new Set<string>();
  readonly #bySlug = new Map<string, Connection>();

  constructor(ask: AskRelationships) {
    this.#ask = ask;
  }

  /** A connection of the connector with this slug (`slugKey`); undefined if none was found yet. */
  connectionOf(slug: string): Connection | undefined {
    return this.#bySlug.get(slug);
  }

  /** Finds the connectors of people that no known connector knows; takes one call if there are none. */
  async searchNew(span?: Span): Promise<void> {
    for (let calls = 0; calls < maxSearchPages; calls++) {
      const query =
        this.#known.size === 0
          ? { match_all: {} }
          : { bool: { must_not: [{ terms: { [connectedUsers]: [...this.#known] } }] } };
      const { body } = await this.#ask({ query, limit: searchPageSize }, span);
      if (!this.#learn(body)) return;
    }
  }

  /** Reads the network page by page: also finds connectors whose people are all known to other connectors. */
  async readAll(span?: Span): Promise<void> {
    const walk = new PageWalk(findRelationships);
    for (let page = 0; page < maxNetworkPages; page++) {
      const request = { query: { match_all: {} }, limit: pageLimit.maximum };
      const { body } = await this.#ask({ ...request, ...walk.page }, span);
      this.#learn(body);
      if (!walk.follow(body, peopleOn(body))) return;
    }
  }

  /** Adds the connectors of an answer; false if all were known. */
  #learn({ items }: RelationshipsAnswer): boolean {
    const before = this.#known.size;
    for (const connection of items.flatMap((item) => item?.connections ?? [])) {
      const { connector_id: id, connector_xnet_url: url } = connection ?? {};
      if (!connection || !id || this.#known.has(id)) continue;
      this.#known.add(id);
      const slug = url ? slugOfUrl(url, 'profile') : undefined;
      if (slug !== undefined) this.#bySlug.set(slugKey(slug), connection);
    }
    return this.#known.size > before;
  }
}
