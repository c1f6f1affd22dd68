import type { SearchableKind } from '../../../../../src/contract/catalogue.ts';
import { origins, queriedOrigins } from '../../../../../src/contract/origin.ts';
import { oddDates, oddTexts, oftenContinued } from './odd-records.ts';
import { beginning, otherCase, patternOf, type Spoken, spread, wordsFrom } from './vocabulary.ts';

/** Queries chosen by what may differ: every field with every clause, every odd text, the rules of counting, dates at the edges. */
export function chosenQueries(kind: SearchableKind, spoken: readonly Spoken[]): readonly object[] {
  const [text, keyword, date, number] =
    kind === 'profile'
      ? [
          'profile_info.headline',
          'profile_info.skills',
          'profile_info.updated_at',
          'profile_info.current_company_size.min',
        ]
      : [
          'company_info.description',
          'company_info.industries',
          'company_info.founded',
          'company_info.workforce.headcount',
        ];
  return [
    { match_all: {} },
    { match_none: {} },
    { bool: {} },
    ...spoken.flatMap(ofField),
    ...oddTexts.flatMap((odd) => ofText(odd, text, keyword)),
    { match_phrase_prefix: { [text]: `rare ${oftenContinued}` } },
    ...counting(text),
    ...dates.flatMap((value) => ofDate(value, date)),
    ...numbers.flatMap((value) => ofNumber(value, number)),
    ...(kind === 'profile' ? ofTeam : []),
  ];
}

/** The clause where the field stands: within its nested list. */
const inPlace = ({ field }: Spoken, clause: object): object =>
  field.nestedIn === undefined ? clause : { nested: { path: field.nestedIn, query: clause } };

function ofField(spoken: Spoken): readonly object[] {
  const { field, values } = spoken;
  const name = field.path;
  const some = spread(values, 4);
  const clauses: readonly object[] = [
    { exists: { field: name } },
    { bool: { must_not: { exists: { field: name } } } },
    { terms: { [name]: spread(values, 7) } },
    ...some.map((value) => ({ term: { [name]: value } })),
    ...some.map((value) => ({ match: { [name]: { query: value } } })),
    ...(field.kind === 'number' || field.kind === 'date'
      ? some.flatMap((value) => ['gt', 'gte', 'lt', 'lte'].map((bound) => ({ range: { [name]: { [bound]: value } } })))
      : []),
    ...(field.kind === 'text' || field.kind === 'keyword'
      ? some.flatMap((value) => ofString(field.kind, name, String(value)))
      : []),
  ];
  return [
    ...clauses.map((clause) => inPlace(spoken, clause)),
    ...(field.nestedIn === undefined ? [] : [{ bool: { must_not: inPlace(spoken, { exists: { field: name } }) } }]),
  ];
}

const ofString = (kind: string, name: string, value: string): readonly object[] => {
  const whole = kind === 'text' ? `${name}.keyword` : name;
  const words = [wordsFrom(value, 0, 2), wordsFrom(value, 1, 3)];
  const word = wordsFrom(value, 0, 1);
  return [
    { term: { [whole]: value } },
    { term: { [whole]: { value: otherCase(value), case_insensitive: true } } },
    { prefix: { [whole]: beginning(value, 4) } },
    { prefix: { [whole]: { value: otherCase(beginning(value, 3)), case_insensitive: true } } },
    ...(value === ''
      ? []
      : [{ wildcard: { [whole]: patternOf(value, (place) => (place === 2 ? '*' : place === 4 ? '?' : undefined)) } }]),
    ...(kind === 'text'
      ? [
          ...words.map((query) => ({ match: { [name]: { query, operator: 'and' } } })),
          ...words.map((query) => ({ match_phrase: { [name]: query } })),
          { match_phrase_prefix: { [name]: `${word} ${beginning(wordsFrom(value, 1, 1), 2)}` } },
          { match_bool_prefix: { [name]: `${word} ${beginning(wordsFrom(value, 1, 1), 1)}` } },
          { term: { [name]: word } },
          { prefix: { [name]: beginning(word, 3) } },
        ]
      : []),
  ];
};

const ofText = (odd: string, text: string, keyword: string): readonly object[] => [
  { match: { [text]: odd } },
  { match: { [text]: { query: odd, operator: 'and' } } },
  { match: { [text]: { query: `data ${odd}`, minimum_should_match: '50%' } } },
  { match_phrase: { [text]: odd } },
  { match: { [text]: odd.toUpperCase() } },
  { match: { [text]: odd.toLowerCase() } },
  { match: { [text]: odd.normalize('NFD') } },
  ...[...odd].slice(0, 6).map((letter) => ({ match: { [text]: letter } })),
  { term: { [text]: odd } },
  { term: { [`${text}.keyword`]: odd } },
  { term: { [keyword]: odd } },
  { terms: { [keyword]: [odd, 'x', odd.toUpperCase()] } },
  { term: { [keyword]: { value: otherCase(odd), case_insensitive: true } } },
  { prefix: { [keyword]: beginning(odd, 2) } },
  { prefix: { [text]: beginning(odd, 2) } },
  { prefix: { [text]: { value: beginning(odd, 2).toUpperCase(), case_insensitive: true } } },
  ...(odd === '' ? [] : [{ wildcard: { [keyword]: patternOf(odd, (place) => (place === 1 ? '?' : undefined)) } }]),
  ...(odd === '' ? [] : [{ wildcard: { [text]: `${patternOf(beginning(odd, 1), () => undefined)}*` } }]),
  { multi_match: { query: odd, fields: [text, keyword] } },
];

