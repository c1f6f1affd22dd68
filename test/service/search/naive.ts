import { catalogues, type SearchableKind, usernamesPath } from '../../../src/contract/catalogue.ts';
import { originMeant, queriedOrigins } from '../../../src/contract/origin.ts';
import type { TestConnection, TestRecord } from './corpus.ts';

/**
 * What a query of the DSL means, as plainly as it can be said: a walk over the parsed document, without tokens, trees or
 * SQL. It takes well-formed queries only.
 */

/** What a clause can see: the values at a path, from a record, an element of a nested list, or a connection. */
interface Sight {
  readonly id: string;
  values(path: string): readonly unknown[];
  elements(path: string): readonly Sight[];
}

export interface NaiveWorld {
  readonly kind: SearchableKind;
  readonly teamId: string;
  readonly connections: readonly TestConnection[];
}

export function naiveMatches(query: object, record: TestRecord, world: NaiveWorld): boolean {
  return holds(query, sightOf(record, world), world.kind);
}

function sightOf({ id, info }: TestRecord, { kind, teamId, connections }: NaiveWorld): Sight {
  const root = `${kind}_info`;
  const own = connections.filter(
    (one) => one.profileId === id && one.teamId === teamId && one.mappedCompanyId === null,
  );
  return {
    id,
    values: (path) =>
      path === usernamesPath
        ? usernamesOf(info)
        : path === 'connected_users'
          ? own.map(({ connectorId }) => connectorId)
          : valuesAt({ [root]: info }, path),
    elements: (path) =>
      path === 'team_connections'
        ? own.map(({ origins, connectorId }) =>
            within({ team_connections: { origins: inBoth(origins), connector_id: connectorId, team_id: teamId } }, id),
          )
        : valuesAt({ [root]: info }, path).map((element) => within(nestedAgain(path, element), id)),
  };
}

/** The slugs of a person's accounts on the network. */
const usernamesOf = (info: object): readonly unknown[] =>
  valuesAt(info, 'social_media').flatMap((account) =>
    valuesAt(account, 'network').includes('xnet') ? valuesAt(account, 'slug') : [],
  );

/** A connection is found by the words of answers, and by those of queries that mean the same. */
const inBoth = (words: readonly string[]): readonly string[] => [
  ...words,
  ...queriedOrigins.filter((word) => words.some((one) => one === originMeant(word))),
];

const within = (document: object, id: string): Sight => ({
  id,
  values: (path) => valuesAt(document, path),
  elements: () => [],
});

/** `a.b.c` with an element of it, as a document that holds this element alone. */
const nestedAgain = (path: string, element: unknown): object =>
  path.split('.').reduceRight<object>((inner, name) => ({ [name]: inner }), Object(element));

function valuesAt(value: unknown, path: string): readonly unknown[] {
  const flat = [value].flat(9).filter((item) => item !== null && item !== undefined);
  if (path === '') return flat;
  const [name = '', ...rest] = path.split('.');
  return flat.flatMap((item) =>
    typeof item === 'object' && item !== null && Object.hasOwn(item, name)
      ? valuesAt(Reflect.get(item, name), rest.join('.'))
      : [],
  );
}

function holds(query: object, sight: Sight, kind: SearchableKind): boolean {
  const [clause, body] = onlyEntry(query);
  const again = (inner: object) => holds(inner, sight, kind);
  switch (clause) {
    case 'match_all':
      return true;
    case 'match_none':
      return false;
    case 'bool':
      return boolHolds(body, again);
    case 'nested':
      return sight.elements(member(body, 'path')).some((element) => holds(member(body, 'query'), element, kind));
    case 'ids':
      return member<string[]>(body, 'values').includes(sight.id);
    case 'exists':
      return leavesOf(member(body, 'field'), kind).some((path) => sight.values(path).length > 0);
    case 'multi_match': {
      const { fields, type = 'best_fields', ...options }: Record<string, unknown> = { ...Object(body) };
      const each = type === 'phrase' ? 'match_phrase' : 'match';
      return (fields as string[]).some((field) => again({ [each]: { [field.replace(/\^.*/, '')]: options } }));
    }
    default: {
      const [name, content] = onlyEntry(Object(body));
      return targetsOf(name, kind).some((field) => fieldHolds(clause, field, content, sight));
    }
  }
}

