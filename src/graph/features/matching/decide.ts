import { untagged } from '../../../reading/address.ts';
import { type Compared, compareFirms, comparePeople } from '../../../reading/compare-names.ts';
import { lookupKeys, type Website } from '../../../reading/website.ts';
import { because, type Reason } from './reason.ts';
import type { MatchKey, Row } from './row.ts';

/** How sure a match is: `CERTAIN` by a strong key, or by the same name at the same employer; `LIKELY` otherwise. */
export type Confidence = 'CERTAIN' | 'LIKELY';

/** A person whom a row may mean, with the facts that are free; those of names are folded. */
export interface Person {
  readonly id: string;
  readonly slug: string | undefined;
  readonly email: string | undefined;
  readonly nameWords: readonly string[];
  readonly firm: string | undefined;
  readonly firmWords: readonly string[];
  readonly website: Website | undefined;
  readonly titleWords: readonly string[];
}

/** A person, and what searches showed of them that their summary does not. */
export interface Candidate<Known extends Person = Person> {
  readonly person: Known;
  /** Strong keys of the row by which a search found this person. */
  readonly foundBy?: ReadonlySet<MatchKey>;
  /** A search showed that they once worked for the row's employer. */
  readonly isFormer?: boolean;
  /** A search showed that they live at the row's place. */
  readonly isThere?: boolean;
}

/** Whom a row means. Candidates are in the order of their likeness. */
export type Decision<Known extends Person = Person> =
  | {
      readonly kind: 'FOUND';
      readonly person: Known;
      readonly confidence: Confidence;
      readonly by: MatchKey;
      /** Why it is not certain. */
      readonly reason?: Reason;
    }
  | { readonly kind: 'AMBIGUOUS'; readonly candidates: readonly Known[]; readonly reason: Reason }
  | { readonly kind: 'NOBODY' };

const strongKeys = ['ID', 'XNET_SLUG', 'EMAIL'] as const;
type StrongKey = (typeof strongKeys)[number];

/**
 * Decides whom a row means, by its strongest key: id, slug, e-mail address, name with employer, name with title or place, name.
 * A weak key never overrules a strong one: a person whose id or slug is known to be another is not the row's.
 *
 * @param isName whether a word is somebody's name, and hence no misspelling of another
 */
export function decide<Known extends Person>(
  row: Row,
  candidates: readonly Candidate<Known>[],
  isName: (word: string) => boolean = () => false,
): Decision<Known> {
  const weighed = candidates.map((candidate) => weigh(row, candidate));
  return byStrongKey(row, weighed) ?? byName(row, weighed, isName);
}

/** A candidate, compared with the row. */
interface Weighed<Known extends Person> extends Candidate<Known> {
  readonly keys: ReadonlySet<StrongKey>;
  readonly name: Compared | undefined;
  readonly employer: 'same' | 'near' | 'other' | undefined;
  /** How many words of the title both have; undefined if one has none. */
  readonly title: number | undefined;
}

function weigh<Known extends Person>(row: Row, candidate: Candidate<Known>): Weighed<Known> {
  const { person, foundBy } = candidate;
  const keys = new Set<StrongKey>();
  if (row.id !== undefined && row.id === person.id) keys.add('ID');
  if (foundBy?.has('XNET_SLUG') || (person.slug !== undefined && row.slugKeys.includes(person.slug)))
    keys.add('XNET_SLUG');
  if (foundBy?.has('EMAIL') || hasMailbox(row, person)) keys.add('EMAIL');
  const both = row.titleWords.length > 0 && person.titleWords.length > 0;
  return {
    ...candidate,
    keys,
    name: row.nameWords.length > 0 ? comparePeople(row.nameWords, person.nameWords) : undefined,
    employer: employerOf(row, person),
    title: both ? row.titleWords.filter((word) => person.titleWords.includes(word)).length : undefined,
  };
}

/** Whether a row has a person's address, or one of the same mailbox. */
export const hasMailbox = ({ emails }: Row, { email }: Pick<Person, 'email'>): boolean =>
  email !== undefined && emails.some((one) => untagged(one) === untagged(email));

