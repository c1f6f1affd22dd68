/** Clauses that client libraries and people send, over a few people, to be held against a real OpenSearch. */

export const headline = 'profile_info.headline';
export const fullName = 'profile_info.full_name';
export const certification = 'profile_info.certifications.name';
export const skills = 'profile_info.skills';
const size = 'profile_info.current_company_size.min';
const updated = 'profile_info.updated_at';
const hiring = 'profile_info.hiring';
const experience = 'profile_info.experience';

const headlines = [
  'software engineer',
  'senior software engineer',
  'engineer of software',
  'software and data engineer',
  'data',
  'engineer',
  'Founding engineer, software',
  'a b c d e f',
  'b a',
  'a a b',
  'a x a',
  'a b a',
  'c b a d',
  'software soft engineering',
  'bob bo',
  'head of research and data',
  'research head',
  'Head of Data',
  'CI/CD engineer',
  'C++ developer',
  '',
  'AND or NOT',
  'node.js developer',
  'co-founder',
  '!',
  'one two one two',
  'two one one two',
  'x y z x y z',
  'z y x',
];
const names = ['Ada Lovelace', 'Bob Data', 'Engineer Smith', 'Ann Software'];
const skillsOf = [['go', 'machine learning'], ['software engineer'], ['Go', 'data'], []];
/** Edges of days in several zones, and of the hours that clocks skip or show twice. */
const dates = [
  ...['2023-12-31T18:30:00Z', '2023-12-31T21:59:59.999Z', '2023-12-31T22:00:00Z', '2023-12-31T23:00:00Z', '2024-01-01'],
  ...['2024-01-01T04:59:59.999Z', '2024-01-01T05:00:00Z', '2024-01-31T23:59:59Z', '2024-02-01', '2024-03-10T07:30:00Z'],
  ...[
    '2024-03-31T00:30:00Z',
    '2024-03-31T01:30:00Z',
    '2024-05-05T10:20:30Z',
    '2024-10-26T22:00:00Z',
    '2024-10-27T00:30:00Z',
  ],
  ...['2024-10-27T01:30:00Z', '2024-11-03T05:30:00Z', '2024-11-03T06:30:00Z', '2025-02-03T23:30:00Z', '1970-01-01'],
];
const one = <T>(list: readonly T[], index: number): T | undefined => list[index % list.length];

/** `profile_info` of each. */
export const people: readonly object[] = headlines.map((text, n) => ({
  headline: text,
  full_name: one(names, n),
  skills: one(skillsOf, n),
  updated_at: one(dates, n),
  hiring: n % 3 === 0,
  current_company_size: { min: n },
  certifications: [{ name: one(headlines, n * 7) }, { name: one(headlines, n * 5 + 1) }],
  experience: [{ title: one(headlines, n * 3) }, { title: one(names, n) }],
}));

const each = <A, B>(list: readonly A[], make: (item: A) => readonly B[]): readonly B[] => list.flatMap(make);
/** So many of the options, beginning elsewhere for each item: together they are tried with all. */
const some = <A, B>(list: readonly A[], options: readonly B[], count: number): readonly (readonly [A, B])[] =>
  list.flatMap((item, n) =>
    options.filter((_, o) => (o + n * count) % options.length < count).map((option) => [item, option] as const),
  );
const has = (word: string) => ({ match: { [headline]: word } });
const beginnings = ['soft', 'software eng', 'software en', 'bob bo', 'co-f', 'co-founder', '', '!', 'head of d', 'a '];
const combinations = [
  [headline],
  [headline, fullName],
  [headline, fullName, skills],
  [fullName, certification],
  [skills],
];
const pairs = ['software engineer', 'engineer software', 'a b', 'b a', 'a a', 'head data', 'software', 'soft engineer'];
const phrases = ['a b a', 'one two one', 'x y z', 'z y x', 'c a d', 'data engineer software', 'x x y'];
const withSlop = [
  ...each([1, 2, 5, 20], (slop) => pairs.map((query) => ({ query, slop }))),
  { query: 'z y x', slop: 10 },
  ...each([1, 3], (slop) => phrases.map((query) => ({ query, slop }))),
];

