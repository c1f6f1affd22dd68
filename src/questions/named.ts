import { isFiller } from '../reading/fillers.ts';
import { foldAccents } from '../reading/fold-accents.ts';
import { firmWords, nameWords, wordsOf } from '../reading/names.ts';
import { formsOf } from '../reading/nicknames.ts';
import type { Row } from '../reading/row.ts';
import type { Span } from '../reading/spans.ts';
import { titleLike } from '../reading/title.ts';
import { isRole, isTitleWord, titleOf } from '../reading/vocabulary.ts';
import type { CompanyWhere, ProfileWhere } from '../sdk/generated/schema-types.ts';
import { anyFormOf } from './forms.ts';
import { type CompanyMatch, LookUpFailed, type LookUps, type Person, type PersonMatch } from './look-ups.ts';
import {
  type Choice,
  companiesBy,
  type Meaning,
  nothing,
  oneCompany,
  onePerson,
  peopleBy,
  several,
} from './meaning.ts';
import { type Filters, filtersIn } from './people-filters.ts';
import { say } from './sentences.ts';

/** A row of one cell with these members, as the reader returns it. */
export const rowWith = (members: Pick<Row, 'name' | 'company' | 'about' | 'title' | 'place'>, text = ''): Row => ({
  line: 1,
  text,
  cells: [],
  ...members,
});

export const isFound = ({ state }: { readonly state: string }): boolean => state === 'KNOWN' || state === 'ON_RECORD';

/** @throws a LookUpFailed if a row was not searched */
export const unlessUnchecked = ({ state, reason }: PersonMatch | CompanyMatch): void => {
  if (state === 'NOT_CHECKED') throw new LookUpFailed(reason);
};

export const choicesOf = (candidates: readonly Person[]): readonly Choice[] =>
  candidates.map(({ id, name, title, company }) => ({
    label: name ?? id,
    detail: [title, company].filter(Boolean).join(' · '),
    ...onePerson(id),
  }));

export const firmChoices = ({ candidates }: CompanyMatch): readonly Choice[] =>
  candidates.map(({ name, website, people }) => ({
    label: name ?? website ?? '',
    detail: say.people(people),
    ...companiesBy(name ? { name } : { website: website ?? '' }),
  }));

/** Without firms of which a text has all words, and more: `Kestrel Robotics alumni` is no name of Kestrel Robotics. */
const withoutShorter = (company: CompanyMatch | undefined, given: string): CompanyMatch | undefined => {
  const { length } = firmWords(given);
  return (
    company && {
      ...company,
      candidates: company.candidates.filter(({ name }) => firmWords(name ?? '').length >= length),
    }
  );
};

/** A name without its titles and degrees. */
const bare = (name: string): string => {
  const words = nameWords(name);
  return words.length === wordsOf(name).length ? name.trim() : words.join(' ');
};

/** How records may write a name otherwise: with umlauts as one letter or two, or the given name in full. Searches ignore accents. */
const spellingsOf = (name: string): readonly string[] => {
  const [given = '', ...family] = name.split(' ');
  const full = family.length > 0 ? formsOf(foldAccents(given.toLowerCase())).slice(0, maxForms) : [];
  return [
    name.replaceAll(/([aou])e|(?<=a)a/gi, '$1'),
    name.replaceAll(/[äöü]/gi, (letter) => `${foldAccents(letter.toLowerCase())}e`),
    ...full.map((form) => [form, ...family].join(' ')),
  ].filter((one) => one !== name);
};

/** Maximum number of full names that are searched for a short one. */
const maxForms = 4;

/**
 * People on record who are called so and to whom filters apply. Of several, the only one whose name has no further words:
 * `Amelia Ashworth`, rather than `Amelia Ashworth-Fletcher`.
 */
const called = async (given: string, filters: Filters, graph: LookUps, firm?: string) => {
  const search = async (name: string, ...more: readonly ProfileWhere[]) => ({
    ...(await graph.people({
      and: [
        anyFormOf({ ...filters, name }),
        ...(firm === undefined ? [] : [{ currentCompanyId: { eq: firm } }]),
        ...more,
      ],
    })),
    name,
  });
  const name = bare(given);
  const found = await search(name);
  if (found.total > 1 && name.includes(' ')) {
    const exact = await search(name, { fullName: { eqIgnoreCase: name } });
    return exact.total === 1 ? exact : found;
  }
  const others = found.total === 0 ? spellingsOf(name) : [];
  return others.length > 0 ? search([...new Set(others)].join('|')) : found;
};

/** A title at the end of a name, such as `Ada Moreau CTO`. */
const titledName = (row: Row): Row => {
  if (row.title !== undefined || row.name === undefined) return row;
  const words = row.name.split(/\s+/);
  const length = words.findLastIndex((word) => !isTitleWord(word)) + 1;
  const title = words.slice(length);
  return length > 1 && title.some(isRole)
    ? { ...row, name: words.slice(0, length).join(' '), title: title.join(' ') }
    : row;
};

