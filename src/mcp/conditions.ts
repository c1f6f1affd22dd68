import { companySearchIn } from '../reading/company-search.ts';
import { firmWords } from '../reading/names.ts';
import { rangeIn } from '../reading/ranges.ts';
import { companyFactOf, industryForms } from '../reading/synonyms.ts';
import { uuidFrom } from '../reading/uuid.ts';
import { titleOf } from '../reading/vocabulary.ts';
import { websiteFrom } from '../reading/website.ts';
import type { CompanyWhere, KeywordFilter, ProfileWhere } from '../sdk/generated/schema-types.ts';
import {
  alternativesIn,
  functionForms,
  placesOf,
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
  readonly major?: string | undefined;
  readonly graduated?: string | undefined;
  readonly email?: string | undefined;
  /** The size of the employer. */
  readonly company_size?: string | undefined;
  /** The id of a connector. */
  readonly connector?: string | undefined;
  readonly hiring?: boolean | undefined;
  readonly openToWork?: boolean | undefined;
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
  /** Such as `startup`, `public` or `non-profit`. */
  readonly kind?: string | undefined;
  readonly funding_stage?: string | undefined;
  readonly min_funding?: number | undefined;
  readonly max_funding?: number | undefined;
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
  emails: 'email',
  min: 'company_size',
  max: 'company_size',
  connectedUsers: 'known_by',
  // Of companies.
  summary: 'text',
  industries: 'industry',
  products: 'technology',
  headcount: 'headcount',
  founded: 'founded',
  lastRoundType: 'funding_stage',
  totalFundingAmountUsd: 'funding',
};

const one = <Where>(conditions: readonly Where[]): { readonly or: readonly Where[] } => ({ or: conditions });

const hasWhole = (text: string): KeywordFilter => ({ eqIgnoreCase: text });
const begins = (text: string): KeywordFilter => ({ prefixIgnoreCase: text });

/** A firm by its name without its legal form, its website, or its id. */
function firm(text: string) {
  const id = uuidFrom(text);
  const website = /\.\p{L}{2,}/u.test(text) && !/\s/.test(text.trim()) ? websiteFrom(text)?.host : undefined;
  const words = firmWords(text.replaceAll('-', ' ')).join(' ') || text;
  return { id, website, words };
}

/** Words, and where they may be written for an umlaut, without it. */
const withUmlauts = (words: string): readonly string[] => [
  ...new Set([words, words.replaceAll(/(?<=[aou])e(?=[^aeiou\s])/gi, '')]),
];

function employer(text: string): ProfileWhere {
  const { id, website, words } = firm(text);
  if (id !== undefined) return { currentCompanyId: { eq: id } };
  const named = one(withUmlauts(words).map((name): ProfileWhere => ({ currentCompanyName: { matches: name } })));
  return website === undefined
    ? named
    : one([{ currentCompanyName: { matches: text } }, { currentCompanyWebsites: hasWhole(website) }]);
}

/** Records that do not say whether a job is the present one have its end. */
const isPast = { and: [{ or: [{ isCurrent: { eq: false } }, { isCurrent: { isNull: true } }] }] };

