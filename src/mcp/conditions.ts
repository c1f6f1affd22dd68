import { firmWords } from '../reading/names.ts';
import { uuidFrom } from '../reading/uuid.ts';
import { websiteFrom } from '../reading/website.ts';
import type { KeywordFilter, ProfileWhere } from '../sdk/generated/schema-types.ts';
import type { CompanyWhere } from './generated/documents.ts';
import {
  alternativesIn,
  functionForms,
  placeForms,
  rewordings,
  synonyms,
  tellingWords,
  titleWords,
} from './vocabulary.ts';

/** Conditions on people, in words. */
export interface PeopleWords {
  readonly text?: string | undefined;
  readonly name?: string | undefined;
  readonly title?: string | undefined;
  readonly employer?: string | undefined;
  readonly past_employer?: string | undefined;
  readonly place?: string | undefined;
  readonly industry?: string | undefined;
  readonly seniority?: string | undefined;
  readonly function?: string | undefined;
  readonly skill?: string | undefined;
  readonly school?: string | undefined;
}

/** Conditions on companies, in words. */
export interface CompanyWords {
  readonly text?: string | undefined;
  readonly name?: string | undefined;
  readonly industry?: string | undefined;
  readonly place?: string | undefined;
  readonly technology?: string | undefined;
  readonly min_headcount?: number | undefined;
  readonly max_headcount?: number | undefined;
  readonly founded_after?: string | undefined;
  readonly founded_before?: string | undefined;
}

/** The first field of each condition, by which a search says what emptied it. */
export const argumentOfField: Readonly<Record<string, string>> = {
  headline: 'text',
  fullName: 'name',
  currentTitle: 'title',
  currentCompanyName: 'employer',
  isCurrent: 'past_employer',
  currentLocation: 'place',
  currentCompanyIndustries: 'industry',
  currentSeniorities: 'seniority',
  currentFunction: 'function',
  skills: 'skill',
  // Of companies.
  summary: 'text',
  industries: 'industry',
  products: 'technology',
  headcount: 'headcount',
  founded: 'founded',
};

const one = <Where>(conditions: readonly Where[]): { readonly or: readonly Where[] } => ({ or: conditions });

const hasWhole = (text: string): KeywordFilter => ({ eqIgnoreCase: text });
const begins = (text: string): KeywordFilter => ({ prefixIgnoreCase: text });

/** A firm by its name without its legal form, its website, or its id. */
function firm(text: string) {
  const id = uuidFrom(text);
  const website = /\.\p{L}{2,}/u.test(text) && !/\s/.test(text.trim()) ? websiteFrom(text)?.host : undefined;
  const words = firmWords(text.replaceAll('-', ' ')).join(' ');
  return { id, website, words: words === '' ? text : words };
}

function employer(text: string): ProfileWhere {
  const { id, website, words } = firm(text);
  if (id !== undefined) return { currentCompanyId: { eq: id } };
  const named: ProfileWhere = { currentCompanyName: { matches: words } };
  return website === undefined
    ? named
    : one([{ currentCompanyName: { matches: text } }, { currentCompanyWebsites: hasWhole(website) }]);
}

function pastEmployer(text: string): ProfileWhere {
  const { id, website, words } = firm(text);
  const company =
    id !== undefined
      ? { id: { eq: id } }
      : website !== undefined
        ? { websites: hasWhole(website) }
        : { name: { matches: words } };
  return { experience: { some: { isCurrent: { eq: false }, company } } };
}

/** A place by its parts, such as `Berlin, Germany`: each is a town, region, country or continent. */
function place(text: string): ProfileWhere {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return {
    and: (parts.length > 0 ? parts : [text]).map((part) =>
      one(
        placeForms(part).flatMap((name): ProfileWhere[] => [
          { currentLocation: { phrase: name } },
          { locationLocality: hasWhole(name) },
          { locationRegion: hasWhole(name) },
          { locationCountry: hasWhole(name) },
          { locationContinent: hasWhole(name) },
        ]),
      ),
    ),
  };
}

/** Words that titles have or lack without another meaning. */
const joints = /\b(?:of|the|and|for)\b|[,&]/gi;

const title = (text: string): ProfileWhere =>
  one(titleWords(text).map((words): ProfileWhere => ({ currentTitle: { matches: words.replaceAll(joints, ' ') } })));

const industry = (text: string): ProfileWhere =>
  one(synonyms('industry', text).map((words): ProfileWhere => ({ currentCompanyIndustries: begins(words) })));

const seniority = (text: string): ProfileWhere =>
  one(synonyms('seniority', text).map((words): ProfileWhere => ({ currentSeniorities: hasWhole(words) })));