/** Whether an address was found only without its tag: seldom, another tag is somebody else. */
const isOnlyMailbox = ({ emails, mailboxes }: Row, { email }: Person): boolean =>
  (mailboxes.length > 0 || (email !== undefined && untagged(email) !== email)) &&
  !(email !== undefined && emails.includes(email));

export const otherTag = because('SIMILAR', 'The address has a tag, or the record’s has.');

/** Whether a person works for the row's employer: by website, by name, or by the domain of the row's address. */
function employerOf(row: Row, { website, firmWords }: Person): Weighed<Person>['employer'] {
  const sites = row.website && website ? isSameSite(row.website, website) : undefined;
  const names = row.firmWords.length > 0 && firmWords.length > 0 ? compareFirms(row.firmWords, firmWords) : undefined;
  if (sites || names === 'same') return 'same';
  if (names === 'near') return 'near';
  const known = (row.website && website) || (row.firmWords.length > 0 && firmWords.length > 0);
  if (known) return 'other';
  const domains = row.emails.map((email) => email.slice(email.lastIndexOf('@') + 1));
  return website !== undefined && website.path.length === 0 && domains.includes(website.host) ? 'same' : undefined;
}

/**
 * Whether a website as given is a firm's: the whole path, then shorter ones; the host alone only for a firm whose website
 * is the host.
 */
export const isSameSite = (given: Website, own: Website): boolean =>
  own.path.length === 0 ? given.host === own.host : lookupKeys(given).includes(own.key);

function byStrongKey<Known extends Person>(row: Row, weighed: readonly Weighed<Known>[]): Decision<Known> | undefined {
  for (const [strength, key] of strongKeys.entries()) {
    const hits = weighed.filter(({ keys }) => keys.has(key));
    if (hits.length === 0) continue;
    const stronger = strongKeys.slice(0, strength);
    const possible = hits.filter((one) => !contradicts(row, one, stronger));
    if (possible.length === 0) return { kind: 'AMBIGUOUS', candidates: people(hits), reason: otherIdentity(row, key) };
    const named = possible.length > 1 ? possible.filter((one) => nameAgrees(row, one) === 'yes') : possible;
    const [first, second] = named.length > 0 ? named : possible;
    if (!first || second)
      return {
        kind: 'AMBIGUOUS',
        candidates: people(named.length > 0 ? named : possible),
        reason: because('SEVERAL', `${possible.length} people have this ${spelled[key]}.`),
      };
    const found = (confidence: Confidence, reason?: Reason): Decision<Known> => ({
      kind: 'FOUND',
      person: first.person,
      confidence,
      by: key,
      ...(reason !== undefined && { reason }),
    });
    const agrees = nameAgrees(row, first);
    const isOtherHost = key === 'XNET_SLUG' && row.otherHost !== undefined;
    if (agrees === 'no' && (key === 'EMAIL' || isOtherHost)) {
      // A mailbox may be shared, and any site may have pages: the name decides.
      const named = byName(row, weighed, () => false);
      if (named.kind === 'FOUND') return named;
      return {
        kind: 'AMBIGUOUS',
        candidates: people([first]),
        reason: because('CONFLICT', `The ${spelled[key]} is that of somebody else.`),
      };
    }
    if (isOtherHost) return found('LIKELY', onOtherHost(row));
    if (agrees === 'no')
      return found('LIKELY', because('CONFLICT', `The ${spelled[key]} is that of somebody of another name.`));
    if (key === 'EMAIL' && isOnlyMailbox(row, first.person)) return found('LIKELY', otherTag);
    if (agrees === 'partly' && key === 'EMAIL') return found('LIKELY', similarName);
    const weaker = strongKeys.slice(strength + 1);
    const isDisputed = weighed.some(
      ({ person, keys }) => person.id !== first.person.id && weaker.some((one) => keys.has(one)),
    );
    const isNamesake = weighed.some(
      ({ person, name, employer }) =>
        person.id !== first.person.id && name?.likeness === 'same' && employer === 'same' && first.employer === 'other',
    );
    if (isNamesake && key !== 'ID')
      return found('LIKELY', because('CONFLICT', 'Somebody else of this name works for the employer.'));
    return isDisputed && agrees !== 'yes'
      ? found(
          'LIKELY',
          because('CONFLICT', `The ${spelled[key]} and another identifier of the row are those of two people.`),
        )
      : found('CERTAIN');
  }
  return undefined;
}

