import type { SearchableKind } from './catalogue.ts';
import { oursLimits } from './limits.ts';
import type { QueryClauseName } from './query-clauses.ts';
import { fieldsOfObject, nestedLists, type QueryField, queryFields } from './query-fields.ts';
import { inertInStrings, inertInWords } from './query-options.ts';

/**
 * The query DSL as JSON Schema, as far as possible: the clauses, their members, and the field names that each accepts.
 * Types of values, which depend on the field, and limits of the whole query are only checked by the service.
 */

type Schema = Readonly<Record<string, unknown>>;

/** Context of a clause: the record itself, or a nested list. */
interface Place {
  readonly kind: SearchableKind;
  readonly isNested: boolean;
}

const titleOf = ({ kind, isNested }: Place): string =>
  `${kind === 'profile' ? 'Profile' : 'Company'}${isNested ? 'Nested' : ''}`;

/** Escapes a name for a regular expression. */
const escaped = (name: string): string => name.replaceAll('.', '\\.');

/** Schema of members that do not affect matching. */
const anything: Schema = {};
const scalar: Schema = { type: ['string', 'number', 'boolean'] };
/** A flag; null means the default. */
const flag: Schema = { type: ['boolean', 'null'] };
const count: Schema = { type: ['integer', 'null'], minimum: 0, maximum: oursLimits.dslSlop };
const operator: Schema = { type: ['string', 'null'], pattern: '^(?:[oO][rR]|[aA][nN][dD])$' };
const zeroTerms: Schema = { type: ['string', 'null'], pattern: '^(?:[aA][lL][lL]|[nN][oO][nN][eE])$' };
const way: Schema = {
  enum: ['best_fields', 'most_fields', 'cross_fields', 'phrase', 'phrase_prefix', 'bool_prefix', null],
};
const least: Schema = {
  anyOf: [
    { type: 'integer', minimum: -999_999_999, maximum: 999_999_999 },
    {
      type: 'string',
      pattern: '^ *(?:-?\\d{1,9}%?|\\d{1,9} *< *-?\\d{1,9}%?(?: +\\d{1,9} *< *-?\\d{1,9}%?)*) *$',
    },
  ],
};

const listOr = (one: Schema, rules: Schema = {}): Schema => ({ anyOf: [one, { type: 'array', items: one, ...rules }] });

/** An object with these members; every clause also accepts `boost` and `_name`. */
const object = (members: Readonly<Record<string, Schema>>, rules: Schema = {}): Schema => ({
  type: 'object',
  properties: { ...members, boost: anything, _name: anything },
  additionalProperties: false,
  ...rules,
});