function boolHolds(body: unknown, again: (inner: object) => boolean): boolean {
  const list = (name: string) => [member<object | object[] | undefined>(body, name) ?? []].flat();
  const must = [...list('must'), ...list('filter')];
  const should = list('should');
  if (must.length + should.length + list('must_not').length === 0) return true;
  const needed = minimum(member(body, 'minimum_should_match'), should.length) ?? 0;
  if (must.length + should.length === 0) return !list('must_not').some(again);
  const least = must.length === 0 ? Math.max(1, needed) : needed;
  return must.every(again) && !list('must_not').some(again) && should.filter(again).length >= least;
}

function minimum(rule: unknown, count: number): number | undefined {
  if (rule === undefined) return undefined;
  const text = String(rule);
  if (text.includes('<')) {
    const conditions = text.split(' ').map((condition) => condition.split('<'));
    const held = conditions.filter(([bound]) => count > Number(bound)).at(-1);
    return held ? minimum(held[1], count) : count;
  }
  const number = Number.parseInt(text, 10);
  if (!text.endsWith('%')) return number < 0 ? Math.max(0, count + number) : number;
  const share = Math.floor(Math.abs(count * number) / 100);
  return Math.max(0, number < 0 ? count - share : share);
}

type Kind = 'keyword' | 'text' | 'date' | 'number' | 'boolean';
interface Target {
  readonly path: string;
  readonly kind: Kind;
  /** Addresses and slugs are equal in any case. */
  readonly isCaseless: boolean;
}

function targetsOf(name: string, kind: SearchableKind): readonly Target[] {
  const whole = name.endsWith('.keyword');
  const bare = name.replace(/\.keyword$/, '');
  const { aliases, fields } = catalogues[kind];
  return (aliases.get(bare) ?? [bare]).map((path) => ({
    path,
    kind: whole ? 'keyword' : (fields.get(path)?.kind ?? 'keyword'),
    isCaseless: fields.get(path)?.isCaseless === true,
  }));
}

/** An object is there where a field in it is. */
function leavesOf(name: string, kind: SearchableKind): readonly string[] {
  const inside = [...catalogues[kind].fields.keys()].filter((path) => path.startsWith(`${name}.`));
  return inside.length > 0 ? inside : targetsOf(name, kind).map(({ path }) => path);
}