const jobFunction = (text: string): ProfileWhere =>
  one(functionForms(text).map((words): ProfileWhere => ({ currentFunction: begins(words) })));

const skill = (text: string): ProfileWhere => ({ skills: hasWhole(text) });

const school = (text: string): ProfileWhere =>
  one(
    rewordings('school', text.replaceAll('.', '')).map(
      (name): ProfileWhere => ({ education: { some: { school: { name: { matches: name } } } } }),
    ),
  );

/** A word that may be said of a person anywhere. */
const anywhere = (word: string): ProfileWhere =>
  one([
    { headline: { matches: word } },
    { fullName: { matches: word } },
    { currentCompanyName: { matches: word } },
    title(word),
    place(word),
    industry(word),
    seniority(word),
    jobFunction(word),
    { skills: begins(word) },
  ]);

const peopleConditions: { readonly [Name in keyof PeopleWords]-?: (text: string) => ProfileWhere } = {
  text: (text) => ({ and: tellingWords(text).map(anywhere) }),
  name: (text) => ({ fullName: { matches: text } }),
  title,
  employer,
  past_employer: pastEmployer,
  place,
  industry,
  seniority,
  function: jobFunction,
  // Several skills must all be there.
  skill: (text) => ({
    and: text
      .split(/\s*(?:,|&|\band\b)\s*/i)
      .filter((part) => part !== '')
      .map(skill),
  }),
  school,
};

/** Compiles words to a condition; undefined if there are none. */
export function peopleWhere(words: PeopleWords): ProfileWhere | undefined {
  const all: ProfileWhere[] = [];
  for (const [name, condition] of Object.entries(peopleConditions)) {
    const text = words[name as keyof PeopleWords];
    if (text !== undefined) all.push(anyOf(text, condition));
  }
  return all.length === 0 ? undefined : { and: all };
}

function anyOf<Where>(text: string, condition: (text: string) => Where): Where | { readonly or: readonly Where[] } {
  const [first = text, ...more] = alternativesIn(text);
  return more.length === 0 ? condition(first) : one([first, ...more].map(condition));
}

const companyPlace = (text: string): CompanyWhere => ({
  and: text.split(',').map((part) =>
    one(
      placeForms(part.trim()).map(
        (name): CompanyWhere => ({
          locations: { some: one([{ name: { phrase: name } }, { country: hasWhole(name) }]) },
        }),
      ),
    ),
  ),
});

const companyIndustry = (text: string): CompanyWhere =>
  one(synonyms('industry', text).map((words): CompanyWhere => ({ industries: begins(words) })));

const companyName = (text: string): CompanyWhere => {
  const { id, website, words } = firm(text);
  if (id !== undefined) return { id: { eq: id } };
  const named: CompanyWhere[] = [{ name: { matches: words } }, { alternativeNames: { matches: words } }];
  return one(website === undefined ? named : [{ websites: hasWhole(website) }, { name: { matches: text } }]);
};

/** Compiles words to a condition on companies; undefined if there are none. */
export function companyWhere(given: CompanyWords): CompanyWhere | undefined {
  const all: CompanyWhere[] = [];
  const { text, name, industry: trade, place: where, technology } = given;
  if (text !== undefined)
    all.push({
      and: tellingWords(text).map((word) =>
        one<CompanyWhere>([
          { summary: { matches: word } },
          { description: { matches: word } },
          { name: { matches: word } },
          companyIndustry(word),
          companyPlace(word),
        ]),
      ),
    });
  if (name !== undefined) all.push(anyOf(name, companyName));
  if (trade !== undefined) all.push(anyOf(trade, companyIndustry));
  if (where !== undefined) all.push(anyOf(where, companyPlace));
  if (technology !== undefined)
    all.push(anyOf(technology, (words): CompanyWhere => ({ techStack: { products: begins(words) } })));
  const { min_headcount: least, max_headcount: most, founded_after: after, founded_before: before } = given;
  if (least !== undefined || most !== undefined)
    all.push({
      workforce: {
        headcount: { ...(least !== undefined && { gte: least }), ...(most !== undefined && { lte: most }) },
      },
    });
  if (after !== undefined || before !== undefined)
    all.push({
      founded: {
        ...(after !== undefined && { gte: momentOf(after) }),
        ...(before !== undefined && { lt: momentOf(before) }),
      },
    });
  return all.length === 0 ? undefined : { and: all };
}

/** The first moment of a year or a day. */
const momentOf = (text: string): string => {
  const [, year = '', month = '01', day = '01'] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text.trim()) ?? [];
  return `${year === '' ? text : `${year}-${month}-${day}`}T00:00:00Z`;
};
