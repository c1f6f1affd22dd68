import type { Range } from '../reading/ranges.ts';
import type { ExperienceWhere, ProfileWhere } from '../sdk/generated/schema-types.ts';
import { classBoundsOf } from './size-classes.ts';

/**
 * Names of the filters of lists of people, as parameters of the address: `?title=engineer&company=Kestrel`.
 * Alternatives of a filter are separated by `|`; one that begins with `!` must not hold.
 */
export const filterNames = [
  'name',
  'title',
  'function',
  'level',
  'industry',
  'company',
  'past',
  'was',
  'not',
  'place',
  'country',
  'skill',
  'school',
  'degree',
  'tag',
  'size',
  'since',
  'via',
  'hiring',
  'open',
] as const;

export type FilterName = (typeof filterNames)[number];
export type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** Filters that have no value. */
export const isFlag = (name: string): boolean => name === 'hiring' || name === 'open';

export const filtersIn = (query: Readonly<Partial<Record<string, string>>>): Filters =>
  Object.fromEntries(filterNames.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));

/** A connector, by which people can be filtered. */
export interface NamedConnector {
  readonly id: string;
  readonly name: string | null;
}

type Condition = (text: string, connectors: readonly NamedConnector[]) => ProfileWhere;

/** A job at an employer, by a part of its name, the host of its website, or its id. */
const employedAt = (text: string): ExperienceWhere =>
  isId(text)
    ? { or: [{ companyId: { eq: text } }, { company: { id: { eq: text } } }] }
    : { company: isHost(text) ? { websites: { eqIgnoreCase: text } } : { name: { phrase: text } } };

/** Converts a filter's value to a condition. */
const conditions: Readonly<Record<FilterName, Condition>> = {
  name: (text) => ({ fullName: { matches: text } }),
  title: (text) => ({ currentTitle: { matches: text } }),
  function: (text) => ({ currentFunction: { eqIgnoreCase: text } }),
  level: (text) => ({ currentSeniorities: { eqIgnoreCase: text } }),
  industry: (text) => ({ currentCompanyIndustries: beginning(text) }),
  /** By a part of its name, the host of its website, or its id. */
  company: (text) => {
    if (isId(text)) return { currentCompanyId: { eq: text } };
    const named: ProfileWhere = { currentCompanyName: { phrase: text } };
    return isHost(text) ? { or: [named, { currentCompanyWebsites: { eqIgnoreCase: text } }] } : named;
  },
  /** All employers separated by `+` are required. Those who have come back are no former employees. */
  past: (text) => {
    const all = text.split(' + ').map((one): ProfileWhere => {
      const jobs: ProfileWhere = { experience: { some: { not: { isCurrent: { eq: true } }, ...employedAt(one) } } };
      return { ...jobs, not: conditions.company(one, []) };
    });
    const [only, ...others] = all;
    return only && others.length === 0 ? only : { and: all };
  },
  /** A former title, and after `@` the employer at that time. */
  was: (text) => {
    const [title = '', firm] = text.split(/\s*@\s*/);
    // A record may not say that a job has ended.
    return {
      experience: {
        some: { not: { isCurrent: { eq: true } }, title: { matches: title }, ...(firm ? employedAt(firm) : {}) },
      },
    };
  },
  not: (text) => ({ not: { currentCompanyName: { phrase: text } } }),
  /** A town, region, country or continent; all parts separated by commas are required. */
  place: (text) => {
    const [only, ...others] = text.split(/\s*,\s*/).map(
      (part): ProfileWhere => ({
        or: [
          { currentLocation: { phrase: part } },
          { locationLocality: { eqIgnoreCase: part } },
          { locationRegion: { eqIgnoreCase: part } },
          { locationCountry: { eqIgnoreCase: part } },
          { locationContinent: { eqIgnoreCase: part } },
        ],
      }),
    );
    return only && others.length === 0 ? only : { and: only ? [only, ...others] : [] };
  },
  country: (text) => ({
    or: [{ locationCountry: { eqIgnoreCase: text } }, { locationContinent: { eqIgnoreCase: text } }],
  }),
  /** All skills separated by `+` are required. */
  skill: (text) => {
    const [only, ...others] = text.split(' + ').map((one): ProfileWhere => ({ skills: { eqIgnoreCase: one } }));
    return only && others.length === 0 ? only : { and: only ? [only, ...others] : [] };
  },
  school: (text) => ({ education: { some: { school: { name: { phrase: text } } } } }),
  degree: (text) => ({
    education: { some: { or: [{ degrees: { eqIgnoreCase: text } }, { majors: { eqIgnoreCase: text } }] } },
  }),
  tag: (text) => ({ smartTags: { eqIgnoreCase: text } }),
  /** The company's size, which records have as a class. */
  size: (text) => {
    const { gte, lte } = classBoundsOf(rangeOf(text));
    return {
      currentCompanySize: { ...(gte !== undefined && { min: { gte } }), ...(lte !== undefined && { max: { lte } }) },
    };
  },
  /** A day, or two days separated by `..`, the second exclusive. */
  since: (text) => {
    const [from = '', until] = text.split('..');
    return { experience: { some: { isCurrent: { eq: true }, startDate: { gte: from, ...(until && { lt: until }) } } } };
  },
  via: (text, connectors) => ({
    connectedUsers: {
      in: connectors
        .filter(({ id, name }) => id === text || name?.toLowerCase() === text.toLowerCase())
        .map(({ id }) => id),
    },
  }),
  hiring: () => ({ hiring: { eq: true } }),
  open: () => ({ openToWork: { eq: true } }),
};

/** Whether a value is an id. */
export const isId = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
/** The condition that a value begins with a text, or, since many begin with any two letters, is it. */
export const beginning = (text: string) => (text.length < 3 ? { eqIgnoreCase: text } : { prefixIgnoreCase: text });
const isHost = (text: string): boolean => /^[^\s/.]+(?:\.[^\s/.]+)*\.\p{L}{2,}$/u.test(text);

const either = (texts: readonly string[], condition: (text: string) => ProfileWhere): ProfileWhere => {
  const [only, ...others] = texts.map(condition);
  return only && others.length === 0 ? only : { or: texts.map(condition) };
};

/** A range as a filter's value, such as `201..`, `..29` or `50..200`, both bounds inclusive. */
export const rangeText = ({ min, max }: Range): string => `${min ?? ''}..${max ?? ''}`;

export const rangeOf = (text: string): { readonly gte?: number; readonly lte?: number } => {
  const [from = '', to = ''] = text.split('..');
  return { ...(from !== '' && { gte: Number(from) }), ...(to !== '' && { lte: Number(to) }) };
};

/** Whether an alternative must not hold. */
export const isUnwanted = (text: string): boolean => text.startsWith('!');

/** The alternatives in a filter's value. */
export const alternativesIn = (text: string): readonly string[] =>
  text.split('|').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]));

/** Combines filters to a condition; null without any. */
export const whereOf = (filters: Filters, connectors: readonly NamedConnector[] = []): ProfileWhere | null => {
  const all = filterNames.flatMap((name) => {
    const text = filters[name];
    if (text === undefined) return [];
    const all = alternativesIn(text);
    const [wanted, unwanted] = [all.filter((one) => !isUnwanted(one)), all.filter(isUnwanted)];
    return [
      ...(wanted.length > 0 ? [either(wanted, (one) => conditions[name](one, connectors))] : []),
      ...unwanted.map((one) => ({ not: conditions[name](one.slice(1), connectors) })),
    ];
  });
  const [only, ...others] = all;
  if (!only) return null;
  return others.length === 0 ? only : { and: all };
};