/** Resolves a name with its context, such as an employer; undefined if it matches nothing. */
export const nameMeaning = async (given: Row, graph: LookUps): Promise<Meaning | undefined> => {
  const row = titledName(given);
  if (row.name === undefined && row.company === undefined) return undefined;
  if (row.name?.split(/\s+/).every((word) => isTitleWord(word) || titleLike(word) !== undefined)) return undefined;
  const whole = rowWith({ name: row.text.trim() });
  const { people, companies } = await graph.match([row], [row.company === undefined ? row : whole]);
  const [person] = people;
  const company = withoutShorter(companies[0], row.company === undefined ? (row.name ?? '') : row.text);
  // `Kestrel Robotics engineers` are people.
  if (company && isFound(company) && row !== given) return undefined;
  if (company && isFound(company) && !(person && isFound(person) && person.by !== 'NAME'))
    return company.id ? oneCompany(company.id) : companiesBy({ name: row.name ?? row.company ?? '' });
  if (!person) return undefined;
  const name = row.name ?? '';
  // A title is compared loosely.
  const isExact = person.by !== 'NAME' && person.by !== 'NAME_AND_TITLE';
  if (isFound(person) && isExact && person.id !== undefined) return onePerson(person.id);
  if (person.state === 'NOT_CHECKED' && row.company !== undefined) unlessUnchecked(person);
  if (nameWords(name).length < 2)
    return company && company.candidates.length > 0 && (row.company === undefined || name === '')
      ? several([...(await calledSo(name, graph)), ...firmChoices(company)])
      : undefined;
  // Several people may have this name.
  const isClear = person.candidates.length === 0 && isFound(person);
  const only = isClear && row.company !== undefined ? undefined : await onlyOf(row, graph);
  if (only !== undefined) return onePerson(only);
  if (isFound(person) && person.by === 'NAME_AND_TITLE' && person.id !== undefined) return onePerson(person.id);
  const [like = '', ...others] = new Set(person.candidates.map((one) => one.name ?? ''));
  const namesakes =
    row.company === undefined ? await called(others.length === 0 && like !== '' ? like : name, {}, graph) : undefined;
  if (namesakes && namesakes.total > 1)
    return peopleBy({
      name: namesakes.name,
      ...(isFound(person) || person.candidates.length > 0 ? {} : { scope: 'all' }),
    });
  const id = isFound(person) ? person.id : namesakes?.ids[0];
  if (id !== undefined && person.candidates.length === 0) return onePerson(id);
  if (person.candidates.length > 0) return several(choicesOf(person.candidates));
  if (row.company !== undefined && row.text !== '') return nobodyAt(name, row.company, graph);
  if (company && company.candidates.length > 0) return several(firmChoices(company));
  return undefined;
};

/** The only person on record with a name who has the title, employer and place that are given, too. */
const onlyOf = async ({ name = '', title, company, place }: Row, graph: LookUps): Promise<string | undefined> => {
  if (title === undefined && company === undefined && place === undefined) return undefined;
  const english = titleOf((title ?? '').split(/\s+/).filter((word) => !isFiller(word)));
  const all = { title: english ?? title, company, place };
  // Not all that is told need be on record.
  const told = [all, { title: all.title, company }, { company }, { title: all.title, place }].map(filtersIn);
  for (const some of told) {
    const { total, ids } = Object.keys(some).length > 0 ? await called(name, some, graph) : { total: 0, ids: [] };
    if (total === 1) return ids[0];
  }
  // The firm may be on record by another name.
  const firm = company === undefined ? undefined : await firmLike(company, graph);
  const there = firm === undefined ? undefined : await called(name, {}, graph, firm);
  return there?.total === 1 ? there.ids[0] : undefined;
};

export const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

/** The words from the first capitalized one to the last: a name, without the lower-case words around it. */
export const namePart = (words: readonly string[]): readonly string[] => {
  const part = words.slice(words.findIndex(isCapital), words.findLastIndex(isCapital) + 1);
  return part.length > 1 ? part : words;
};

/** People on record whose names have these words, though nobody in the network is called so. */
export const recordMeaning = async (name: string, graph: LookUps): Promise<Meaning | undefined> => {
  const { total, ids } = await called(name, {}, graph);
  const [only] = ids;
  if (only === undefined) return undefined;
  return total === 1 ? onePerson(only) : peopleBy({ name, scope: 'all' });
};

/** The only person whose name begins some words, and who lives where the others say: `noemie belanger lyon`. */
export const livingMeaning = async (words: readonly Span[], graph: LookUps): Promise<Meaning | undefined> => {
  const texts = words.map(({ text }) => text);
  for (let length = texts.length - 1; length > 1; length -= 1) {
    const [name, place] = [texts.slice(0, length).join(' '), texts.slice(length).join(' ')];
    const { total, ids } = await called(name, { place }, graph);
    if (total === 1 && ids[0] !== undefined) return onePerson(ids[0]);
  }
  return undefined;
};

