import type { InputFieldRef, InputRef } from '@pothos/core';
import { allOf, type Clause, noneOf } from '../../../../contract/clause.ts';
import type { QueryDsl } from '../../../../contract/operation/parts.ts';
import { builder, type SchemaTypes } from '../../builder.ts';
import { withoutAccents } from './folded-names.ts';

type InputFields = PothosSchemaTypes.InputFieldBuilder<SchemaTypes, 'InputObject'>;
type Value = NonNullable<unknown> | null | undefined;

/** What a caller gave for an input type; GraphQL has checked it against the schema. */
export type Given = Readonly<Record<string, unknown>>;

/** An input type of `where`, and what is given in it as a constraint on the field at a path. */
export interface Filter {
  readonly ref: InputRef<Given>;
  compile(given: unknown, path: string): Clause;
}

/** What was given, without what was left out; a null is as good as nothing. */
export const entriesOf = (given: unknown): readonly (readonly [name: string, value: unknown])[] =>
  typeof given === 'object' && given !== null
    ? Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
    : [];

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
/** A whole value in any case; of text, the keyword beside it holds the whole. */
const termInAnyCase: Operator = (path, value) => ({ term: { [path]: { value, case_insensitive: true } } });
const wholeText: Operator = (path, value) => termInAnyCase(`${path}.keyword`, value);
const range =
  (bound: string): Operator =>
  (path, value) => ({ range: { [path]: { [bound]: value } } });
const ranges: Operators = { gt: range('gt'), gte: range('gte'), lt: range('lt'), lte: range('lte') };

const compileBy =
  (operators: Operators): Filter['compile'] =>
  (given, path) =>
    allOf(entriesOf(given).map(([operator, value]) => operators[operator]?.(path, value)));

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
  t.boolean({ description: '`true`: there must be no value, or an empty list; `false`: there must be one.' });
const neDescription = 'Other than this: a missing value passes, and of several values none may be this.';
/** How each kind of value is compared, in words, and a value for example. */
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
const text: Operators = { eq: wholeText, ne: isNot(wholeText), matches: hasWords, phrase: hasPhrase, isNull };
/** The filters of single values: an operator for each way to ask, all of which must hold. */
export const leafFilters = {
  keyword: filter(
    'KeywordFilter',
    'Conditions on a value that is compared as a whole; of several values, any one may match. All that is given must hold.',
    {
      eq: term,
      eqIgnoreCase: termInAnyCase,
      ne: isNot(term),
      in: (path, value) => ({ terms: { [path]: value } }),
      prefix: (path, value) => ({ prefix: { [path]: value } }),
      isNull,
    },
    (t) => ({
      eq: t.string({
        description: 'Equal to this in the same case, such as `Portugal`; `eqIgnoreCase` takes any case.',
      }),
      eqIgnoreCase: t.string({ description: 'Equal to this in any case: `portugal` finds Portugal.' }),
      ne: t.string({
        description:
          'Other than this, compared in the same case, such as `Portugal`: a missing value passes, and of several values none may be this.',
      }),
      in: t.stringList({
        description:
          'Equal to one of these in the same case, such as `["Portugal", "Spain"]`; an empty list matches nothing.',
      }),
      prefix: t.string({ description: 'Begins with this in the same case: `Port` finds Portugal.' }),
      isNull: nullField(t),
    }),
  ),
  text: filter(
    'TextFilter',
    'Conditions on words that people write, whatever their case; on the name of a person, company or school whatever its accents, too: `lukasz` finds Łukasz. All that is given must hold.',
    text,
    (t) => ({
      eq: t.string({
        description:
          'Equal to this as a whole in any case, such as `vp of engineering`; accents count. The data service must keep the whole value beside its words.',
      }),
      ne: t.string({
        description:
          'Other than this as a whole in any case, such as `vp of engineering`: a missing value passes, and of several values none may be this.',
      }),
      matches: t.string({
        description: 'Has every one of these words in any order: `engineering vp` finds VP of Engineering.',
      }),
      phrase: t.string({ description: 'Has these words one after another: `of engineering` finds VP of Engineering.' }),
      isNull: nullField(t),
    }),
  ),
  date: filter('DateFilter', 'Conditions on a day. All that is given must hold.', moment, (t) => bounds(t, 'Date')),
  dateTime: filter('DateTimeFilter', 'Conditions on a moment. All that is given must hold.', moment, (t) =>
    bounds(t, 'DateTime'),
  ),
  number: filter(
    'NumberFilter',
    'Conditions on a number. All that is given must hold.',
    { ...ranges, eq: term, ne: isNot(term), isNull },
    (t) => bounds(t, 'Float'),
  ),
  boolean: filter(
    'BooleanFilter',
    'Conditions on a yes or no. All that is given must hold.',
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

/** The filter of a text that is a name: of the same input type. */
export const nameFilter: Filter = { ref: leafFilters.text.ref, compile: compileBy(nameOperators) };
