import { isObject } from './json.ts';
import type { Source } from './record/relationship.ts';

/**
 * Why two people are said to know each other, in two vocabularies. Answers say what a connection means
 * (`sources[].origin`); queries say how it was synced (`team_connections.origins`). The specification shows only
 * `xnet_connection`; the rest is what providers document.
 */

/** The origins of answers, each with the words of queries that may mean it: several where it is not certain. */
const queryWords = {
  xnet_connection: ['csv', 'plugin', 'user-profile'],
  work_overlap: ['overlaps'],
  education_overlap: ['education-overlaps'],
  shared_investor: ['investor-overlaps'],
  email_contact: ['google'],
  calendar_events: ['google-calendar'],
  manual_import: ['manual-csv', 'manual-url'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Origin = keyof typeof queryWords;

const isOrigin = (word: string): word is Origin => Object.hasOwn(queryWords, word);

/** The origins of answers. */
export const origins: readonly Origin[] = Object.keys(queryWords).filter(isOrigin);

/** Every word of queries. */
export const queriedOrigins: readonly string[] = Object.values(queryWords).flat();

/** The origin of answers that a word means; undefined for an unknown word. */
export const originMeant = (word: string | null | undefined): Origin | undefined =>
  typeof word === 'string' ? meant.get(word) : undefined;

const meant: ReadonlyMap<string, Origin> = new Map(
  origins.flatMap((origin) => [origin, ...queryWords[origin]].map((word) => [word, origin] as const)),
);

/** The members that only one kind of source has. */
const members: readonly (readonly [Origin, readonly (keyof Source)[]])[] = [
  ['work_overlap', ['shared_company', 'shared_company_id', 'shared_company_website', 'shared_company_xnet_slug']],
  ['education_overlap', ['shared_school', 'shared_major', 'graduation_year']],
  ['shared_investor', ['investor', 'portfolio_company']],
];

/** The origin of a source that is sent without one, as its members show it: some upstreams leave it out. */
export const originShownBy = (source: Source): Origin | undefined =>
  members.find(([, names]) => names.some((name) => (source[name] ?? '') !== ''))?.[0];

type Body = Readonly<Record<string, unknown>>;

/** The path by which connections are queried by origin. */
const path = 'team_connections.origins';
const isOriginsPath = (named: unknown): boolean => named === path || named === `${path}.keyword`;

/**
 * Copies a query so that a condition on an origin of answers also holds for the queries' words that may mean it. Negated,
 * such a condition excludes what was synced under any of them.
 */
export function withQueriedOrigins(query: Body): Body {
  const [[name, body] = ['', undefined], ...others] = Object.entries(query);
  const widened = others.length === 0 && isObject(body) ? widenedClause(name, body) : undefined;
  return widened ?? Object.fromEntries(Object.entries(query).map(([key, inner]) => [key, within(inner)]));
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  return isObject(value) ? withQueriedOrigins(value) : value;
}

/** The words of answers and queries for each origin, for a sentence. */
export const originWords = origins.map((origin) => `${origin} (${queryWords[origin].join(', ')})`).join('; ');

/** The words that a query's conditions on origins name, those of negations excepted. */
export function originsIn(query: unknown): readonly string[] {
  if (Array.isArray(query)) return query.flatMap(originsIn);
  if (!isObject(query)) return [];
  return Object.entries(query).flatMap(([name, inner]) => {
    if (name === 'must_not') return [];
    if (!isOriginsPath(name)) return originsIn(inner);
    const operand = isObject(inner) ? (inner.value ?? inner.query ?? inner.wildcard) : inner;
    return [operand].flat().flatMap((word) => (typeof word === 'string' ? word : []));
  });
}

/** A leaf clause with more words; undefined if it has no condition on origins. */
function widenedClause(name: string, body: Body): Body | undefined {
  if (name === 'query_string' || name === 'simple_query_string') {
    const isDefault = [body.fields ?? body.default_field].flat().some(isOriginsPath);
    const or = name === 'query_string' ? ' OR ' : ' | ';
    return typeof body.query === 'string'
      ? { [name]: { ...body, query: widenedText(body.query, isDefault, or) } }
      : undefined;
  }
  if (name === 'multi_match')
    return [body.fields].flat().some(isOriginsPath)
      ? either({ [name]: body }, path, wordsBy(equal, body.query))
      : undefined;
  const named = Object.keys(body).find(isOriginsPath);
  if (named === undefined) return undefined;
  const { [named]: operand, ...options } = body;
  if (name === 'terms')
    return Array.isArray(operand)
      ? { terms: { ...options, [named]: [...new Set([...operand, ...operand.flatMap((one) => wordsBy(equal, one))])] } }
      : undefined;
  const given = isObject(operand) ? (operand.value ?? operand.query ?? operand.wildcard) : operand;
  const ignoresCase = isObject(operand) && operand.case_insensitive === true;
  const more = wordsBy(
    comparisons[name] ?? equal,
    ignoresCase && typeof given === 'string' ? given.toLowerCase() : given,
  );
  const isPlain = !isObject(operand) || (name === 'term' && Object.keys(operand).every((option) => option === 'value'));
  return isPlain && exact.includes(name) && more.length > 0
    ? { terms: { [named]: [given, ...more] } }
    : either({ [name]: body }, named, more);
}

const exact: readonly string[] = ['term', 'match', 'match_phrase'];

/** A clause, or else one of the words; the clause alone if there are none. */
const either = (clause: Body, named: string, words: readonly string[]): Body =>
  words.length === 0 ? clause : { bool: { should: [clause, { terms: { [named]: words } }], minimum_should_match: 1 } };

/** Whether an operand names an origin. */
type Comparison = (origin: string, operand: string) => boolean;

const equal: Comparison = (origin, operand) => origin === operand;
const begins: Comparison = (origin, operand) => origin.startsWith(operand);
const comparisons: Readonly<Record<string, Comparison>> = {
  prefix: begins,
  match_phrase_prefix: begins,
  match_bool_prefix: begins,
  wildcard: isLike,
};

/** Whether a text matches a pattern of `*` and `?`, in time that no pattern can make long, as a regular expression could. */
function isLike(text: string, pattern: string): boolean {
  let [at, star, resumedAt] = [0, -1, 0];
  let place = 0;
  while (at < text.length) {
    const char = pattern[place];
    if (char === '*') {
      star = place;
      resumedAt = at;
      place += 1;
    } else if (char === '?' || (char !== undefined && char === text[at])) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      // The last star takes one character more.
      resumedAt += 1;
      at = resumedAt;
      place = star + 1;
    } else return false;
  }
  while (pattern[place] === '*') place += 1;
  return place === pattern.length;
}

/** The words of queries for the origins that an operand names. */
const wordsBy = (names: Comparison, operand: unknown): readonly string[] =>
  typeof operand === 'string'
    ? origins.filter((origin) => names(origin, operand)).flatMap((origin) => queryWords[origin])
    : [];

/** A bracket, a field before its colon, a phrase, or a word of a text with operators. */
const token = /([()])|([\w.]+)\s*:|"((?:[^"\\]|\\.)*)"|((?:[^\s()":\\]|\\.)+)/g;

/** The text of a `query_string` or `simple_query_string` with more words; `isDefault`: where it names no field, origins are meant. */
function widenedText(text: string, isDefault: boolean, or: string): string {
  const outer: boolean[] = [];
  let within = isDefault;
  let next: boolean | undefined;
  return text.replace(token, (sent, bracket?: string, field?: string, phrase?: string, word?: string) => {
    if (field !== undefined) {
      next = isOriginsPath(field);
      return sent;
    }
    const applies = next ?? within;
    next = undefined;
    if (bracket === '(') {
      outer.push(within);
      within = applies;
    } else if (bracket === ')') within = outer.pop() ?? isDefault;
    if (bracket !== undefined || !applies) return sent;
    const [, sign = '', bare = '', star] = /^([+-]?)(.*?)(\*?)(?:\^[\d.]+)?$/.exec(phrase ?? word ?? '') ?? [];
    const more = wordsBy(star ? begins : equal, bare);
    if (more.length === 0) return sent;
    return `${sign}(${[sent.slice(sign.length), ...more.map((one) => `"${one}"`)].join(or)})`;
  });
}