/**
 * Whether the row's name is a person's. `partly`: they share a family name or a given name, as after a marriage, or one of
 * the two is not known.
 */
function nameAgrees({ nameWords }: Row, { person, name }: Weighed<Person>): 'yes' | 'partly' | 'no' | 'unknown' {
  if (nameWords.length === 0 || person.nameWords.length === 0) return 'unknown';
  if (name) return 'yes';
  if (nameWords.every((word) => person.nameWords.includes(word))) return 'yes';
  return nameWords.some((word) => word.length > 2 && person.nameWords.includes(word)) ? 'partly' : 'no';
}

const spelled: Readonly<Record<StrongKey, string>> = { ID: 'id', XNET_SLUG: 'page', EMAIL: 'e-mail address' };

/** Whether a stronger key that both have says that they are two. */
const contradicts = (row: Row, { person, keys }: Weighed<Person>, stronger: readonly StrongKey[]): boolean =>
  (stronger.includes('ID') && row.id !== undefined && row.id !== person.id) ||
  (stronger.includes('XNET_SLUG') &&
    row.otherHost === undefined &&
    row.slugKeys.length > 0 &&
    person.slug !== undefined &&
    !keys.has('XNET_SLUG'));

const otherIdentity = (row: Row, key: StrongKey | 'name'): Reason =>
  because(
    'CONFLICT',
    `Somebody has this ${key === 'name' ? key : spelled[key]}, but another ${row.id === undefined ? 'page' : 'id or page'}.`,
  );

const similarName = because('SIMILAR', 'The name is similar, not the same.');

/** Why a slug is weak evidence. */
export const onOtherHost = ({ otherHost }: Row): Reason =>
  because('OTHER_HOST', `The page is on ${otherHost}, which is not the provider’s host.`);

const people = <Known extends Person>(weighed: readonly Weighed<Known>[]): readonly Known[] =>
  weighed.map(({ person }) => person);

/** The more alike, the greater. */
const rank = ({ name, employer, isFormer, isThere, title = 0 }: Weighed<Person>): number =>
  (employer === 'same' ? 40 : employer === 'near' ? 30 : isFormer ? 25 : employer === 'other' ? 0 : 10) +
  (name?.likeness === 'same' ? 8 : -(name?.wrong ?? 0)) +
  Math.min(title, 3) +
  (isThere ? 3 : 0);

