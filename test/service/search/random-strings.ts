import fc from 'fast-check';
import { certification, fullName, headline, skills } from './what-people-send.ts';

/** Random texts in the mini languages of `query_string` and `simple_query_string`, and random phrases with slop. */

const words = [
  'a',
  'b',
  'c',
  'data',
  'software',
  'engineer',
  'of',
  'head',
  'co-founder',
  'node.js',
  'Bob',
  'go',
  '&',
  'x',
];
const word = fc.constantFrom(...words);
const phrase = fc.array(word, { maxLength: 3 }).map((some) => `"${some.join(' ')}"`);
const prefix = fc.constantFrom('so*', 'Eng*', 'co-f*', 'a*', 'd*', 'g*', 'node.*');
const fieldSets = fc.constantFrom(
  [headline],
  [headline, fullName],
  [headline, skills],
  [fullName, certification],
  [skills],
);
const operator = fc.constantFrom('or', 'and', 'AND', 'OR');
const sometimes = <T>(value: fc.Arbitrary<T>, otherwise: T, weight: number): fc.Arbitrary<T> =>
  fc.oneof({ weight: 1, arbitrary: value }, { weight, arbitrary: fc.constant(otherwise) });
const given = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] });

const { row } = fc.letrec<{ row: string; asked: string; clause: string }>((tie) => ({
  asked: fc.oneof(
    { weight: 6, arbitrary: word },
    { weight: 2, arbitrary: phrase },
    { weight: 2, arbitrary: prefix },
    { weight: 1, arbitrary: tie('row').map((inner) => `(${inner})`) },
  ),
  clause: fc
    .tuple(
      sometimes(fc.constantFrom('AND ', 'OR ', '&& ', '|| '), '', 2),
      sometimes(fc.constantFrom('+', '-', 'NOT ', '!'), '', 3),
      sometimes(fc.constantFrom(`${headline}:`, `${fullName}:`, `${skills}:`), '', 6),
      tie('asked'),
    )
    .map((parts) => parts.join('')),
  row: fc
    .array(tie('clause'), { minLength: 1, maxLength: 5 })
    .map((clauses) => clauses.join(' ').replace(/^(?:AND|OR|&&|\|\|) /, '')),
}));
/** Operators, brackets and quotes as they come: most of these texts are refused, by both. */
const astray = (signs: readonly string[]) =>
  fc.array(fc.oneof(fc.constantFrom(...signs), word, prefix), { maxLength: 9 }).map((some) => some.join(' '));
/** The same without blanks around them, but after a star. */
const close = (text: string): string =>
  text.replace(/ (?=[()"+|-])|(?<=[()"+|]) /g, '').replace(/\*(?=[^\s)|+("])/g, '* ');

export const queryStrings = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: row },
      { weight: 1, arbitrary: astray(['(', ')', '"', '+', '-', '!', 'AND', 'NOT', 'OR']) },
    ),
    fc.oneof(
      fieldSets.map((fields) => ({ fields })),
      fc.constantFrom(headline, skills).map((default_field) => ({ default_field })),
    ),
    given({ default_operator: operator, type: fc.constantFrom('best_fields', 'most_fields', 'cross_fields') }),
  )
  .map(([query, fields, options]) => ({ query_string: { query, ...fields, ...options } }));

export const simpleQueryStrings = fc
  .tuple(
    astray(['(', ')', '"', '+', '-', '|', '+', '|', 'AND', '\\']).chain((text) => fc.constantFrom(text, close(text))),
    fieldSets,
    given({ default_operator: operator }),
  )
  .map(([query, fields, options]) => ({ simple_query_string: { query, fields, ...options } }));

const letters = (maxLength: number) =>
  fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'ab'), { minLength: 1, maxLength }).map((some) => some.join(' '));
export const letterRecords = fc.record({
  headline: letters(9),
  certifications: fc.array(fc.record({ name: letters(4) }), { maxLength: 3 }),
});

export const slopPhrases = fc
  .tuple(
    fc.constantFrom('match_phrase', 'match_phrase_prefix'),
    fc.constantFrom(headline, certification),
    letters(4),
    fc.nat(4),
  )
  .map(([clause, field, query, slop]) => ({ [clause]: { [field]: { query, slop } } }));
