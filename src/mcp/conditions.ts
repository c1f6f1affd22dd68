import { anyCompanyFormOf, anyFormOf } from '../questions/forms.ts';
import { excludedFrom } from '../questions/negation.ts';
import { type FilterName, rangeText } from '../questions/people-filters.ts';
import { companyFactsIn } from '../reading/company-facts.ts';
import { firmWords } from '../reading/names.ts';
import { rangeIn } from '../reading/ranges.ts';
import { functionForms, industryForms, levelForms, placeForms, schoolForms } from '../reading/synonyms.ts';
import { uuidFrom } from '../reading/uuid.ts';
import { isForeign, titleOf } from '../reading/vocabulary.ts';
import { websiteFrom } from '../reading/website.ts';
import type { CompanyWhere, ProfileWhere } from '../sdk/generated/schema-types.ts';
import { otherNames } from './meanings.ts';

/** The argument of each condition, by its first field: by that, a search says what emptied it. */
export const argumentOfField = otherNames({
  text: 'headline summary',
  name: 'fullName',
  title: 'currentTitle',
  employer: 'currentCompanyName currentCompanyId',
  past_employer: 'experience isCurrent',
  place: 'currentLocation country',
  industry: 'currentCompanyIndustries industries',
  seniority: 'currentSeniorities',
  function: 'currentFunction',
  skill: 'skills',
  email: 'emails',
  company_size: 'min max',
  known_by: 'connectedUsers',
  technology: 'products',
  funding_stage: 'lastRoundType',
  funding: 'totalFundingAmountUsd',
});

/** The values that records may have for a text. */
type Forms = (text: string) => readonly string[];

/** A firm by its name without its legal form, also with its umlauts as one letter; by its website; or by its id. */
const firmForms: Forms = (text) => {
  const id = uuidFrom(text);
  if (id !== undefined) return [id];
  const website = /\.\p{L}{2,}/u.test(text) && !/\s/.test(text.trim()) ? websiteFrom(text) : undefined;
  if (website !== undefined) return [website.host];
  const words = firmWords(text.replaceAll('-', ' ')).join(' ') || text;
  return [...new Set([words, words.replaceAll(/(?<=[aou])e(?=[^aeiou\s])/gi, '')])];
};

