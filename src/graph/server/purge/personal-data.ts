import { isUuid, profileIdentifiers, slugKey, slugOfUrl, slugsIn } from '../../../contract/identifier.ts';
import type { NetworkMapped } from '../../../contract/operation/network-mapper.ts';
import type { Profile } from '../../../contract/record/profile.ts';
import type { Connection, ProfileSummary } from '../../../contract/record/relationship.ts';
import type { Identifier, IdentifierKind } from '../../cache/record-key.ts';
import { type Name, nameDigest } from '../../changes/purged-people.ts';
import { phraseOf, phrasesIn } from './phrases.ts';

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

/** People as a purge names them: by identifiers, and by full names that texts may hold. */
export interface NamedPeople {
  readonly profiles: readonly string[];
  readonly names: readonly string[];
}

/** All names of a purge, with the phrases under which texts may hold them. */
export const allNamesIn = ({ profiles, names }: NamedPeople): readonly Name[] =>
  withPhrases([
    ...profiles.flatMap(namesIn),
    ...names.map((name): Name => ({ kind: 'phrase', value: phraseOf(name) })),
  ]);

/** Numbers are in texts for many reasons. */
const withPhrases = (names: readonly Name[]): readonly Name[] => [
  ...names,
  ...names.flatMap(({ kind, value }): Name[] =>
    kind === 'phrase' || kind === 'number' ? [] : [{ kind: 'phrase', value: phraseOf(value) }],
  ),
];

/** The form in which texts and records name each kind of identifier. */
const kindOf = { ids: 'id', xnet_names: 'slug', xnet_ids: 'number', xnet_entity_ids: 'entity' } as const;

const identifierKinds: Partial<Readonly<Record<Name['kind'], IdentifierKind>>> = {
  id: 'ids',
  slug: 'xnet_names',
  number: 'xnet_ids',
  entity: 'xnet_entity_ids',
};

/** The people who are to be forgotten, under every name that is learned of them. */
export class People {
  readonly #names = new Map<string, Name>();
  readonly #digests: ReadonlySet<string>;

  /** @param digests names that are known by their digest only */
  constructor(named: NamedPeople, digests: readonly string[] = []) {
    this.#add(allNamesIn(named));
    this.#digests = new Set(digests);
  }

  get names(): readonly Name[] {
    return [...this.#names.values()];
  }

  /** The names by which a record can be looked up. */
  get identifiers(): readonly Identifier[] {
    return this.names.flatMap(({ kind: named, value }) => {
      const kind = identifierKinds[named];
      return kind === undefined ? [] : [{ kind, value }];
    });
  }

  /** Learns how else a network calls them: a uuid alone does not tell who a connector is, whom a network names by URL. */
  learn({ items }: NetworkMapped): void {
    for (const item of items) {
      const names = item?.profile ? namesOfSummary(item.profile) : [];
      if (this.#includes(names)) this.#add(withPhrases([...names, ...nameOf(item?.profile?.full_name)]));
      for (const one of item?.connections ?? [])
        if (one && this.#includes(namesOfConnector(one)))
          this.#add(
            withPhrases([...namesOfConnector(one), ...namesOfText(one.connector_id), ...nameOf(one.connector_name)]),
          );
    }
  }

  /** Learns all names of a record that is one of theirs. */
  learnRecord(profile: Profile): void {
    const { full_name: name, work_email: email, personal_emails: emails } = profile.profile_info ?? {};
    const identifiers = Object.entries(profileIdentifiers(profile)) as [IdentifierKind, readonly string[]][];
    const own = identifiers.flatMap(([kind, values]) =>
      values.map((value): Name => ({ kind: kindOf[kind], value: kind === 'xnet_names' ? slugKey(value) : value })),
    );
    const told = [profile.id, email, ...(Array.isArray(emails) ? emails : [])].flatMap(namesOfText);
    this.#add(withPhrases([...own, ...told, ...nameOf(name)]));
  }

  /** Whether an id, slug, URL or e-mail address is one of theirs. */
  has(text: string): boolean {
    return this.#includes(namesIn(text));
  }

  /** Whether an identifier is one of theirs. */
  isNamedBy({ kind, value }: Identifier): boolean {
    return kind === 'xnet_names' || kind === 'ids' ? this.has(value) : this.#includes([{ kind: kindOf[kind], value }]);
  }

  /** Whether one of their names is in a text, in any case, with or without accents. */
  isNamedIn(text: string): boolean {
    for (const phrase of phrasesIn(text)) if (this.#includes([{ kind: 'phrase', value: phrase }])) return true;
    return false;
  }

  /** A network without them, or itself where they are not in it. */
  without(network: NetworkMapped): NetworkMapped {
    let changed = false;
    const items = network.items.flatMap((item) => {
      if (item?.profile && this.#isOf(namesOfSummary(item.profile), item.profile.full_name)) {
        changed = true;
        return [];
      }
      const connections = item?.connections?.filter(
        (one) => !one || !this.#isOf(namesOfConnector(one), one.connector_name),
      );
      if (!item || connections?.length === item.connections?.length) return [item];
      changed = true;
      return [{ ...item, connections: connections ?? [] }];
    });
    if (!changed) return network;
    const gone = network.items.length - items.length;
    return { ...network, items, count: items.length, total_count: network.total_count - gone };
  }

  /** Whoever has an identifier is known by it: another may have the same name. */
  #isOf(identifiers: readonly Name[], name: unknown): boolean {
    return this.#includes(identifiers.length > 0 ? identifiers : nameOf(name));
  }

  #add(names: readonly Name[]): void {
    for (const name of names) if (name.value !== '') this.#names.set(`${name.kind}:${name.value}`, name);
  }

  #includes(names: readonly Name[]): boolean {
    return names.some((name) => this.#names.has(`${name.kind}:${name.value}`) || this.#isListed(name));
  }

  #isListed(name: Name): boolean {
    return this.#digests.size > 0 && this.#digests.has(nameDigest(name));
  }
}

const namesOfText = (text: unknown): readonly Name[] => (typeof text === 'string' ? namesIn(text) : []);

const nameOf = (name: unknown): readonly Name[] =>
  typeof name === 'string' ? [{ kind: 'phrase', value: phraseOf(name) }] : [];

const namesOfSummary = ({ id, xnet_url: url, work_email: email }: ProfileSummary): readonly Name[] =>
  [id, url, email].flatMap(namesOfText);

const namesOfConnector = ({ connector_xnet_url: url }: Connection): readonly Name[] => namesOfText(url);
