import type { ProfileSummary, Relationship } from '../../../contract/record/relationship.ts';
import { addressFrom, untagged } from '../../../reading/address.ts';
import { isParticle } from '../../../reading/compare-names.ts';
import { firmWords, nameWords } from '../../../reading/names.ts';
import { formsOf } from '../../../reading/nicknames.ts';
import { slugFrom } from '../../../reading/page.ts';
import { websiteFrom } from '../../../reading/website.ts';
import type { Person } from './decide.ts';
import { titleWords } from './row.ts';

/** A person in the team's network. */
export interface KnownPerson extends Person {
  readonly relationship: Relationship;
  readonly summary: ProfileSummary;
}

/** The facts in a relationship's summary, folded by the same functions as those of rows. */
export function personOf(relationship: Relationship): KnownPerson | undefined {
  const { profile } = relationship;
  if (!profile?.id) return undefined;
  const firm = profile.current_company_name ?? undefined;
  return {
    relationship,
    summary: profile,
    id: profile.id.toLowerCase(),
    slug: profile.xnet_url ? slugFrom(profile.xnet_url, 'profile') : undefined,
    email: profile.work_email ? addressFrom(profile.work_email) : undefined,
    nameWords: profile.full_name ? nameWords(profile.full_name) : [],
    firm,
    firmWords: firm === undefined ? [] : firmWords(firm),
    website: profile.current_company_website ? websiteFrom(profile.current_company_website) : undefined,
    titleWords: titleWords(profile.current_title ?? ''),
  };
}

/** People by what rows are compared with. */
export class People {
  readonly #byId = new Map<string, KnownPerson>();
  readonly #byKey = new Map<string, Set<KnownPerson>>();

  /** Adds a person; returns the one known before, if any. */
  add(person: KnownPerson): KnownPerson {
    const known = this.#byId.get(person.id);
    if (known) return known;
    this.#byId.set(person.id, person);
    const keys = [
      ...(person.slug === undefined ? [] : [`slug ${person.slug}`]),
      ...(person.email === undefined ? [] : [`mailbox ${untagged(person.email)}`]),
      ...person.nameWords.map((word) => `word ${word}`),
      // A name that others write in two words, or in one.
      ...person.nameWords.map((word, at) => `word ${word}${person.nameWords[at + 1] ?? ''}`),
    ];
    for (const key of keys) this.#byKey.set(key, (this.#byKey.get(key) ?? new Set()).add(person));
    return person;
  }

  get(id: string): KnownPerson | undefined {
    return this.#byId.get(id);
  }

  bySlug(slug: string): ReadonlySet<KnownPerson> {
    return this.#byKey.get(`slug ${slug}`) ?? nobody;
  }

  /** People with the address, or with another tag in it. */
  byEmail(email: string): ReadonlySet<KnownPerson> {
    return this.#byKey.get(`mailbox ${untagged(email)}`) ?? nobody;
  }

  /** People who have one of the words, or a form of one, in their names. */
  byWords(words: readonly string[]): ReadonlySet<KnownPerson> {
    const joined = words.map((word, at) => word + (words[at + 1] ?? ''));
    const distinctive = words.filter((word) => word.length > 1 && !isParticle(word));
    const found = new Set<KnownPerson>();
    for (const word of new Set([...distinctive, ...joined, ...distinctive.flatMap(formsOf)]))
      for (const person of this.#byKey.get(`word ${word}`) ?? nobody) found.add(person);
    return found;
  }

  /** Whether a word is part of the name of anybody in the network. */
  isName = (word: string): boolean => this.#byKey.has(`word ${word}`);
}

const nobody: ReadonlySet<KnownPerson> = new Set();
