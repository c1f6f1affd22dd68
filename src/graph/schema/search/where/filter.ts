import type { InputFieldRef, InputRef } from '@pothos/core';
import type { QueryDsl } from '../../../../contract/operation/parts.ts';
import { builder, type SchemaTypes } from '../../builder.ts';
import { allOf, type Clause, noneOf } from './clause.ts';
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
  t.boolean({ description: '`true`: there is no value, or an empty list; `false`: there is one.' });
const neDescription = 'Not this: a missing value passes, and of several values none may be this.';
const bounds = (t: InputFields, type: 'Date' | 'DateTime' | 'Float') => ({
  eq: t.field({ type, description: 'Exactly this.' }),
  ne: t.field({ type, description: neDescription }),
  gt: t.field({ type, description: 'More (for a time: later) than this.' }),
  gte: t.field({ type, description: 'This or more.' }),
  lt: t.field({ type, description: 'Less (for a time: earlier) than this.' }),
  lte: t.field({ type, description: 'This or less.' }),
  isNull: nullField(t),
});
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
      eq: t.string({ description: 'Exactly this, in the same case; `eqIgnoreCase` takes any.' }),
      eqIgnoreCase: t.string({ description: 'This, whatever its case.' }),
      ne: t.string({
        description:
          'Not this, compared in the same case: a missing value passes, and of several values none may be this.',
      }),
      in: t.stringList({ description: 'One of these; of none, nothing matches.' }),
      prefix: t.string({ description: 'Begins with this, in the same case.' }),
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
          'Exactly this as a whole, whatever its case; accents count. The data service must keep the whole value beside its words.',
      }),
      ne: t.string({
        description:
          'Not this as a whole, whatever its case: a missing value passes, and of several values none may be this.',
      }),
      matches: t.string({ description: 'Has every one of these words, in any order.' }),
      phrase: t.string({ description: 'Has these words one after another.' }),
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
      eq: t.boolean({ description: 'Exactly this.' }),
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
