import type { Span } from '@opentelemetry/api';
import type { Answered } from '../../../client/call.ts';
import { connectedUsers } from '../../../contract/catalogue.ts';
import { slugKey, slugOfUrl } from '../../../contract/identifier.ts';
import { pageLimit } from '../../../contract/limits.ts';
import type { RelationshipsAnswer, RelationshipsRequest } from '../../../contract/operation/relationships.ts';
import type { Connection } from '../../../contract/record/relationship.ts';

/** Asks for relationships, within a span where polls are traced; free. */
export type AskRelationships = (
  request: RelationshipsRequest,
  span: Span | undefined,
) => Promise<Answered<RelationshipsAnswer>>;

/** The page size of a search for new connectors, and the most pages that one search reads. */
const searchPageSize = 100;
const maxSearchPages = 20;

/** The most pages of a network that are read. */
const maxNetworkPages = 10;

/**
 * The connectors that a team's relationships name, found with as few free calls as possible. REST lists no connectors and
 * can't be asked for one by its name; but it can be asked for people whom none of the connectors known so far knows, and
 * each such answer makes another connector known.
 */
export class ConnectorSearch {
  readonly #ask: AskRelationships;
  readonly #known = new Set<string>();
  readonly #bySlug = new Map<string, Connection>();

  constructor(ask: AskRelationships) {
    this.#ask = ask;
  }

  /** A connection of the connector who has this slug (`slugKey`), once there is one. */
  connectionOf(slug: string): Connection | undefined {
    return this.#bySlug.get(slug);
  }

  /** Finds connectors of people whom no known connector knows: one call where there are none. */
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

  /** Reads the network page by page: finds also the connectors that know only people whom others know as well. */
  async readAll(span?: Span): Promise<void> {
    let token: string | null | undefined;
    for (let page = 0; page < maxNetworkPages; page++) {
      const request = { query: { match_all: {} }, limit: pageLimit.maximum };
      const { body } = await this.#ask({ ...request, ...(token ? { pagination_token: token } : {}) }, span);
      this.#learn(body);
      token = body.items.length > 0 ? body.pagination_token : undefined;
      if (!token) return;
    }
  }

  /** Adds the connectors of an answer; false where all were known. */
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
