import { profileIdentifiers } from '../../../contract/identifier.ts';
import type { NetworkMapped } from '../../../contract/operation/network-mapper.ts';
import type { Profile } from '../../../contract/record/profile.ts';
import type { Connection, ProfileSummary } from '../../../contract/record/relationship.ts';
import { addressFrom } from '../../../reading/address.ts';
import { foldAccents } from '../../../reading/fold-accents.ts';
import { numberedIn } from '../../../reading/numbered.ts';
import { slugKey, slugOfUrl, slugsIn } from '../../../reading/page.ts';
import { uuidFrom } from '../../../reading/uuid.ts';
import type { Identifier, IdentifierKind } from '../../cache/record-key.ts';
import { type Name, nameDigest, shortDigest } from './purged-people.ts';

/**
 * Parses a text that identifies a person: a uuid, an e-mail address, or the slug or URL of a page on the external
 * network; or `number:` or `entity:` with the person's number or entity id there. A bare slug may be percent-encoded, in
 * which case both readings are returned.
 */
export function namesIn(text: string): readonly Name[] {
  const numbered = numberedIn(text);
  if (numbered) return [numbered];
  const id = uuidFrom(text);
  if (id !== undefined) return [{ kind: 'id', value: id }];
  const email = slugOfUrl(text, 'profile') === undefined ? addressFrom(text) : undefined;
  if (email !== undefined) return [{ kind: 'email', value: email }];
  return slugsIn(text, 'profile').map((slug) => ({ kind: 'slug', value: slugKey(slug) }));
}

/** People as a purge names them: by identifiers, and by full names to find in texts. */
export interface NamedPeople {
  readonly profiles: readonly string[];
  readonly names: readonly string[];
}

/** All names of a purge, with the phrases to find in texts. */
export const allNamesIn = ({ profiles, names }: NamedPeople): readonly Name[] =>
  withPhrases([
    ...profiles.flatMap(namesIn),
    ...names.map((name): Name => ({ kind: 'phrase', value: phraseOf(name) })),
  ]);

/** Numbers of fewer digits get no phrase: texts contain them for many other reasons. */
const leastDigits = 7;

const withPhrases = (names: readonly Name[]): readonly Name[] => [
  ...names,
  ...names.flatMap(({ kind, value }): Name[] =>
    kind === 'phrase' || (kind === 'number' && value.length < leastDigits)
      ? []
      : [{ kind: 'phrase', value: phraseOf(value) }],
  ),
];

const kindOf = { ids: 'id', xnet_names: 'slug', xnet_ids: 'number', xnet_entity_ids: 'entity' } as const;

const identifierKinds: Partial<Readonly<Record<Name['kind'], IdentifierKind>>> = {
  id: 'ids',
  slug: 'xnet_names',
  number: 'xnet_ids',
  entity: 'xnet_entity_ids',
};

/** The people to purge, with every name that is learned about them. */
export class People {
  readonly #names = new Map<string, Name>();
  readonly #digests: ReadonlySet<string>;

  /** @param digests names known only by their digest, which may be short */
  constructor(named: NamedPeople, digests: readonly string[] = []) {
    this.#add(allNamesIn(named));
    this.#digests = new Set(digests);
  }

  get names(): readonly Name[] {
    return [...this.#names.values()];
  }

  /** The digests of all their names, those that are known only so included. */
  get digests(): readonly string[] {
    return [...this.#digests, ...this.names.map(nameDigest)];
  }

  /** The names by which a record can be looked up. */
  get identifiers(): readonly Identifier[] {
    return this.names.flatMap(({ kind: named, value }) => {
      const kind = identifierKinds[named];
      return kind === undefined ? [] : [{ kind, value }];
    });
  }

  /** Learns more of their names from a network, such as the URL by which it identifies a connector. */
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

  /** Learns all names in a record of one of them. */
  learnRecord(profile: Profile): void {
    const { full_name: name, work_email: email, personal_emails: emails } = profile.profile_info ?? {};
    const identifiers = Object.entries(profileIdentifiers(profile)) as [IdentifierKind, readonly string[]][];
    const own = identifiers.flatMap(([kind, values]) =>
      values.map((value): Name => ({ kind: kindOf[kind], value: kind === 'xnet_names' ? slugKey(value) : value })),
    );
    const told = [profile.id, email, ...(Array.isArray(emails) ? emails : [])].flatMap(namesOfText);
    this.#add(withPhrases([...own, ...told, ...nameOf(name)]));
  }

  /** Whether an id, slug, URL or e-mail address identifies one of them. */
  has(text: string): boolean {
    return this.#includes(namesIn(text));
  }

  /** Whether an identifier identifies one of them. */
  isNamedBy({ kind, value }: Identifier): boolean {
    return kind === 'xnet_names' || kind === 'ids' ? this.has(value) : this.#includes([{ kind: kindOf[kind], value }]);
  }

  /** Whether a text contains one of their names, ignoring case and accents. */
  isNamedIn(text: string): boolean {
    for (const phrase of phrasesIn(text)) if (this.#includes([{ kind: 'phrase', value: phrase }])) return true;
    return false;
  }

  /** Whether a text identifies or contains one of them. */
  isMeantBy(text: string): boolean {
    return this.has(text) || this.isNamedIn(text) || this.isNamedBy({ kind: 'xnet_ids', value: text });
  }

  /** Removes them from a network; returns the same network if they are not in it. */
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

  /** Compares by name only people without identifiers, since others may have the same name. */
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
    if (this.#digests.size === 0) return false;
    const digest = nameDigest(name);
    return this.#digests.has(digest) || this.#digests.has(shortDigest(digest));
  }
}

const namesOfText = (text: unknown): readonly Name[] => (typeof text === 'string' ? namesIn(text) : []);

const nameOf = (name: unknown): readonly Name[] =>
  typeof name === 'string' ? [{ kind: 'phrase', value: phraseOf(name) }] : [];

const namesOfSummary = ({ id, xnet_url: url, work_email: email }: ProfileSummary): readonly Name[] =>
  [id, url, email].flatMap(namesOfText);

const namesOfConnector = ({ connector_xnet_url: url }: Connection): readonly Name[] => namesOfText(url);

/** Maximum words of a name that are compared. */
const maxWords = 8;

/** The words of a text without case, accents and punctuation: `Ada.Moreau@…` begins with `ada`, `moreau`. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .flatMap((word) => (word === '' ? [] : [foldAccents(word.toLowerCase())]));

/**
 * Normalizes a name for comparison: slug, e-mail address and name with the same words are equal. Empty without words.
 */
const phraseOf = (name: string): string => wordsOf(name).slice(0, maxWords).join(' ');

/** Separates words in camel case, as in `AdaMoreauMaps`. */
const apart = (text: string): string => text.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ');

/** All sequences of up to `most` words in a text, which may be names. */
function* phrasesIn(text: string, most = maxWords): Iterable<string> {
  const separate = apart(text);
  yield* phrasesOf(wordsOf(text), most);
  if (separate !== text) yield* phrasesOf(wordsOf(separate), most);
}

function* phrasesOf(words: readonly string[], most: number): Iterable<string> {
  for (let from = 0; from < words.length; from += 1)
    for (let until = from + 1; until <= Math.min(words.length, from + most); until += 1)
      yield words.slice(from, until).join(' ');
}
