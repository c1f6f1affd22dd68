import fc from 'fast-check';
import { flags, forms, minimum, on } from '../../../../service/search/random-clauses.ts';
import { trees } from '../../../../service/search/random-queries.ts';
import { dateMath } from './chosen.ts';
import { beginning, otherCase, patternOf, type Spoken, wordsFrom } from './vocabulary.ts';

/** Random queries over any fields, with values that the records have. */
export function randomQueries(spoken: readonly Spoken[], ids: readonly string[]): fc.Arbitrary<object> {
  const places = Map.groupBy(spoken, ({ field }) => field.nestedIn);
  const own = clausesOn(places.get(undefined) ?? []);
  const lists = [...places].flatMap(([path, fields]) =>
    path === undefined ? [] : [trees(clausesOn(fields), 1).map((query): object => ({ nested: { path, query } }))],
  );
  return trees(
    fc.oneof(
      { weight: 20, arbitrary: own },
      { weight: 7, arbitrary: fc.oneof(...lists) },
      { weight: 1, arbitrary: fc.subarray([...ids], { maxLength: 30 }).map((values) => ({ ids: { values } })) },
      { weight: 1, arbitrary: fc.constantFrom({ match_all: {} }, { match_none: {} }, { bool: {} }) },
    ),
    3,
  );
}

const clausesOn = (spoken: readonly Spoken[]): fc.Arbitrary<object> => fc.constantFrom(...spoken).chain(clauseOn);

function clauseOn({ field: { path, kind }, values }: Spoken): fc.Arbitrary<object> {
  const value = fc.constantFrom(...values);
  const text = value.map(String);
  const clauses =
    kind === 'number' || kind === 'date'
      ? [
          on('range', [path], range(kind === 'date' ? fc.oneof(value, fc.constantFrom(...dateMath)) : value)),
          on('term', [path], forms('value', value)),
          on('terms', [path], fc.array(value, { maxLength: 4 })),
        ]
      : kind === 'boolean'
        ? [on('term', [path], forms('value', fc.constantFrom(true, false, 'true', 'false')))]
        : kind === 'keyword'
          ? ofStrings(path, text)
          : [
              ...ofStrings(`${path}.keyword`, text),
              ...ofStrings(path, wordsOf(text, 1)),
              ...ofTexts(path, text),
              ...ofTexts(path, text),
            ];
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant({ exists: { field: path } }) },
    ...clauses.flatMap((arbitrary) => (arbitrary === undefined ? [] : [{ weight: 2, arbitrary }])),
  );
}

const wordsOf = (text: fc.Arbitrary<string>, count: number): fc.Arbitrary<string> =>
  fc.tuple(text, fc.nat(8)).map(([whole, from]) => wordsFrom(whole, from, count) || whole);

const ofStrings = (field: string, text: fc.Arbitrary<string>) => {
  const anyCase = fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: text.map(otherCase) });
  const start = fc.tuple(anyCase, fc.nat(5)).map(([whole, length]) => beginning(whole, length));
  const marks = fc.array(fc.constantFrom('*' as const, '?' as const, undefined, undefined), { maxLength: 12 });
  const pattern = fc
    .tuple(anyCase, marks)
    .map(([whole, chosen]) => patternOf(beginning(whole, 40) || 'a', (place) => chosen[place]));
  return [
    on('term', [field], forms('value', anyCase, flags)),
    on('terms', [field], fc.array(text, { maxLength: 4 })),
    on('prefix', [field], forms('value', start, flags)),
    on('wildcard', [field], forms('value', pattern, flags)),
  ];
};

const ofTexts = (field: string, text: fc.Arbitrary<string>) => {
  const some = fc.oneof(
    wordsOf(text, 1),
    wordsOf(text, 2),
    wordsOf(text, 3),
    text.map((whole) => beginning(whole, 60)),
  );
  const mixed = fc.tuple(some, some).map((parts) => parts.join(' '));
  const query = fc.oneof(some, mixed, some.map(otherCase));
  const begun = fc.tuple(query, fc.nat(12)).map(([whole, length]) => beginning(whole, length + 1));
  const counted = fc.oneof(
    fc.constant({}),
    fc.constant({ operator: 'and' }),
    minimum.map((minimum_should_match) => ({ minimum_should_match })),
  );
  return [
    fc.tuple(query, counted).map(([words, options]): object => ({ match: { [field]: { query: words, ...options } } })),
    on('match_phrase', [field], forms('query', query)),
    on(
      'match_phrase',
      [field],
      fc.tuple(query, fc.nat(3)).map(([words, slop]) => ({ query: beginning(words, 20), slop })),
    ),
    on('match_phrase_prefix', [field], begun),
    on('match_bool_prefix', [field], begun),
    fc
      .tuple(query, fc.constantFrom('best_fields', 'most_fields', 'phrase', 'bool_prefix'))
      .map(([words, type]): object => ({
        multi_match: { query: words, type, fields: [`${field}^3`, `${field}.keyword`] },
      })),
  ];
};

/** Either end of a range, each at most once. */
const range = <T>(bound: fc.Arbitrary<T>) =>
  fc
    .tuple(fc.constantFrom('gt', 'gte', undefined), bound, fc.constantFrom('lt', 'lte', undefined), bound)
    .filter(([from, , to]) => from !== undefined || to !== undefined)
    .map(([from, low, to, high]) => ({ ...(from && { [from]: low }), ...(to && { [to]: high }) }));