/** The choice of people with one name, which may also be a firm's. */
const calledSo = async (name: string, graph: LookUps): Promise<readonly Choice[]> => {
  const { total } = name === '' ? { total: 0 } : await called(name, {}, graph);
  return total > 0 ? [{ label: name, detail: say.people(total), ...peopleBy({ name, scope: 'all' }) }] : [];
};

/** People at a firm by a part of their name, such as `Ms Torres`. */
export const personAt = async (name: string, company: string, graph: LookUps): Promise<Meaning | undefined> => {
  const { total, ids } = await called(name, { company }, graph);
  const [only] = ids;
  if (only === undefined) return undefined;
  return total === 1 ? onePerson(only) : peopleBy({ name, company, scope: 'all' });
};

/** A name that nobody at a firm has: offers those whose names are cut or misspelt. */
export const nobodyAt = async (name: string, company: string, graph: LookUps): Promise<Meaning> => {
  const whole = name.replace(/\S*(?:…|\.{3})$/, '').trim();
  const person = nameWords(whole).length === 1 ? await personAt(whole, company, graph) : undefined;
  if (person?.kind === 'PERSON' && whole === name) return person;
  if (person?.kind === 'PERSON') return several([{ ...person, label: name, detail: company }]);
  const near = (await graph.network(anyFormOf({ company })))
    .map((one) => ({ ...one, likeness: likeness(one.name ?? '', name) }))
    .filter((one) => one.likeness > leastLikeness)
    .toSorted((one, other) => other.likeness - one.likeness);
  if (near.length > 0) return several(choicesOf(near));
  const { people, companies } = await graph.match(
    // The firm may be a place.
    [rowWith({ name, place: company })],
    [rowWith({ about: 'company', company })],
  );
  const [firm] = companies;
  const [there] = people;
  if (there && isFound(there) && there.id !== undefined) return onePerson(there.id);
  if (there && there.candidates.length > 0) return several(choicesOf(there.candidates));
  if (!firm || !isFound(firm)) return nothing(say.nobodyAt(name, company));
  return nothing(say.nobodyAt(name, company), [
    {
      label: company,
      detail: say.people(firm.people ?? 0),
      ...(firm.id ? oneCompany(firm.id) : companiesBy({ name: company })),
    },
  ]);
};

/** At least this share of the pairs of letters of two names is the same. */
const leastLikeness = 0.6;

/** The share of equal pairs of letters. */
const likeness = (one: string, other: string): number => {
  const [some, others] = [one, other].map((name) => {
    const word = nameWords(name).join(' ');
    return new Set([...word].slice(1).map((letter, at) => word[at] + letter));
  });
  if (!some || !others) return 0;
  return (2 * [...some].filter((pair) => others.has(pair)).length) / (some.size + others.size);
};

/**
 * The only company on record that is called so, or whose slug begins as the name does, apart from its last letters, which
 * may be misspelt or left out.
 */
export const firmLike = async (name: string, graph: LookUps): Promise<string | undefined> => {
  const words = firmWords(name);
  if (words.length > maxFirmWords) return undefined;
  const [phrase, slug] = [words.join(' '), words.join('-')];
  const begun = slug.slice(0, Math.ceil(slug.length * leastOfSlug));
  const [, ...after] = words;
  const tried: readonly CompanyWhere[] = [
    { or: [{ xnetSlugs: { eq: slug } }, { name: { phrase } }, { alternativeNames: { phrase } }] },
    ...(words.length > 1
      ? [
          ...(begun.length > 6 ? [{ xnetSlugs: { prefixIgnoreCase: begun } }] : []),
          { name: { phrase: after.join(' ') }, xnetSlugs: { prefixIgnoreCase: slug.slice(0, 2) } },
        ]
      : []),
    ...(/^[a-z]{5,12}$/.test(slug) ? [{ xnetSlugs: { in: misspelt(slug) } }] : []),
  ];
  for (const where of tried) {
    const { total, ids } = await graph.companies(where);
    if (total > 0) return total === 1 ? ids[0] : undefined;
  }
  return undefined;
};

/** Maximum words of a company's name: longer texts are none, and a data service refuses phrases of many words. */
const maxFirmWords = 10;

/** Words with a letter of this one wrong, missing or added, or with two swapped. */
const misspelt = (word: string): readonly string[] => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return [...`${word} `].flatMap((letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    const next = after.slice(0, 1);
    return [
      before + after,
      before + next + letter.trim() + after.slice(1),
      ...letters.flatMap((one) => [before + one + after, before + one + word.slice(at)]),
    ];
  });
};

/** The share of a slug that is compared. */
const leastOfSlug = 0.75;