function fieldHolds(clause: string, { path, kind, isCaseless }: Target, content: unknown, sight: Sight): boolean {
  const values = sight.values(path);
  const long = typeof content === 'object' && content !== null && !Array.isArray(content);
  const option = (name: string): unknown =>
    name === 'case_insensitive' && isCaseless ? true : long ? member(content, name) : undefined;
  const wanted = long ? (option('value') ?? option('query')) : content;
  switch (clause) {
    case 'term':
      return hasTerm(values, kind, wanted, option('case_insensitive') === true);
    case 'terms':
      return [wanted].flat().some((one) => hasTerm(values, kind, one, isCaseless));
    case 'match':
      return kind === 'text' ? hasWords(values, String(wanted), option) : hasTerm(values, kind, wanted, isCaseless);
    case 'match_phrase':
      return kind === 'text' ? hasPhrase(values, String(wanted)) : hasTerm(values, kind, wanted, isCaseless);
    case 'range':
      return values.some((value) => inRange(value, kind, content));
    case 'prefix':
      return hasText(values, kind, wanted, option, (text, prefix) => text.startsWith(prefix));
    case 'wildcard':
      return hasText(values, kind, wanted, option, (text, pattern) => like([...text], [...pattern]));
    default:
      throw new Error(`This evaluator does not know ${clause}.`);
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
const wordsOf = (value: unknown): string[] =>
  [...segmenter.segment(String(value).normalize('NFC').toLowerCase())].flatMap(({ segment, isWordLike }) =>
    isWordLike || /\p{Extended_Pictographic}/u.test(segment) ? [segment] : [],
  );
const textsOf = (values: readonly unknown[], kind: Kind): string[] =>
  kind === 'text' ? values.flatMap(wordsOf) : values.map(String);

function hasTerm(values: readonly unknown[], kind: Kind, wanted: unknown, ignoreCase: boolean): boolean {
  if (kind === 'number') return values.some((value) => Number(value) === Number(wanted));
  if (kind === 'date') return values.some((value) => inRange(value, kind, { gte: wanted, lte: wanted }));
  const folded = (text: unknown) => (ignoreCase ? String(text).toLowerCase() : String(text));
  return textsOf(values, kind).some((text) => folded(text) === folded(wanted));
}

function hasText(
  values: readonly unknown[],
  kind: Kind,
  wanted: unknown,
  option: (name: string) => unknown,
  test: (text: string, wanted: string) => boolean,
): boolean {
  const folded = (text: string) => (option('case_insensitive') === true ? text.toLowerCase() : text);
  return textsOf(values, kind).some((text) => test(folded(text), folded(String(wanted))));
}

function hasWords(values: readonly unknown[], wanted: string, option: (name: string) => unknown): boolean {
  const there = new Set(values.flatMap(wordsOf));
  const words = wordsOf(wanted);
  const found = words.filter((word) => there.has(word)).length;
  const all = option('operator') === 'and';
  const needed =
    all || words.length === 1 ? words.length : Math.max(1, minimum(option('minimum_should_match'), words.length) ?? 1);
  return words.length > 0 && found >= needed;
}

function hasPhrase(values: readonly unknown[], wanted: string): boolean {
  const phrase = wordsOf(wanted);
  return values
    .map(wordsOf)
    .some((words) =>
      words.some((_, start) => phrase.length > 0 && phrase.every((word, at) => words[start + at] === word)),
    );
}

function like(text: readonly string[], pattern: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return text.length === 0;
  if (first === '*') return like(text, rest) || (text.length > 0 && like(text.slice(1), pattern));
  if (first === '?') return text.length > 0 && like(text.slice(1), rest);
  const [letter, after] = first === '\\' && rest.length > 0 ? [rest[0], rest.slice(1)] : [first, rest];
  return text[0] === letter && like(text.slice(1), after);
}

function inRange(value: unknown, kind: Kind, range: unknown): boolean {
  const at = kind === 'number' ? Number(value) : Date.parse(String(value));
  const [first, end] = kind === 'number' ? [Number, Number] : [firstOf, endOf];
  const tests: Readonly<Record<string, (bound: unknown) => boolean>> = {
    gt: (bound) => (kind === 'number' ? at > first(bound) : at >= end(bound)),
    gte: (bound) => at >= first(bound),
    lt: (bound) => at < first(bound),
    lte: (bound) => (kind === 'number' ? at <= end(bound) : at < end(bound)),
  };
  return Object.entries(Object(range)).every(([name, bound]) => tests[name]?.(bound) === true);
}

const firstOf = (text: unknown): number => Date.parse(String(text));

/** The moment after all that a date's text names: of a year or a month, the first day. */
function endOf(text: unknown): number {
  const date = new Date(firstOf(text));
  const length = String(text).length;
  return date.getTime() + (length <= 10 ? 86_400_000 : String(text).includes('.') ? 1 : 1000);
}

/** The one member of a clause, but for those that say nothing about what matches. */
function onlyEntry(value: object): [string, unknown] {
  const [entry] = Object.entries(value).filter(([name]) => name !== 'boost' && name !== '_name');
  if (entry === undefined) throw new Error('A clause must have a member.');
  return entry;
}

/** A member of a query that the test wrote, with the type that it wrote it in. */
const member = <T>(body: unknown, name: string): T => Reflect.get(Object(body), name) as T;