const minimums = [
  ...[0, 1, 2, 3, 4, 5, -1, -2, -5, '2', '-1'],
  ...['0%', '1%', '10%', '25%', '34%', '50%', '75%', '100%', '200%', '-1%', '-25%', '-50%', '-100%', '-200%'],
  ...['1<50%', '2<-1', '3<10%', '2<-1 3<50%', '4<1', '0<1'],
];

function counting(text: string): readonly object[] {
  const words = ['data', 'the', 'and', 'star', 'acme'];
  const has = (word: string) => ({ match: { [text]: word } });
  return minimums.flatMap((minimum_should_match) => [
    ...[1, 2, 4, 5].flatMap((count) => {
      const should = words.slice(0, count).map(has);
      return [
        { bool: { should, minimum_should_match } },
        { bool: { should, must: has('and'), minimum_should_match } },
        { bool: { should, filter: { exists: { field: text } }, minimum_should_match } },
        { bool: { should, must_not: has('end'), minimum_should_match } },
        { match: { [text]: { query: words.slice(0, count).join(' '), minimum_should_match } } },
      ];
    }),
    { bool: { must_not: has('and'), minimum_should_match } },
    { bool: { must: has('and'), minimum_should_match } },
    { bool: { filter: has('and'), must_not: has('the'), minimum_should_match } },
    { bool: { minimum_should_match } },
    { match: { [text]: { query: 'data data', minimum_should_match } } },
    { match: { [text]: { query: 'data the', operator: 'and', minimum_should_match } } },
    { multi_match: { query: 'data the and', fields: [text, `${text}^2`], minimum_should_match } },
  ]);
}

export const dateMath = [
  ...['2024-02-29||/M', '2024-02-29||/y', '2024-01-31||+1M', '2024-02-29||-1y', '2024-02-29T13:14:15||/d', '2024||/M'],
  ...['2024-02-29T13:14:15||+1d/h', '2024-03-03||/w', 'now', 'now-1y', 'now/y', 'now-10y/M', 'now+1d/d'],
];
const dates = [
  ...oddDates,
  ...dateMath,
  ...['2015', '2020-06', '2023-02-28', '2024-02-29T13', '2024-02-29T13:14:15.12', '2024-02-29T13:14:15+02:00'],
  ...[0, 1, 86_399_999, 1_709_212_455_123, '1709212455123', -1, -86_400_000],
];

const ofDate = (value: string | number, field: string): readonly object[] => [
  ...['gt', 'gte', 'lt', 'lte'].map((bound) => ({ range: { [field]: { [bound]: value } } })),
  { range: { [field]: { gte: value, lte: value } } },
  { term: { [field]: value } },
  { terms: { [field]: [value, '1970-01-01'] } },
  { match: { [field]: value } },
];

const numbers = [
  0,
  -1,
  1,
  0.1,
  1.5,
  10,
  50,
  100,
  1000,
  2 ** 31,
  2 ** 53 - 1,
  -(2 ** 53),
  1e15,
  '10',
  '-1',
  '1.5',
  '1e3',
];

const ofNumber = (value: string | number, field: string): readonly object[] => [
  ...['gt', 'gte', 'lt', 'lte'].map((bound) => ({ range: { [field]: { [bound]: value } } })),
  { term: { [field]: value } },
  { terms: { [field]: [value] } },
];

/** In both vocabularies, and one of neither. */
const originWords = [...origins, ...queriedOrigins, 'overlap'];
const connection = (query: object) => ({ nested: { path: 'team_connections', query } });
const ofTeam: readonly object[] = [
  { exists: { field: 'connected_users' } },
  { bool: { must_not: { exists: { field: 'connected_users' } } } },
  connection({ match_all: {} }),
  connection({ exists: { field: 'team_connections.origins' } }),
  { bool: { must_not: connection({ match_all: {} }) } },
  ...originWords.flatMap((origin) => [
    connection({ term: { 'team_connections.origins': origin } }),
    connection({ bool: { must_not: { term: { 'team_connections.origins': origin } } } }),
    { bool: { must_not: connection({ term: { 'team_connections.origins': origin } }) } },
    connection({ terms: { 'team_connections.origins': [origin, 'work_overlap'] } }),
    connection({ prefix: { 'team_connections.origins': origin.slice(0, 4) } }),
    connection({ wildcard: { 'team_connections.origins': `*${origin.slice(2)}` } }),
  ]),
];
