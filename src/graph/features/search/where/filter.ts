import type { InputFieldRef, InputRef } from '@pothos/core';
import { withoutAccents } from '../../../../client/folded-names.ts';
import { allOf, type Clause, noneOf } from '../../../../contract/clause.ts';
import type { QueryDsl } from '../../../../contract/operation/parts.ts';
import { invalidArgument } from '../../../errors.ts';
import { builder, type SchemaTypes } from '../../../schema/builder.ts';

type InputFields = PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>;
type Value = NonNullable<unknown> | null | undefined;

/** A value of an input type, validated by GraphQL. */
export type Given = Readonly<Record<string, unknown>>;

/** An input type of `where`, and the function that compiles its values to a condition on a field. */
export interface Filter {
  readonly ref: InputRef<Given>;
  /**
   * @param path of the field in the query DSL
   * @param at the path of the argument, for errors
   * @throws a BAD_USER_INPUT error if an operator is null
   */
  compile(given: unknown, path: string, at: string): Clause;
}

type Entry = readonly [name: string, value: unknown];

const givenIn = (given: unknown): readonly Entry[] =>
  typeof given === 'object' && given !== null ? Object.entries(given).filter(([, value]) => value !== undefined) : [];

/**
 * The given fields of a filter. Null is refused: if it counted as absent, a value that a client failed to compute would
 * widen the search, and what is loaded from it costs credits.
 *
 * @throws a BAD_USER_INPUT error if a field is null
 */
export const entriesOf = (given: unknown, at: string): readonly Entry[] =>
  givenIn(given).map((entry) => {
    const [name, value] = entry;
    if (value === null)
      throw invalidArgument(`${at}.${name}`, 'must hold a condition, but got null: leave it out instead.');
    return entry;
  });

/**
 * Compiles a filter within another one. It must have a condition: otherwise it would match every record, and loading
 * those costs credits.
 *
 * @throws a BAD_USER_INPUT error if it has no condition
 */
export function conditionOf(filter: Pick<Filter, 'compile'>, given: unknown, path: string, at: string): Clause {
  const clause = filter.compile(given, path, at);
  if (clause === undefined) throw invalidArgument(at, 'must hold a condition, but got none: leave it out instead.');
  return clause;
}

/**
 * Checks the value of an operator.
 *
 * @throws a BAD_USER_INPUT error if it is null or not finite
 */
function operand(value: unknown, at: string): unknown {
  if (value === null)
    throw invalidArgument(at, 'must not be null: leave it out instead; `isNull: true` finds what has no value.');
  if (typeof value === 'number' && !Number.isFinite(value)) throw invalidArgument(at, 'must be a finite number.');
  return value;
}

type Operator = (path: string, value: unknown) => QueryDsl;
type Operators = Readonly<Record<string, Operator>>;

const term: Operator = (path, value) => ({ term: { [path]: value } });
const isNot =
  (operator: Operator): Operator =>
  (path, value) =>
    noneOf(operator(path, value));
const isNull: Operator = (path, value) => {
  const exists = { exists: { field: path } };
  return value === true ? noneOf(exists) : exists;
};
const termInAnyCase: Operator = (path, value) => ({ term: { [path]: { value, case_insensitive: true } } });
/** Compares a whole text, by its keyword sub-field. */
const wholeText: Operator = (path, value) => term(`${path}.keyword`, value);
const wholeTextInAnyCase: Operator = (path, value) => termInAnyCase(`${path}.keyword`, value);
const range =
  (bound: string): Operator =>
  (path, value) => ({ range: { [path]: { [bound]: value } } });
const ranges: Operators = { gt: range('gt'), gte: range('gte'), lt: range('lt'), lte: range('lte') };

const compileBy =
  (operators: Operators): Filter['compile'] =>
  (given, path, at) =>
    allOf(givenIn(given).map(([name, value]) => operators[name]?.(path, operand(value, `${at}.${name}`))));

const filter = (
  name: string,
  description: string,
  operators: Operators,
  fields: (t: InputFields) => Record<string, InputFieldRef<SchemaTypes, Value>>,
): Filter => ({
  ref: builder.inputRef<Given>(name).implement({ description, fields }),
  compile: compileBy(operators),
});
const nullField = (t: InputFields) =>
  t.boolean({ description: '`true` matches if the value is missing or an empty list, `false` if there is a value.' });