/** A name with either apostrophe, or without. */
const nameForms: Forms = (text) => [
  ...new Set([text, ...["'", '’', ''].map((mark) => text.replaceAll(/['’ʼ]/g, mark))]),
];

/** A title in English, too: a Leiter, chef or jefe is a head, director or manager. */
const titleNames: Forms = (text) => {
  const plain = text.replaceAll(/\b(?:of|the|and|for)\b|[,&]/gi, ' ');
  const english = titleOf(text.split(/\s+/));
  if (english === undefined) return [plain];
  const isHead = text.split(/\s+/).some(isForeign) && /\bhead\b/.test(english);
  const heads = isHead ? ['director', 'manager'].map((word) => english.replace(/\bhead\b/, word)) : [];
  return [...new Set([plain, english, ...heads])];
};

/** A place by its parts, such as `Austin, TX`. */
const placeNamed: Forms = (text) =>
  text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => placeForms(part.trim()))
    .reduce((all, names) => all.flatMap((one) => names.map((name) => (one === '' ? name : `${one}, ${name}`))), ['']);

/** Several skills or technologies, which must all be there. */
const together: Forms = (text) => [
  text
    .split(/\s*(?:,|&|\band\b)\s*/i)
    .filter((part) => part !== '')
    .join(' + '),
];

/** The alternatives in a text: what is between `or`, `|` and `;`. */
const alternativesIn = (text: string): readonly string[] =>
  text
    .split(/\s+or\s+|\s*[|;]\s*/i)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** A text as the value of a filter: any of its alternatives, and none that it excludes. */
const filterValue = (text: string, forms: Forms): string => {
  const { rest, excluded } = excludedFrom(text);
  const unwanted = excluded.flatMap(alternativesIn).flatMap(forms);
  return [...alternativesIn(rest).flatMap(forms), ...unwanted.map((one) => `!${one}`)].join('|');
};

/** The filter of each argument of a search for people, and the values for its words. */
const peopleFilters = {
  name: ['name', nameForms],
  title: ['title', titleNames],
  employer: ['company', firmForms],
  past_employer: ['past', firmForms],
  place: ['place', placeNamed],
  industry: ['industry', industryForms],
  seniority: ['level', levelForms],
  function: ['function', functionForms],
  skill: ['skill', together],
  school: ['school', schoolForms],
  company_size: ['size', (text) => [rangeText(rangeIn(text) ?? {})]],
} satisfies Readonly<Record<string, readonly [FilterName, Forms]>>;

/** The argument of a search for people for each filter. */
export const argumentOfFilter: ReadonlyMap<string, string> = new Map([
  ['country', 'place'],
  ...Object.entries(peopleFilters).map(([argument, [filter]]) => [filter, argument] as const),
]);

/** Conditions on people, in words. */
export type PeopleWords = Readonly<Partial<Record<keyof typeof peopleFilters | OwnCondition, string | undefined>>> & {
  /** The id of a connector. */
  readonly connector?: string | undefined;
  readonly hiring?: boolean | undefined;
  readonly open_to_work?: boolean | undefined;
};

type OwnCondition = 'major' | 'graduated' | 'email';

/** Conditions that are no filters. */
const ownConditions: Readonly<Record<OwnCondition, (text: string) => ProfileWhere>> = {
  // What was studied, or the degree.
  major: (text) => ({
    education: { some: { or: [{ majors: { prefixIgnoreCase: text } }, { degrees: { prefixIgnoreCase: text } }] } },
  }),
  graduated: (text) => {
    const { min, max } = rangeIn(text) ?? {};
    const ended = {
      ...(min !== undefined && { gte: `${min}-01-01` }),
      lte: `${max ?? (/[><+]|after|since/.test(text) ? 9999 : min)}-12-31`,
    };
    return { education: { some: { endDate: ended } } };
  },
  email: (text) => ({ emails: { eqIgnoreCase: text } }),
};

const namesIn = <Name extends string>(record: Readonly<Record<Name, unknown>>): readonly Name[] =>
  Object.keys(record).filter((name): name is Name => name in record);

/** Compiles words to a condition, together with others; undefined if there are none. */
export function peopleWhere(words: PeopleWords, others: readonly ProfileWhere[] = []): ProfileWhere | undefined {
  const filters = namesIn(peopleFilters).flatMap((argument) => {
    const [name, forms] = peopleFilters[argument];
    const text = words[argument];
    return text === undefined ? [] : [anyFormOf({ [name]: filterValue(text, forms) })];
  });
  const { connector, hiring, open_to_work: open } = words;
  const own = namesIn(ownConditions).flatMap((name) => {
    const text = words[name];
    return text === undefined ? [] : anyOf(text, ownConditions[name]);
  });
  const all: readonly ProfileWhere[] = [
    ...others,
    ...filters,
    ...own,
    connector === undefined ? [] : { connectedUsers: { eq: connector } },
    hiring === undefined ? [] : { hiring: { eq: hiring } },
    open === undefined ? [] : { openToWork: { eq: open } },
  ].flat();
  return all.length === 0 ? undefined : { and: all };
}

/** Any of the alternatives in a text, and none that it excludes. */
function anyOf<Where extends ProfileWhere | CompanyWhere>(text: string, condition: (text: string) => Where) {
  const { rest, excluded } = excludedFrom(text);
  const kept = alternativesIn(rest).map(condition);
  const unwanted = excluded.flatMap(alternativesIn).map((one) => ({ not: condition(one) }));
  return { and: [...(kept.length > 0 ? [{ or: kept }] : []), ...unwanted] };
}

type CompanyWord = 'name' | 'industry' | 'place' | 'technology' | 'kind' | 'funding_stage';
type CompanyTime = 'founded_after' | 'founded_before';
type CompanyBound = 'min_headcount' | 'max_headcount' | 'min_funding' | 'max_funding';

/** Conditions on companies, in words; `kind` is such as `startup`, `public` or `non-profit`. */
export type CompanyWords = Readonly<
  Partial<Record<CompanyWord | CompanyTime, string | undefined> & Record<CompanyBound, number | undefined>>
>;

/** An industry, or a fact that is said like one. */
const companyIndustry = (text: string): CompanyWhere => ({
  or: [
    anyCompanyFormOf({ industry: industryForms(text).join('|') }),
    ...companyFactsIn(text).map(({ fact }) => anyCompanyFormOf({ kind: fact })),
  ],
});

const companyName = (text: string): CompanyWhere => ({
  or: firmForms(text).flatMap((form): readonly CompanyWhere[] => {
    if (uuidFrom(form) !== undefined) return [{ id: { eq: form } }];
    const called = [{ name: { matches: form } }, { alternativeNames: { matches: form } }];
    return form.includes('.') ? [{ websites: { eqIgnoreCase: form } }, ...called] : called;
  }),
});

const lastRound = (type: string): CompanyWhere => ({
  funding: { lastRound: { lastRoundType: { prefixIgnoreCase: type } } },
});

/** Compiles words to a condition on companies, together with others; undefined if there are none. */
export function companyWhere(given: CompanyWords, others: readonly CompanyWhere[] = []): CompanyWhere | undefined {
  const { name, industry, place, technology, kind, funding_stage: stage } = given;
  const { min_headcount: min, max_headcount: max, min_funding: gte, max_funding: lte } = given;
  const { founded_after: after, founded_before: before } = given;
  const all: readonly CompanyWhere[] = [
    ...others,
    name === undefined ? [] : anyOf(name, companyName),
    industry === undefined ? [] : anyOf(industry, companyIndustry),
    kind === undefined ? [] : anyOf(kind, companyIndustry),
    stage === undefined ? [] : anyOf(stage, lastRound),
    place === undefined ? [] : anyCompanyFormOf({ place: filterValue(place, placeNamed) }),
    technology === undefined ? [] : anyCompanyFormOf({ technology: filterValue(technology, together) }),
    (min ?? max) === undefined ? [] : anyCompanyFormOf({ size: rangeText(defined({ min, max })) }),
    (gte ?? lte) === undefined ? [] : { funding: { totalFundingAmountUsd: defined({ gte, lte }) } },
    (after ?? before) === undefined
      ? []
      : { founded: defined({ gte: after && momentOf(after), lt: before && momentOf(before) }) },
  ].flat();
  return all.length === 0 ? undefined : { and: all };
}

/** An object without its undefined members. */
export const defined = <Name extends string, Value>(members: Readonly<Record<Name, Value | undefined>>) => {
  const all: Partial<Record<Name, Value>> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== undefined) all[name] = value;
  }
  return all;
};

/** The first moment of a year or a day. */
const momentOf = (text: string): string => {
  const [, year = '', month = '01', day = '01'] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text.trim()) ?? [];
  return `${year === '' ? text : `${year}-${month}-${day}`}T00:00:00Z`;
};
