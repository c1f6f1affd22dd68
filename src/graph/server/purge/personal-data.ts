import { isUuid, slugKey, slugOfUrl, slugsIn } from '../../../contract/identifier.ts';
import type { NetworkMapped } from '../../../contract/operation/network-mapper.ts';
import type { Connection, ProfileSummary } from '../../../contract/record/relationship.ts';
import { type Name, nameDigest } from '../../changes/purged-people.ts';

/**
 * The names that somebody may have meant: a uuid, an e-mail address, or the slug or URL of a person's page on the external
 * network; a bare slug may be percent-encoded.
 */
export function namesIn(text: string): readonly Name[] {
  const unpadded = text.trim();
  if (isUuid(unpadded)) return [{ kind: 'id', value: unpadded.toLowerCase() }];
  if (unpadded.includes('@') && slugOfUrl(unpadded, 'profile') === undefined)
    return [{ kind: 'email', value: unpadded.toLowerCase() }];
  return slugsIn(unpadded, 'profile').map((slug) => ({ kind: 'slug', value: slugKey(slug) }));
}

/** The people who are to be forgotten, under every name that is learned of them. */
export class People {
  readonly #names = new Map<string, Name>();
  readonly #digests: ReadonlySet<string>;

  /** @param digests names that are known by their digest only */
  constructor(texts: readonly string[], digests: readonly string[] = []) {
    for (const name of texts.flatMap(namesIn)) this.#add(name);
    this.#digests = new Set(digests);
  }

  get names(): readonly Name[] {
    return [...this.#names.values()];
  }

  /** Learns how else a network calls them: a uuid alone does not tell who a connector is, whom a network names by URL. */
  learn({ items }: NetworkMapped): void {
    for (const item of items) {
      const names = item?.profile ? namesOfSummary(item.profile) : [];
      if (this.#includes(names)) for (const name of names) this.#add(name);
      for (const one of item?.connections ?? [])
        if (one?.connector_id && this.#includes(namesOfConnector(one)))
          for (const name of namesIn(one.connector_id)) this.#add(name);
    }
  }

  /** Whether an id, slug, URL or e-mail address is one of theirs. */
  has(text: string): boolean {
    return this.#includes(namesIn(text));
  }

  /** A network without them, or itself where they are not in it. */
  without(network: NetworkMapped): NetworkMapped {
    let changed = false;
    const items = network.items.flatMap((item) => {
      if (item?.profile && this.#includes(namesOfSummary(item.profile))) {
        changed = true;
        return [];
      }
      const connections = item?.connections?.filter((one) => !one || !this.#includes(namesOfConnector(one)));
      if (!item || connections?.length === item.connections?.length) return [item];
      changed = true;
      return [{ ...item, connections: connections ?? [] }];
    });
    if (!changed) return network;
    const gone = network.items.length - items.length;
    return { ...network, items, count: items.length, total_count: network.total_count - gone };
  }

  #add(name: Name): void {
    this.#names.set(`${name.kind}:${name.value}`, name);
  }

  #includes(names: readonly Name[]): boolean {
    return names.some(
      (name) =>
        this.#names.has(`${name.kind}:${name.value}`) ||
        (this.#digests.size > 0 && this.#digests.has(nameDigest(name))),
    );
  }
}

const namesOfSummary = ({ id, xnet_url: url, work_email: email }: ProfileSummary): readonly Name[] =>
  [id, url, email].flatMap((text) => (text ? namesIn(text) : []));

const namesOfConnector = ({ connector_xnet_url: url }: Connection): readonly Name[] => (url ? namesIn(url) : []);