const inert = (...names: readonly string[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(names.map((name) => [name, anything]));

const ofWords = { operator, minimum_should_match: least };
const ofPhrases = { slop: count };
const ofTexts = { lenient: flag, zero_terms_query: zeroTerms };
const wordOptions = inert(...inertInWords);
const stringOptions = inert(...inertInStrings);
/** A text with words, phrases and operators. */
const queryText: Schema = { type: 'string', maxLength: oursLimits.queryStringLength };

/** The schema of queries for a kind of record; titled, with other schemas nested inside. */
export const querySchema = (kind: SearchableKind): Schema => clauseAt({ kind, isNested: false });

function clauseAt(place: Place): Schema {
  const { kind, isNested } = place;
  const title = `${titleOf(place)}Query`;
  const query: Schema = { $ref: `#/components/schemas/${title}` };
  const fields = fieldNamesAt(place);
  const { any, texts, strings, ordered, object: nameOfObject, weighted } = fields;
  const fieldsMember = listOr(weighted, { minItems: 1 });

  /** A clause on one field: its value, or an object with the value under `valueName`. */
  const onField = (names: Schema, valueName: string, options: Readonly<Record<string, Schema>>, value = scalar) =>
    ofOneField(names, {
      anyOf: [value, object({ [valueName]: value, ...options }, { required: [valueName] })],
    });
  const ignoringCase = { case_insensitive: flag };
  const patterns = { ...ignoringCase, rewrite: anything };

  const clauses: Readonly<Record<Exclude<QueryClauseName, 'nested'>, Schema>> = {
    match_all: object({}),
    match_none: object({}),
    match: onField(any, 'query', { ...ofWords, ...ofTexts, ...wordOptions }),
    match_phrase: onField(any, 'query', { ...ofPhrases, zero_terms_query: zeroTerms, ...wordOptions }),
    match_phrase_prefix: onField(texts, 'query', { ...ofPhrases, zero_terms_query: zeroTerms, ...wordOptions }),
    match_bool_prefix: onField(any, 'query', { ...ofWords, ...wordOptions }),
    multi_match: object(
      {
        query: scalar,
        fields: fieldsMember,
        type: way,
        ...ofWords,
        ...ofPhrases,
        ...ofTexts,
        ...wordOptions,
        tie_breaker: anything,
      },
      { required: ['query', 'fields'] },
    ),
    query_string: object(
      {
        query: queryText,
        default_field: fieldsMember,
        fields: fieldsMember,
        default_operator: operator,
        type: way,
        lenient: flag,
        ...stringOptions,
      },
      { required: ['query'], not: { required: ['fields', 'default_field'] } },
    ),
    simple_query_string: object(
      { query: queryText, fields: fieldsMember, default_operator: operator, lenient: flag, ...stringOptions },
      { required: ['query'] },
    ),
    term: onField(any, 'value', ignoringCase),
    terms: ofOneField(any, { type: 'array', items: scalar }),
    ids: object({ values: listOr({ type: 'string' }) }, { required: ['values'] }),
    exists: object({ field: nameOfObject }, { required: ['field'] }),
    range: ofOneField(ordered, range),
    prefix: onField(strings, 'value', patterns),
    wildcard: onField(strings, 'value', patterns, { ...scalar, pattern: '^(?![*?])[^\\u0000]*$' }),
    bool: object({
      must: listOr(query),
      should: listOr(query),
      must_not: listOr(query),
      filter: listOr(query),
      minimum_should_match: least,
      adjust_pure_negative: { enum: [true, null] },
    }),
    ...(!isNested && {
      nested: object(
        {
          path: { enum: [...nestedLists[kind]] },
          query: clauseAt({ kind, isNested: true }),
          ...inert('score_mode', 'ignore_unmapped'),
        },
        { required: ['path', 'query'] },
      ),
    }),
    constant_score: object({ filter: query }, { required: ['filter'] }),
    dis_max: object({ queries: listOr(query, { minItems: 1 }), tie_breaker: anything }, { required: ['queries'] }),
    boosting: object(
      { positive: query, negative: query, negative_boost: anything },
      { required: ['positive', 'negative'] },
    ),
    function_score: object({
      query,
      functions: { type: ['array', 'null'], maxItems: 0 },
      ...inert('score_mode', 'boost_mode', 'max_boost'),
    }),
  };
  return {
    title,
    description: `One clause of the query language ${isNested ? 'within a `nested` clause' : `on ${kind === 'profile' ? 'profiles' : 'companies'}`}: an object with the clause’s name as its only member.`,
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    properties: clauses,
    additionalProperties: false,
  };
}

const bounds = ['gt', 'gte', 'lt', 'lte'] as const;
const range: Schema = object(
  {
    ...Object.fromEntries(bounds.map((name) => [name, { type: ['string', 'number'] }])),
    format: { type: 'string' },
    time_zone: { type: 'string' },
  },
  {
    anyOf: bounds.map((name) => ({ required: [name] })),
    not: { anyOf: [{ required: ['gt', 'gte'] }, { required: ['lt', 'lte'] }] },
  },
);

const ofOneField = (names: Schema, of: Schema): Schema => ({
  type: 'object',
  minProperties: 1,
  maxProperties: 1,
  propertyNames: names,
  additionalProperties: of,
});

/** The field names in a context, by the clauses that accept them. */
function fieldNamesAt(place: Place) {
  const { kind, isNested } = place;
  const names = [...queryFields[kind]].filter(([, of]) =>
    of.every(({ nestedIn }) => (nestedIn !== undefined) === isNested),
  );
  const enumerated = (role: string, description: string, is: (field: QueryField) => boolean): Schema => ({
    title: `${titleOf(place)}${role}`,
    description,
    type: 'string',
    enum: names.filter(([, of]) => of.every(is)).map(([name]) => name),
  });
  const all = names.map(([name]) => name);
  const objects = objectsOf(kind).filter((name) =>
    fieldsOfObject(kind, name).some(({ nestedIn }) => (nestedIn !== undefined) === isNested),
  );
  return {
    any: enumerated('Field', 'The name of a field.', () => true),
    texts: enumerated('TextField', 'The name of a text.', (field) => field.kind === 'text'),
    strings: enumerated(
      'StringField',
      'The name of a text or a keyword.',
      ({ kind }) => kind === 'text' || kind === 'keyword',
    ),
    ordered: enumerated(
      'OrderedField',
      'The name of a date or a number.',
      ({ kind }) => kind === 'date' || kind === 'number',
    ),
    object: { type: 'string', enum: [...all, ...objects] },
    weighted: {
      title: `${titleOf(place)}WeightedField`,
      description: 'The name of a field, and how much it weighs after a `^`.',
      type: 'string',
      pattern: `^(?:${all.map(escaped).join('|')})(?:\\^\\d+(?:\\.\\d+)?)?$`,
    },
  };
}

/** The objects that contain fields. */
const objectsOf = (kind: SearchableKind): readonly string[] =>
  [
    ...new Set(
      [...queryFields[kind].keys()].flatMap((name) => {
        const parts = name.split('.');
        return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('.'));
      }),
    ),
  ].filter((name) => !queryFields[kind].has(name) && fieldsOfObject(kind, name).length > 0);