function pastEmployer(text: string): ProfileWhere {
  const { id, website, words } = firm(text);
  if (id !== undefined)
    return { experience: { some: { ...isPast, or: [{ companyId: { eq: id } }, { company: { id: { eq: id } } }] } } };
  const company =
    website !== undefined
      ? { websites: hasWhole(website) }
      : one(withUmlauts(words).map((name) => ({ name: { matches: name } })));
  return { experience: { some: { ...isPast, company } } };
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
        placesOf(part).flatMap((name): ProfileWhere[] => [
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
  one(industryForms(text).map((words): ProfileWhere => ({ currentCompanyIndustries: begins(words) })));

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

/** Words before a past employer, in several languages, and its name in capitals. */
const formerly =
  /(?:\bex[- ]|\b(?:former(?:ly)?|previously|once|alumni|worked|used to work|früher|ehemals|anciens?|ancienne?s?|antigu[oa]s?|ex-?emplead[oa]s?)\s+(?:at|of|for|from|bei|von|de|d['’]|chez|en)?\s*)(\p{Lu}[\p{L}\p{N}&.-]*(?:\s+(?:&\s+)?\p{Lu}[\p{L}\p{N}&.-]*)*)/u;

/** A name with either apostrophe, or without. */
const personName = (text: string): ProfileWhere =>
  one(
    [...new Set([text, ...["'", '’', ''].map((mark) => text.replaceAll(/['’ʼ]/g, mark))])].map(
      (name): ProfileWhere => ({ fullName: { matches: name } }),
    ),
  );

/** Two words that are one skill, place, industry or title, such as `machine learning`. */
const pair = (words: string): ProfileWhere =>
  one([title(words), place(words), industry(words), { skills: hasWhole(words) }]);

/** Every word of a text, by itself or with one beside it. */
const saidAnywhere = (text: string): readonly ProfileWhere[] => {
  const words = tellingWords(text);
  const pairs = words.slice(1).map((word, at) => pair(`${words[at]} ${word}`));
  return words.map((word, at) => one([anywhere(word), pairs[at - 1] ?? [], pairs[at] ?? []].flat()));
};

const peopleConditions: { readonly [Name in Exclude<keyof PeopleWords, Flag>]-?: (text: string) => ProfileWhere } = {
  text: (text) => {
    const [phrase, firm] = formerly.exec(text) ?? [];
    const rest = phrase === undefined ? text : text.replace(phrase, ' ');
    return { and: [...(firm === undefined ? [] : [pastEmployer(firm)]), ...saidAnywhere(rest)] };
  },
  name: personName,
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
  // What was studied, or the degree.
  major: (text) => ({ education: { some: one([{ majors: begins(text) }, { degrees: begins(text) }]) } }),
  graduated: (text) => {
    const { min, max } = rangeIn(text) ?? {};
    const ended = {
      ...(min !== undefined && { gte: `${min}-01-01` }),
      lte: `${max ?? (/[><+]|after|since/.test(text) ? 9999 : min)}-12-31`,
    };
    return { education: { some: { endDate: ended } } };
  },
  email: (text) => ({ emails: hasWhole(text) }),
  company_size: (text) => {
    const { min, max } = rangeIn(text) ?? {};
    return {
      currentCompanySize: {
        ...(min !== undefined && { min: { gte: min } }),
        ...(max !== undefined && { max: { lte: max } }),
      },
    };
  },
  connector: (id) => ({ connectedUsers: { eq: id } }),
};

/** Facts of a person that are yes or no. */
const flags = ['hiring', 'openToWork'] as const;

type Flag = (typeof flags)[number];

/** The conditions whose words models mix up: `title: "Sales"` is a function, too. */
const mixedUp = ['title', 'function', 'seniority', 'industry', 'skill'] as const;

/** Words as they are read otherwise, with the arguments that say so, null for those to leave out. */
export interface OtherReading {
  readonly note: string;
  readonly words: PeopleWords;
  readonly changed: Readonly<Record<string, string | null>>;
}

/** The same words with one of them read as another condition, for a search that finds nobody. */
export const otherReadings = (words: PeopleWords): readonly OtherReading[] =>
  mixedUp.flatMap((name) => {
    const { [name]: text, ...rest } = words;
    if (text === undefined || excludedFrom(text).excluded.length > 0) return [];
    return (
      mixedUp
        .filter((other) => other !== name && rest[other as keyof typeof rest] === undefined)
        // A title with a role, such as VP of Sales, is more than a function.
        .filter((other) => other !== 'function' || titleOf(text.split(/\s+/)) === undefined || name !== 'title')
        .map((other) => ({
          note: `Nobody is found by ${name} “${text}”, so it was read as ${other}.`,
          words: { ...rest, [other]: text },
          changed: { [name]: null, [other]: text },
        }))
    );
  });

/** Compiles words to a condition; undefined if there are none. */
export function peopleWhere(words: PeopleWords): ProfileWhere | undefined {
  const all: ProfileWhere[] = [];
  for (const [name, condition] of Object.entries(peopleConditions)) {
    const text = words[name as Exclude<keyof PeopleWords, Flag>];
    if (text !== undefined) all.push(anyOf(text, condition));
  }
  for (const flag of flags) if (words[flag] !== undefined) all.push({ [flag]: { eq: words[flag] } });
  return all.length === 0 ? undefined : { and: all };
}

/** Words before what is excluded, or the sign of it. */
const but =
  /(?:^|[\s,;(]+)(?:(?:but|and|aber|mais|pero)\s+)?(?:not|without|except(?:\s+for)?|excluding|exclude|other\s+than|nicht|außer|ohne|sans|sauf|salvo)\s+(?:(?:a|an|any|the|at|in|for|of|from)\s+)?([^,;)]+)|(?:^|\s)[-!](\p{L}[^,;)]*)/giu;

/** A text without what it excludes, such as `engineer, not manager`. */
export const excludedFrom = (text: string): { readonly rest: string; readonly excluded: readonly string[] } => ({
  rest: text.replaceAll(but, ' ').replace(/^[\s,;]+|[\s,;]+$/g, ''),
  excluded: [...text.matchAll(but)].flatMap(([, word, signed]) => alternativesIn(word ?? signed ?? '')),
});

/** Any of the alternatives in a text, and none that it excludes. */
function anyOf<Where extends ProfileWhere | CompanyWhere>(
  text: string,
  condition: (text: string) => Where,
): Conditions<Where> {
  const { rest, excluded } = excludedFrom(text);
  const [first, ...more] = alternativesIn(rest);
  const kept =
    first === undefined ? [] : more.length === 0 ? [condition(first)] : [one([first, ...more].map(condition))];
  if (excluded.length === 0) return kept[0] ?? condition(text);
  return { and: [...kept, { not: one(excluded.map(condition)) }] };
}

type Conditions<Where> =
  | Where
  | { readonly or: readonly Where[] }
  | { readonly and: readonly (Conditions<Where> | { readonly not: Conditions<Where> })[] };

const companyPlace = (text: string): CompanyWhere => ({
  and: text.split(',').map((part) =>
    one(
      placesOf(part.trim()).map(
        (name): CompanyWhere => ({
          locations: { some: one([{ name: { phrase: name } }, { country: hasWhole(name) }]) },
        }),
      ),
    ),
  ),
});

/** What has become of a company. */
const states: Readonly<Record<string, string>> = {
  ...{ acquired: 'isAcquired', bought: 'isAcquired', exited: 'isExited', stealth: 'isStealth' },
  ...{ closed: 'isShutDown', 'shut down': 'isShutDown', defunct: 'isShutDown' },
};

const companyIndustry = (text: string): CompanyWhere => {
  const fact = companyFactOf(text) ?? states[text.trim().toLowerCase()];
  return one([
    ...industryForms(text).map((words): CompanyWhere => ({ industries: begins(words) })),
    ...(fact ? [{ businessData: { [fact]: { eq: true } } }] : []),
    ...(/^(?:listed|public|publicly traded)$/i.test(text.trim())
      ? [{ businessData: { ownershipStatus: hasWhole('public') } }]
      : []),
  ]);
};

const companyName = (text: string): CompanyWhere => {
  const { id, website, words } = firm(text);
  if (id !== undefined) return { id: { eq: id } };
  const named = withUmlauts(words).flatMap((one): CompanyWhere[] => [
    { name: { matches: one } },
    { alternativeNames: { matches: one } },
  ]);
  return one(website === undefined ? named : [{ websites: hasWhole(website) }, { name: { matches: text } }]);
};

/** Compiles words to a condition on companies; undefined if there are none. */
export function companyWhere(given: CompanyWords): CompanyWhere | undefined {
  const all: CompanyWhere[] = [];
  const { text, name, industry: trade, place: where, technology, kind, funding_stage: stage } = given;
  const search = text === undefined ? undefined : companySearchIn(text);
  if (text !== undefined)
    all.push({
      and: tellingWords(search?.rest ?? text).map((word) =>
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
  if (kind !== undefined) all.push(anyOf(kind, companyIndustry));
  if (stage !== undefined)
    all.push(anyOf(stage, (type): CompanyWhere => ({ funding: { lastRound: { lastRoundType: begins(type) } } })));
  const { min_funding: leastUsd, max_funding: mostUsd } = given;
  if (leastUsd !== undefined || mostUsd !== undefined)
    all.push({
      funding: {
        totalFundingAmountUsd: {
          ...(leastUsd !== undefined && { gte: leastUsd }),
          ...(mostUsd !== undefined && { lte: mostUsd }),
        },
      },
    });
  if (technology !== undefined)
    // Several products must all be there, as skills must.
    all.push(
      anyOf(
        technology,
        (words): CompanyWhere => ({
          and: words
            .split(/\s*(?:,|&|\band\b)\s*/i)
            .flatMap((product) => (product === '' ? [] : [{ techStack: { products: begins(product) } }])),
        }),
      ),
    );
  const { min_headcount: least = search?.size?.min, max_headcount: most = search?.size?.max } = given;
  const {
    founded_after: after = yearOf(search?.founded?.min),
    founded_before: before = yearOf(search?.founded?.max, 1),
  } = given;
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

const yearOf = (year: number | undefined, further = 0): string | undefined =>
  year === undefined ? undefined : String(year + further);

/** The first moment of a year or a day. */
const momentOf = (text: string): string => {
  const [, year = '', month = '01', day = '01'] = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?/.exec(text.trim()) ?? [];
  return `${year === '' ? text : `${year}-${month}-${day}`}T00:00:00Z`;
};