function byName<Known extends Person>(
  row: Row,
  weighed: readonly Weighed<Known>[],
  isName: (word: string) => boolean,
): Decision<Known> {
  const alike = weighed.filter(({ name }) => name).toSorted((a, b) => rank(b) - rank(a));
  const possible = alike.filter((one) => !contradicts(row, one, strongKeys));
  if (possible.length === 0)
    return alike.some(({ employer }) => employer === 'same')
      ? { kind: 'AMBIGUOUS', candidates: people(alike), reason: otherIdentity(row, 'name') }
      : { kind: 'NOBODY' };
  const tiers = [
    possible.filter(({ name, employer }) => name?.likeness === 'same' && employer === 'same'),
    possible.filter(({ employer, isFormer }) => employer === 'same' || employer === 'near' || isFormer),
    possible.filter(({ employer }) => employer === undefined),
  ];
  const strength = tiers.findIndex((tier) => tier.length > 0);
  const tier = tiers[strength] ?? [];
  if (strength === 0) return among(row, tier, 'CERTAIN');
  if (strength === 1) return among(row, tier, 'LIKELY');
  // An employer was named, and all people of this name work elsewhere.
  const sameNames = possible.filter(({ name }) => name?.likeness === 'same');
  if (strength < 0)
    return sameNames.length > 0
      ? { kind: 'AMBIGUOUS', candidates: people(sameNames), reason: elsewhere(sameNames.length) }
      : { kind: 'NOBODY' };
  const exact = tier.filter(({ name }) => name?.likeness === 'same');
  // Of some of these namesakes the employer is not known, and none of the others works for the one that was named.
  if (exact.length > 0 && sameNames.length > exact.length)
    return {
      kind: 'AMBIGUOUS',
      candidates: people([...exact, ...sameNames.filter((one) => !exact.includes(one))]),
      reason: because('SEVERAL', `${sameNames.length} people of this name match, and none is known to work there.`),
    };
  if (exact.length > 0) return among(row, exact, 'LIKELY');
  // Relatives share a family name, and differ in a middle name or a letter: without another fact, the caller chooses.
  const isOther = ({ name, title = 0, isThere }: Weighed<Known>) =>
    title === 0 && !isThere && (name?.isPartial === true || name?.misspelled.some(isName) === true);
  if (tier.every(isOther))
    return {
      kind: 'AMBIGUOUS',
      candidates: people(tier),
      reason: because(
        'SIMILAR',
        tier.length === 1 ? 'Somebody has a name like this one.' : `${tier.length} people have names like this one.`,
      ),
    };
  return among(row, tier, 'LIKELY');
}

const elsewhere = (count: number): Reason =>
  because(
    'CONFLICT',
    count === 1
      ? 'Somebody of this name works for another employer.'
      : `${count} people of this name work for other employers.`,
  );

/** The only one of equally strong candidates, or the only one whose title or place agrees. */
function among<Known extends Person>(
  row: Row,
  tier: readonly Weighed<Known>[],
  confidence: Confidence,
): Decision<Known> {
  const [first, second] = tier;
  if (!first) return { kind: 'NOBODY' };
  const alone = second === undefined;
  const best = second === undefined || rank(first) > rank(second);
  const agrees = (first.title ?? 0) > 0 ? 'NAME_AND_TITLE' : first.isThere ? 'NAME_AND_PLACE' : undefined;
  if (!alone && !(best && agrees !== undefined))
    return {
      kind: 'AMBIGUOUS',
      candidates: people(tier),
      reason: because('SEVERAL', `${tier.length} people match this row.`),
    };
  const { employer, isFormer, person, name } = first;
  // Another job title, and nothing else to go by: perhaps a namesake.
  if (employer === undefined && !isFormer && first.title === 0 && !first.isThere)
    return {
      kind: 'AMBIGUOUS',
      candidates: people(tier),
      reason: because('CONFLICT', 'Somebody of this name has another title.'),
    };
  const bySite = row.website !== undefined && person.website !== undefined && isSameSite(row.website, person.website);
  const by =
    employer === 'same' && bySite
      ? 'NAME_AND_WEBSITE'
      : employer === 'same' || employer === 'near' || isFormer
        ? 'NAME_AND_EMPLOYER'
        : (agrees ?? 'NAME');
  const isCertain = confidence === 'CERTAIN' && alone;
  return {
    kind: 'FOUND',
    person,
    by,
    confidence: isCertain ? 'CERTAIN' : 'LIKELY',
    ...(!isCertain && { reason: doubt() }),
  };

  function doubt(): Reason {
    if (!alone)
      return because(
        'SEVERAL',
        `${tier.length} people have this name there; the ${agrees === 'NAME_AND_TITLE' ? 'title' : 'place'} decides.`,
      );
    if (isFormer)
      return because('FORMER_EMPLOYER', `They once worked there; their employer now is ${person.firm ?? 'unknown'}.`);
    if (name?.likeness === 'near') return similarName;
    if (employer === 'near') return because('SIMILAR', 'The employer’s name is similar, not the same.');
    return employer === undefined
      ? because('NAME_ONLY', 'Only the name was compared, not the employer.')
      : because('SIMILAR', 'The name and employer are similar.');
  }
}