const ofSeveral = each(
  ['best_fields', 'most_fields', 'cross_fields', 'phrase', 'phrase_prefix', 'bool_prefix'],
  (type) => each(['or', 'and'], (operator) => combinations.map((fields) => ({ type, operator, fields }))),
);
const ofSimpleQueryStrings = each(['or', 'AND'], (default_operator) =>
  each([...combinations, [headline, size]], (fields) =>
    [false, true].map((lenient) => ({ fields, default_operator, lenient })),
  ),
);
const ofQueryStrings = [
  ...ofSimpleQueryStrings,
  ...each(['or', 'and'], (default_operator) => [
    ...[headline, skills, fullName].map((default_field) => ({ default_field, default_operator })),
    ...['cross_fields', 'phrase', 'most_fields', 'bool_prefix', 'phrase_prefix'].map((type) => ({
      type,
      fields: [headline, fullName],
      default_operator,
      tie_breaker: 0.3,
    })),
  ]),
];
const zones = [
  '+02:00',
  '-05:00',
  '+0530',
  'Z',
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Nowhere',
  '2',
];
const written = [
  ...['2024', '2024-01', '2024-01-01', '2024-03-31', '2024-03-31T02:30', '2024-03-31T02', '2024-10-27T02:30:00'],
  ...['2024-03-10T02:30:00', '2024-11-03T01:30', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00+01:00', '1704067200000'],
  ...['2024-01-31||/M', '2024-01-31||+1M', '2024-03-30T02:30||+1d', '2024-03-31||/d', '2024-03-30T02:30||+24h'],
  ...['2024-03-31T10:00||/y', '2024-03-31||-1w/w', '2024-10-27||/d', '2024-10-26T12:00||+1d/d', '2024-02-01||/w'],
];
const formatted: readonly (readonly [format: string, value: unknown])[] = [
  ...['01/01/2024', '31/03/2024', '1/1/2024', '2024-01-01', '01/01/2024||+1d'].map(
    (text) => ['dd/MM/yyyy', text] as const,
  ),
  ...['2024', 2024, '24', '2024-01', '2024||/y'].map((value) => ['yyyy', value] as const),
  ...['yyyy-MM', 'uuuu-M', 'strict_year_month', 'strict_date_optional_time'].map(
    (format) => [format, '2024-01'] as const,
  ),
  ...['date', 'strict_date', 'uuuu-M-d', 'yyyy.MM.dd', 'date_optional_time'].map(
    (format) => [format, '2024-01-31'] as const,
  ),
  ...[1_704_067_200, '1704067199', 'soon'].map((value) => ['epoch_second', value] as const),
  ['epoch_millis', 1_704_067_200_000],
  ['date_optional_time', '2024-1-1'],
  ['yyyyMMdd', '20240101'],
  ['MM-dd', '01-01'],
  ['yyyy-MM-dd HH:mm:ss', '2024-01-01 05:00:00'],
  ["yyyy-MM-dd'T'HH:mm", '2024-01-01T05:00'],
  ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", '2024-01-01T05:00:00.000+02:00'],
  ["yyyy-MM-dd'T'HH:mm:ssXX", '2024-01-01T05:00:00+0200'],
  ['strict_date_time', '2024-01-01T05:00:00.000Z'],
  ['date_time_no_millis', '2024-01-01T05:00:00Z'],
  ['date_hour_minute_second', '2024-01-01T05:00:00'],
  ['dd/MM/yyyy||yyyy', '2024'],
  ['rubbish', '2024'],
];
const bounds = ['gt', 'gte', 'lt', 'lte'];
const inQueryString = [
  ...['software engineer', 'software AND engineer', 'software OR data AND engineer', 'data AND engineer OR software'],
  ...['software NOT data', '-data', 'NOT data', 'software -data', '+software engineer', '+software -engineer data'],
  ...[
    '(software OR data) AND engineer',
    'software (data OR head)',
    '"software engineer"',
    '"software engineer" OR data',
  ],
  ...['soft*', 'eng* AND soft*', 'co-f*', 'co-founder', 'node.js', 'a b c', 'a b AND c', 'a AND b c', 'a b c OR d'],
  ...['a OR b AND NOT c', 'NOT a AND b', '(-a)', 'a OR (-b)', 'a AND (-b)', '! a', '!a', 'a - b', 'a -b', '- a', '& a'],
  ...[
    'a & AND b',
    '"" a',
    '""',
    '()',
    'a AND',
    'AND a',
    'a OR OR b',
    'a b)',
    '(a b',
    '"a',
    'a\\:b',
    'a && b',
    'a || b',
  ],
  ...[
    'a&&b',
    'AND*',
    'ANDROID',
    'a and b',
    'software\\ engineer',
    '\\u0061',
    '\\uzz',
    'a\\',
    '+a +b c',
    '-a -b',
    '-(a b)',
  ],
  ...[
    'a (b (c (d)))',
    '((a))',
    'a\u3000b',
    'a\tb',
    'a AND(b)',
    'a AND -b',
    'a OR -b',
    'Go',
    'go',
    '!',
    '& !',
    '+',
    '-',
    ' ',
  ],
  ...[`${fullName}:bob`, `${fullName}:(bob OR ann) data`, `${fullName}:"bob data"`, `${fullName}:bob AND data`],
  ...[
    `${fullName}:bo* OR ${skills}:go`,
    `${skills}:"machine learning"`,
    `${skills}:machine learning`,
    `${skills}:mach*`,
  ],
  ...[`${updated}:2024`, `${updated}:2024-01-01`, `${hiring}:true`, `${size}:5`, `${size}:data`, `${size}:5*`],
];
const inSimpleQueryString = [
  ...[
    'a | b',
    'a + b',
    'a + b | c',
    'a | b + c',
    '-a',
    '- a',
    '--a',
    'a -b',
    'a --b',
    '(a | b) + c',
    '(a b',
    'a) b',
    '"a b',
  ],
  ...[
    '"a b" | c',
    '""',
    'a "" b',
    'a + "" b',
    '()',
    'a + () b',
    'a |',
    '| a',
    '+ a',
    'a ++ b',
    'a +| b',
    'a* + b',
    'co-f*',
  ],
  ...[
    'software engineer',
    '"software engineer"',
    'soft* -data',
    '-(a b)',
    'a + -b',
    '-a + -b',
    '& a',
    'a & + b',
    'a + & b',
  ],
  ...[
    'a\\*',
    '\\"a',
    'a|b',
    'a+b',
    'a-b',
    'C++',
    '(((a)))',
    '( a | ( b + c ) )',
    '("a) b" c)',
    '"a ( b" c )',
    'a AND b',
  ],
  ...['Re: data', 're:data', 'what?', 'AND', '[a] b', 'CI/CD', 'x y z', ' ', '!'],
];

export const queriesOf: Readonly<Record<string, readonly object[]>> = {
  'phrases with slop': each(withSlop, (phrase) =>
    each([headline, certification], (field) => [
      { match_phrase: { [field]: phrase } },
      { match_phrase_prefix: { [field]: phrase } },
    ]),
  ),
  'beginnings of words': each(beginnings, (query) => [
    ...each([headline, certification, skills], (field) => [
      { match_phrase_prefix: { [field]: query } },
      { match_bool_prefix: { [field]: query } },
    ]),
    { match_bool_prefix: { [headline]: { query, operator: 'and' } } },
    { match_bool_prefix: { [headline]: { query, minimum_should_match: 2 } } },
  ]),
  'several fields': [
    ...some([...beginnings, 'ada engineer', 'ann go'], ofSeveral, 15).map(([query, options]) => ({
      multi_match: { query, ...options, tie_breaker: 0.3 },
    })),
    ...each([1, 2, '50%', -1], (minimum_should_match) =>
      each(['best_fields', 'cross_fields'], (type) =>
        ['ada software', 'engineer ada data'].map((query) => ({
          multi_match: { query, type, minimum_should_match, fields: [headline, fullName, skills] },
        })),
      ),
    ),
  ],
  'texts without a word, and values of another kind': [
    ...each(['all', 'none'], (zero_terms_query) =>
      each(['!', '', 'data'], (query) => [
        ...each([headline, skills], (field) => [
          { match: { [field]: { query, zero_terms_query } } },
          { match_phrase: { [field]: { query, zero_terms_query } } },
          { match_phrase_prefix: { [field]: { query, zero_terms_query } } },
          { multi_match: { query, zero_terms_query, fields: [headline, field] } },
        ]),
      ]),
    ),
    ...each([true, false], (lenient) =>
      each([size, updated, hiring, headline], (field) => [
        { match: { [field]: { query: 'data', lenient } } },
        { multi_match: { query: 'data', fields: [field, fullName], lenient } },
      ]),
    ),
  ],
  'dates in a time zone': some(
    written,
    each(zones, (time_zone) => bounds.map((bound) => ({ bound, time_zone }))),
    12,
  ).map(([value, { bound, time_zone }]) => ({ range: { [updated]: { [bound]: value, time_zone } } })),
  'dates in a format': each(formatted, ([format, value]) =>
    each(bounds, (bound) => [
      { range: { [updated]: { [bound]: value, format } } },
      { range: { [updated]: { [bound]: value, format, time_zone: 'America/New_York' } } },
    ]),
  ),
  'query strings': some(inQueryString, ofQueryStrings, 4).map(([query, options]) => ({
    query_string: { query, ...options },
  })),
  'simple query strings': some(inSimpleQueryString, ofSimpleQueryStrings, 4).map(([query, options]) => ({
    simple_query_string: { query, ...options },
  })),
  'clauses that only move scores': [
    { constant_score: { filter: has('data'), boost: 2 } },
    { constant_score: {} },
    { dis_max: { queries: [has('data'), has('a')], tie_breaker: 0.3 } },
    { dis_max: { queries: has('data') } },
    { dis_max: { queries: [] } },
    { boosting: { positive: has('engineer'), negative: has('data'), negative_boost: 0.2 } },
    { boosting: { positive: has('engineer'), negative_boost: 0.2 } },
    { function_score: { query: has('data'), boost_mode: 'sum', score_mode: 'avg', max_boost: 3 } },
    { function_score: { query: has('data'), functions: [] } },
    { function_score: {} },
    { bool: { must_not: has('data'), adjust_pure_negative: true } },
    ...['avg', 'sum', 'min', 'max', 'none'].map((score_mode) => ({
      nested: { path: experience, query: { match: { [`${experience}.title`]: 'data' } }, score_mode, boost: 2 },
    })),
    { nested: { path: experience, query: { match: { [`${experience}.title`]: 'data' } }, ignore_unmapped: true } },
    { match: { [headline]: { query: 'data', prefix_length: 0, max_expansions: 50, fuzzy_transpositions: true } } },
  ],
};