const neDescription = 'Not equal to this. A missing value passes; of several values, none may equal it.';
/** Words for the operators of each kind of value, with an example. */
const comparisons = {
  Date: { gt: 'After', gte: 'On or after', lt: 'Before', lte: 'On or before', value: 'this day, such as `2020-01-31`' },
  DateTime: {
    gt: 'After',
    gte: 'At or after',
    lt: 'Before',
    lte: 'At or before',
    value: 'this moment, such as `2020-01-31T12:00:00Z`',
  },
  Float: { gt: 'Above', gte: 'At least', lt: 'Below', lte: 'At most', value: 'this number, such as `50`' },
};
const bounds = (t: InputFields, type: keyof typeof comparisons) => {
  const { gt, gte, lt, lte, value } = comparisons[type];
  return {
    eq: t.field({ type, description: `Equal to ${value}.` }),
    ne: t.field({ type, description: neDescription }),
    gt: t.field({ type, description: `${gt} ${value}.` }),
    gte: t.field({ type, description: `${gte} ${value}.` }),
    lt: t.field({ type, description: `${lt} ${value}.` }),
    lte: t.field({ type, description: `${lte} ${value}.` }),
    isNull: nullField(t),
  };
};
const at: Operator = (path, value) => ({ range: { [path]: { gte: value, lte: value } } });
const moment: Operators = { ...ranges, eq: at, ne: isNot(at), isNull };
const hasWords: Operator = (path, query) => ({ match: { [path]: { query, operator: 'and' } } });
const hasPhrase: Operator = (path, value) => ({ match_phrase: { [path]: value } });
const text: Operators = {
  eq: wholeText,
  eqIgnoreCase: wholeTextInAnyCase,
  ne: isNot(wholeText),
  matches: hasWords,
  phrase: hasPhrase,
  isNull,
};
const keyword: Operators = {
  eq: term,
  eqIgnoreCase: termInAnyCase,
  ne: isNot(term),
  in: (path, value) => ({ terms: { [path]: value } }),
  prefix: (path, value) => ({ prefix: { [path]: value } }),
  prefixIgnoreCase: (path, value) => ({ prefix: { [path]: { value, case_insensitive: true } } }),
  isNull,
};
/** Filters of single values: a field per operator; all given ones must hold. */
export const leafFilters = {
  keyword: filter(
    'KeywordFilter',
    'Conditions on a value that is compared as a whole; of several values, any one may match. All given conditions must hold.',
    keyword,
    (t) => ({
      eq: t.string({
        description: 'Equal to this (case-sensitive), such as `Portugal`; `eqIgnoreCase` ignores case.',
      }),
      eqIgnoreCase: t.string({ description: 'Equal to this, ignoring case: `portugal` finds Portugal.' }),
      ne: t.string({
        description:
          'Not equal to this (case-sensitive), such as `Portugal`; a missing value passes, and of several values none may equal it.',
      }),
      in: t.stringList({
        description:
          'Equal to one of these (case-sensitive), such as `["Portugal", "Spain"]`; an empty list matches nothing.',
      }),
      prefix: t.string({ description: 'Begins with this (case-sensitive): `Port` finds Portugal.' }),
      prefixIgnoreCase: t.string({ description: 'Begins with this, ignoring case: `port` finds Portugal.' }),
      isNull: nullField(t),
    }),
  ),
  text: filter(
    'TextFilter',
    'Conditions on text. `matches` and `phrase` ignore case and, in names of people, companies and schools, accents, so `lukasz` finds Łukasz. All given conditions must hold.',
    text,
    (t) => ({
      eq: t.string({
        description:
          'Equal to this (case-sensitive), such as `VP of Engineering`; `eqIgnoreCase` ignores case. Needs a data service that indexes the whole value.',
      }),
      eqIgnoreCase: t.string({
        description: 'Equal to this, ignoring case but not accents: `vp of engineering` finds VP of Engineering.',
      }),
      ne: t.string({
        description:
          'Not equal to this (case-sensitive), such as `VP of Engineering`; a missing value passes, and of several values none may equal it.',
      }),
      matches: t.string({
        description: 'Contains all of these words in any order: `engineering vp` finds VP of Engineering.',
      }),
      phrase: t.string({
        description:
          'Contains these words next to each other, in this order: `of engineering` finds VP of Engineering.',
      }),
      isNull: nullField(t),
    }),
  ),
  date: filter('DateFilter', 'Conditions on a day. All given conditions must hold.', moment, (t) => bounds(t, 'Date')),
  dateTime: filter('DateTimeFilter', 'Conditions on a moment. All given conditions must hold.', moment, (t) =>
    bounds(t, 'DateTime'),
  ),
  number: filter(
    'NumberFilter',
    'Conditions on a number. All given conditions must hold.',
    { ...ranges, eq: term, ne: isNot(term), isNull },
    (t) => bounds(t, 'Float'),
  ),
  boolean: filter(
    'BooleanFilter',
    'Conditions on a yes or no. All given conditions must hold.',
    { eq: term, ne: isNot(term), isNull },
    (t) => ({
      eq: t.boolean({ description: 'Equal to this: `true` for yes, `false` for no.' }),
      ne: t.boolean({ description: neDescription }),
      isNull: nullField(t),
    }),
  ),
};

const nameOperators: Operators = {
  ...text,
  matches: (path, value) => withoutAccents(path, (on) => hasWords(on, value)),
  phrase: (path, value) => withoutAccents(path, (on) => hasPhrase(on, value)),
};

/** The filter of a name, which ignores accents; same input type as other texts. */
export const nameFilter: Filter = { ref: leafFilters.text.ref, compile: compileBy(nameOperators) };

const lowerCased = (value: unknown): unknown => {
  if (typeof value === 'string') return value.toLowerCase();
  return Array.isArray(value) ? value.map(lowerCased) : value;
};

/** The filter of an id, in any case, since ids are stored in lower case; same input type as other keywords. */
export const idFilter: Filter = {
  ref: leafFilters.keyword.ref,
  compile: compileBy(
    Object.fromEntries(
      Object.entries(keyword).map(([name, operator]): [string, Operator] => [
        name,
        (path, value) => operator(path, lowerCased(value)),
      ]),
    ),
  ),
};
