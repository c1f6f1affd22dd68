import type { SearchableKind } from '../../../src/contract/catalogue.ts';

/**
 * What the DSL means, row by row. Each cites the page of OpenSearch's documentation, and the section on it where there
 * is one, that says so; `ours` says what silent-points decide where the page leaves it open. `finds` names the places of
 * the records that match.
 */
export interface Expectation {
  readonly page: string;
  readonly section?: string;
  readonly says: string;
  readonly ours?: string;
  /** Profiles where not given. */
  readonly kind?: SearchableKind;
  /** `profile_info` or `company_info` of each record. */
  readonly records: readonly object[];
  readonly query: object;
  readonly finds: readonly number[];
}

const headline = 'profile_info.headline';
const country = 'profile_info.location_country';
const skills = 'profile_info.skills';
const changed = 'profile_info.latest_role_change_at';
const updated = 'profile_info.updated_at';
const size = 'profile_info.current_company_size.min';
const experience = 'profile_info.experience';

const headlines = (...texts: readonly string[]) => texts.map((text) => ({ headline: text }));
const countries = (...names: readonly string[]) => names.map((name) => ({ location_country: name }));
const days = (...dates: readonly string[]) => dates.map((date) => ({ latest_role_change_at: date }));
const moments = (...dates: readonly string[]) => dates.map((date) => ({ updated_at: date }));
const sizes = (...numbers: readonly number[]) => numbers.map((min) => ({ current_company_size: { min } }));
const has = (word: string) => ({ match: { [headline]: word } });

const fiveTexts = headlines(
  'one OpenSearch',
  'one two OpenSearch',
  'one two three OpenSearch',
  'one two three four OpenSearch',
  'OpenSearch',
);
const fourWords = ['one', 'two', 'three', 'four'].map(has);
const someOf = (least: unknown, more: object = {}) => ({
  bool: { ...more, should: fourWords, minimum_should_match: least },
});
const wind = headlines('Let the wind rise', 'Gone with the wind', 'Rise is gone');

const names = ['Ben Ray Luján', 'Łukasz Żurawski', 'Jörg Weiß'].map((full_name) => ({ full_name }));

export const expectations: readonly Expectation[] = [
  // Match all
  {
    page: 'Match all queries',
    says: 'match_all returns all documents',
    records: [{}, {}],
    query: { match_all: {} },
    finds: [0, 1],
  },
  {
    page: 'Match all queries',
    says: 'match_none returns none',
    records: [{}, {}],
    query: { match_none: {} },
    finds: [],
  },
  {
    page: 'Match all queries',
    section: 'Parameters',
    says: 'both take boost and _name',
    records: [{}],
    query: { match_all: { boost: 1.2, _name: 'everything' } },
    finds: [0],
  },

  // Boolean
  {
    page: 'Boolean query',
    says: 'must is a logical and',
    records: headlines('love life', 'love', 'life'),
    query: { bool: { must: [has('love'), has('life')] } },
    finds: [0],
  },
  {
    page: 'Boolean query',
    says: 'a clause may be one object or an array',
    records: headlines('love life', 'love'),
    query: { bool: { must: has('love'), must_not: has('life') } },
    finds: [1],
  },
  {
    page: 'Boolean query',
    says: 'must_not of A and B is NOT (A OR B)',
    records: headlines('a', 'b', 'a b', 'c'),
    query: { bool: { must_not: [has('a'), has('b')] } },
    finds: [3],
  },
  {
    page: 'Boolean query',
    says: 'should is a logical or where nothing else is asked',
    records: headlines('a', 'b', 'c'),
    query: { bool: { should: [has('a'), has('b')] } },
    finds: [0, 1],
  },
  {
    page: 'Boolean query',
    says: 'with must, the default minimum_should_match is 0',
    records: headlines('love life', 'love', 'life'),
    query: { bool: { must: [has('love')], should: [has('life')] } },
    finds: [0, 1],
  },
  {
    page: 'Boolean query',
    says: 'with filter, the default minimum_should_match is 0',
    records: headlines('love life', 'love', 'life'),
    query: { bool: { filter: has('love'), should: [has('life')] } },
    finds: [0, 1],
  },
  {
    page: 'Boolean query',
    says: 'with must_not alone beside it, one should must match: the default is 1 where there is no must and no filter',
    records: headlines('a', 'a b', 'c'),
    query: { bool: { should: [has('a')], must_not: [has('b')] } },
    finds: [0],
  },
  {
    page: 'Boolean query',
    says: 'an empty bool asks nothing',
    ours: 'an empty bool matches all',
    records: [{}, {}],
    query: { bool: {} },
    finds: [0, 1],
  },
  {
    page: 'Boolean query',
    says: 'bool queries nest: (love OR hate) AND (life OR grace)',
    records: headlines('love life', 'hate grace', 'love hate', 'grace life'),
    query: {
      bool: {
        must: [{ bool: { should: [has('love'), has('hate')] } }, { bool: { should: [has('life'), has('grace')] } }],
      },
    },
    finds: [0, 1],
  },

  // Minimum should match
  ...(
    [
      ['a number is how many must match', 2, [1, 2, 3]],
      ['a number may be a text', '3', [2, 3]],
      ['a negative number is how many need not', -1, [2, 3]],
      ['a percentage is rounded down: 70 % of 4 is 2', '70%', [1, 2, 3]],
      ['a percentage is rounded down: 80 % of 4 is 3', '80%', [2, 3]],
      ['of a negative percentage what need not match is rounded down: 20 % of 4 is 0', '-20%', [3]],
      ['of a negative percentage what need not match is rounded down: 30 % of 4 is 1', '-30%', [2, 3]],
      ['a percentage of less than one is one, where nothing else is asked', '10%', [0, 1, 2, 3]],
      ['n<p%: over n clauses, the percentage', '2<75%', [2, 3]],
      ['n<p%: up to n clauses, all of them', '4<25%', [3]],
      ['of several conditions the last that applies holds', '2<-1 3<50%', [1, 2, 3]],
    ] as const
  ).map(([says, least, finds]) => ({
    page: 'Minimum should match',
    section: 'Valid values',
    says,
    records: fiveTexts,
    query: someOf(least),
    finds,
  })),
  {
    page: 'Minimum should match',
    section: 'Valid values',
    says: 'the number of clauses that must match',
    ours: 'more than there are finds nothing',
    records: fiveTexts,
    query: someOf(5),
    finds: [],
  },
  {
    page: 'Minimum should match',
    section: 'Using the parameter in Boolean queries',
    says: '80 % of four should clauses beside must is three',
    records: fiveTexts,
    query: someOf('80%', { must: [has('OpenSearch')] }),
    finds: [2, 3],
  },
  {
    page: 'Minimum should match',
    section: 'Using the parameter in Boolean queries',
    says: '-20 % of four should clauses beside must is all four',
    records: fiveTexts,
    query: someOf('-20%', { must: [has('OpenSearch')] }),
    finds: [3],
  },
  ...['10%', '-100%', '3<10%', 0].map((least) => ({
    page: 'Minimum should match',
    section: 'Valid values',
    says: `a percentage is rounded down: beside must, ${least} of four is none, and all are optional`,
    records: fiveTexts,
    query: someOf(least, { must: [has('OpenSearch')] }),
    finds: [0, 1, 2, 3, 4],
  })),
  {
    page: 'Minimum should match',
    section: 'Valid values',
    says: 'a percentage is rounded down: beside filter, 50% of one is none',
    records: fiveTexts,
    query: { bool: { filter: has('two'), should: has('four'), minimum_should_match: '50%' } },
    finds: [1, 2, 3],
  },
  {
    page: 'Minimum should match',
    section: 'Using the parameter in Boolean queries',
    says: 'the number of should clauses that must match',
    ours: 'beside must_not alone there are none to count, and it is ignored, as the server ignores it',
    records: headlines('a', 'b'),
    query: { bool: { must_not: has('a'), minimum_should_match: 1 } },
    finds: [1],
  },
  {
    page: 'Minimum should match',
    section: 'Using the parameter in Boolean queries',
    says: 'the number of should clauses that must match',
    ours: 'beside must there may be fewer than that, and nothing is found, as the server finds nothing',
    records: headlines('a', 'b'),
    query: { bool: { must: has('a'), minimum_should_match: 1 } },
    finds: [],
  },
  {
    page: 'Minimum should match',
    says: 'the number of words of a match that must be there',
    ours: 'one word is not counted, as the server does not',
    records: headlines('site engineer', 'cook'),
    query: { match: { [headline]: { query: 'engineer', minimum_should_match: 2 } } },
    finds: [0],
  },
  {
    page: 'Minimum should match',
    section: 'Default minimum_should_match value',
    says: 'beside must the should clauses are optional',
    records: fiveTexts,
    query: { bool: { must: [has('OpenSearch')], should: fourWords } },
    finds: [0, 1, 2, 3, 4],
  },
  {
    page: 'Minimum should match',
    section: 'Default minimum_should_match value',
    says: 'without must one of them must match',
    records: fiveTexts,
    query: { bool: { should: fourWords } },
    finds: [0, 1, 2, 3],
  },
  {
    page: 'Minimum should match',
    says: 'of three words of a match two must be there',
    records: headlines('prince king', 'prince star x', 'king', 'star'),
    query: { match: { [headline]: { query: 'prince king star', minimum_should_match: '2' } } },
    finds: [0, 1],
  },

  // Exists
  {
    page: 'Exists query',
    says: 'null and [] do not exist',
    records: [{ skills: null }, { skills: [] }, { skills: [null] }, {}, { skills: ['x'] }],
    query: { exists: { field: skills } },
    finds: [4],
  },
  {
    page: 'Exists query',
    says: 'an array with a null and a value exists',
    records: [{ skills: ['one', null] }],
    query: { exists: { field: skills } },
    finds: [0],
  },
  {
    page: 'Exists query',
    says: 'an empty string and "-" exist',
    records: [{ headline: '' }, { headline: '-' }, { headline: null }],
    query: { exists: { field: headline } },
    finds: [0, 1],
  },
  {
    page: 'Exists query',
    says: 'any value that is not null exists: false',
    records: [{ hiring: false }, { hiring: true }, {}],
    query: { exists: { field: 'profile_info.hiring' } },
    finds: [0, 1],
  },
  {
    page: 'Exists query',
    says: 'any value that is not null exists: 0',
    records: [...sizes(0, 5), {}],
    query: { exists: { field: size } },
    finds: [0, 1],
  },
  {
    page: 'Exists query',
    section: 'Finding documents with missing indexed values',
    says: 'must_not around exists finds the missing',
    records: [{ headline: 'x' }, {}, { headline: null }],
    query: { bool: { must_not: { exists: { field: headline } } } },
    finds: [1, 2],
  },
  {
    page: 'Object field type',
    says: 'an object is the fields in it',
    ours: 'an object exists where a field in it does',
    records: [
      { current_company_size: { min: 1 } },
      { current_company_size: { max: null } },
      { current_company_size: {} },
    ],
    query: { exists: { field: 'profile_info.current_company_size' } },
    finds: [0],
  },

  // Term
  {
    page: 'Term query',
    section: 'Parameters',
    says: 'the value matches with the same spacing and capitalisation only',
    records: countries('Germany', 'germany', ' Germany', 'Germany East'),
    query: { term: { [country]: 'Germany' } },
    finds: [0],
  },
  {
    page: 'Term query',
    says: 'the long form has the value under value',
    records: countries('Germany', 'Japan'),
    query: { term: { [country]: { value: 'Japan', boost: 2, _name: 'where' } } },
    finds: [1],
  },
  {
    page: 'Term query',
    section: 'Parameters',
    says: 'case_insensitive matches in any case',
    records: countries('Germany', 'GERMANY', 'germany', 'Japan'),
    query: { term: { [country]: { value: 'gerMany', case_insensitive: true } } },
    finds: [0, 1, 2],
  },
  {
    page: 'Term query',
    says: 'a text is indexed by its words in lower case, and the term is not analysed: one in upper case finds nothing',
    records: headlines('Data Lead'),
    query: { term: { [headline]: 'Data' } },
    finds: [],
  },
  {
    page: 'Term query',
    says: 'a term in lower case finds the word of a text',
    records: headlines('Data Lead'),
    query: { term: { [headline]: 'data' } },
    finds: [0],
  },
  {
    page: 'Keyword field type',
    says: 'a keyword is not analysed: exact matches only',
    records: headlines('Data Lead', 'Data lead', 'Data'),
    query: { term: { [`${headline}.keyword`]: 'Data Lead' } },
    finds: [0],
  },
  {
    page: 'Term query',
    says: 'a number may be asked for as a text',
    records: sizes(61809, 6180, 618090),
    query: { term: { [size]: { value: '61809' } } },
    finds: [0],
  },
  {
    page: 'Boolean field type',
    says: 'true and false, or the texts "true" and "false", or "" for false',
    records: [{ hiring: true }, { hiring: false }, {}],
    query: {
      bool: { should: [{ term: { 'profile_info.hiring': '' } }, { term: { 'profile_info.open_to_work': 'true' } }] },
    },
    finds: [1],
  },
  {
    page: 'Range query',
    section: 'Date fields',
    says: 'a date names all of the span that is written',
    ours: 'so does the date of a term',
    records: moments('2022-05-18T00:00:00Z', '2022-05-18T23:59:59.999Z', '2022-05-19T00:00:00Z'),
    query: { term: { [updated]: '2022-05-18' } },
    finds: [0, 1],
  },

  // Terms and ids
  {
    page: 'Terms query',
    says: 'any of the terms is enough, each exactly',
    records: countries('Germany', 'Japan', 'japan', 'Sweden'),
    query: { terms: { [country]: ['Germany', 'Japan'], boost: 1 } },
    finds: [0, 1],
  },
  {
    page: 'Terms query',
    says: 'of a multi-valued field any value is enough',
    records: [{ skills: ['sql', 'go'] }, { skills: ['rust'] }, { skills: 'go' }],
    query: { terms: { [skills]: ['go', 'c'] } },
    finds: [0, 2],
  },
  {
    page: 'Terms query',
    says: 'a document is returned if it matches any of the terms: of none, none',
    records: countries('Germany'),
    query: { terms: { [country]: [] } },
    finds: [],
  },

  // Range
  {
    page: 'Range query',
    says: 'from 10 to 20, both included',
    records: sizes(9, 10, 15, 20, 21),
    query: { range: { [size]: { gte: 10, lte: 20 } } },
    finds: [1, 2, 3],
  },
  {
    page: 'Range query',
    section: 'Operators',
    says: 'gt and lt leave the bounds out',
    records: sizes(10, 10.5, 20),
    query: { range: { [size]: { gt: 10, lt: 20 } } },
    finds: [1],
  },
  {
    page: 'Range query',
    section: 'Operators',
    says: 'one bound is enough; numbers below zero and fractions are in order',
    records: sizes(-2, -1.5, -1, 0, 0.5),
    query: { range: { [size]: { lt: -1 } } },
    finds: [0, 1],
  },
  {
    page: 'Range query',
    says: 'of a multi-valued field any value is enough',
    kind: 'company',
    records: [
      { workforce: { historical_headcount: [{ count: 5 }, { count: 50 }] } },
      { workforce: { historical_headcount: [{ count: 5 }, { count: 500 }] } },
    ],
    query: { range: { 'company_info.workforce.historical_headcount.count': { gte: 10, lte: 100 } } },
    finds: [0],
  },
  {
    page: 'Range query',
    section: 'Date fields',
    says: 'all days of a year',
    records: days('2018-12-31', '2019-01-01', '2019-12-31', '2020-01-01'),
    query: { range: { [changed]: { gte: '2019-01-01', lte: '2019-12-31' } } },
    finds: [1, 2],
  },
  {
    page: 'Range query',
    section: 'Missing date components',
    says: 'missing components of an upper bound are the last hour, minute, second: lte on a day includes the whole day',
    records: moments('2022-12-31T23:59:59.999Z', '2023-01-01T00:00:00Z'),
    query: { range: { [updated]: { lte: '2022-12-31' } } },
    finds: [0],
  },
  {
    page: 'Range query',
    section: 'Missing date components',
    says: 'missing months and days of a lower bound are the first',
    records: days('2021-12-31', '2022-01-01'),
    query: { range: { [changed]: { gte: '2022' } } },
    finds: [1],
  },
  ...(
    [
      ['lte', { lte: '2022' }, [0, 1]],
      ['gt', { gt: '2022' }, [2, 3]],
      ['lt', { lt: '2022' }, [0]],
      ['lte, a month', { lte: '2022-02' }, [0, 1, 2]],
    ] as const
  ).map(([bound, range, finds]) => ({
    page: 'Range query',
    section: 'Missing date components',
    says: `a month or a day that is missing is 01, the time the day’s last: ${bound}`,
    records: moments(
      '2021-12-31T23:59:59Z',
      '2022-01-01T12:00:00Z',
      '2022-02-01T23:59:59.999Z',
      '2022-02-02T00:00:00Z',
    ),
    query: { range: { [updated]: range } },
    finds,
  })),
  ...(
    [
      ['a year', '2022', [1]],
      ['a month', '2022-02', [2]],
    ] as const
  ).map(([what, value, finds]) => ({
    page: 'Range query',
    section: 'Missing date components',
    says: `a month or a day that is missing is 01: ${what}`,
    ours: 'so does the date of a term',
    records: days('2021-12-31', '2022-01-01', '2022-02-01', '2022-02-02'),
    query: { term: { [changed]: value } },
    finds,
  })),
  ...(
    [
      ['gt rounds up to the first millisecond outside the interval', { gt: '2022-05-18||/M' }, [3]],
      ['gte rounds down to the first millisecond', { gte: '2022-05-18||/M' }, [1, 2, 3]],
      ['lt rounds down to the last millisecond before', { lt: '2022-05-18||/M' }, [0]],
      ['lte rounds up to the last millisecond of the interval', { lte: '2022-05-18||/M' }, [0, 1, 2]],
    ] as const
  ).map(([says, range, finds]) => ({
    page: 'Range query',
    section: 'Rounding relative dates',
    says,
    records: moments(
      '2022-04-30T23:59:59.999Z',
      '2022-05-01T00:00:00.000Z',
      '2022-05-31T23:59:59.999Z',
      '2022-06-01T00:00:00.000Z',
    ),
    query: { range: { [updated]: range } },
    finds,
  })),
  {
    page: 'Range query',
    section: 'Rounding relative dates',
    says: 'gt leaves all of the interval out',
    ours: 'a day is such an interval without rounding too',
    records: moments('2022-05-18T23:59:59.999Z', '2022-05-19T00:00:00Z'),
    query: { range: { [updated]: { gt: '2022-05-18' } } },
    finds: [1],
  },
  {
    page: 'Range query',
    section: 'Relative dates',
    says: '2019-01-01||-1y-1d is a year and a day earlier',
    records: days('2017-12-30', '2017-12-31'),
    query: { range: { [changed]: { gte: '2019-01-01||-1y-1d' } } },
    finds: [1],
  },
  {
    page: 'Date field type',
    section: 'Date math',
    says: '2022-05-18T15:23:17.789||+2M-1d/d is 2022-07-17',
    records: moments('2022-07-16T23:59:59.999Z', '2022-07-17T00:00:00Z'),
    query: { range: { [updated]: { gte: '2022-05-18T15:23:17.789||+2M-1d/d' } } },
    finds: [1],
  },
  {
    page: 'Date field type',
    section: 'Date math',
    says: 'now is the present moment',
    ours: 'the present moment of the tests is noon on 2026-03-15, UTC',
    records: moments('2025-12-15T11:59:59Z', '2025-12-15T12:00:00Z', '2026-03-15T12:00:01Z'),
    query: { range: { [updated]: { gte: 'now-3M', lte: 'now' } } },
    finds: [1],
  },
  {
    page: 'Range query',
    section: 'Time zone',
    says: 'dates are in UTC unless they say otherwise',
    records: moments('2022-04-17T09:59:59Z', '2022-04-17T06:00:00-04:00'),
    query: { range: { [updated]: { gte: '2022-04-17T10:00:00Z' } } },
    finds: [1],
  },

  // Prefix
  {
    page: 'Prefix query',
    says: 'terms that begin with the prefix, spaces and case as they are',
    records: countries('KING HENRY', 'KING', 'king henry', 'A KING H'),
    query: { prefix: { [country]: 'KING H' } },
    finds: [0],
  },
  {
    page: 'Prefix query',
    section: 'Parameters',
    says: 'case_insensitive matches in any case',
    records: countries('KING HENRY', 'King henry', 'KINGdom'),
    query: { prefix: { [country]: { value: 'king h', case_insensitive: true } } },
    finds: [0, 1],
  },
  {
    page: 'Prefix query',
    says: 'of a text, any word that begins with it',
    records: headlines('Data platform', 'plateau', 'template'),
    query: { prefix: { [headline]: 'plat' } },
    finds: [0, 1],
  },
  ...['a%', 'a_', 'a.', '[a-z]', 'a\\', "a'", 'a*', ':*'].map((prefix) => ({
    page: 'Prefix query',
    says: `a prefix has no wildcards: ${prefix} is literal`,
    records: countries(`${prefix}x`, 'axx', 'bxx', 'a'),
    query: { prefix: { [country]: prefix } },
    finds: [0],
  })),

  // Wildcard
  {
    page: 'Wildcard query',
    says: '* is zero or more characters',
    records: countries('HY', 'HENRY', 'HENRYk', 'xHY', 'hy'),
    query: { wildcard: { [country]: { value: 'H*Y', case_insensitive: false } } },
    finds: [0, 1],
  },
  {
    page: 'Wildcard query',
    says: '? is any single character',
    records: countries('HY', 'HaY', 'H👍Y', 'HabY'),
    query: { wildcard: { [country]: 'H?Y' } },
    finds: [1, 2],
  },
  {
    page: 'Wildcard query',
    section: 'Parameters',
    says: 'case_insensitive matches in any case',
    records: countries('Henry', 'HENRY', 'Harry'),
    query: { wildcard: { [country]: { value: 'he*RY', case_insensitive: true } } },
    finds: [0, 1],
  },
  {
    page: 'Wildcard query',
    says: 'of a text, any word that matches',
    records: headlines('Data platform', 'data pla tform'),
    query: { wildcard: { [headline]: 'pl*form' } },
    finds: [0],
  },
  ...(
    [
      ['a%c*e', 'a%cde'],
      ['a_c*e', 'a_cde'],
      ['a.c*e', 'a.cde'],
      ['a[a-z]c*e', 'a[a-z]cde'],
      ["a'c*e", "a'cde"],
    ] as const
  ).map(([pattern, value]) => ({
    page: 'Wildcard query',
    says: `* and ? are the only operators: the rest of ${pattern} is literal`,
    records: countries(value, 'abcde', 'axcde'),
    query: { wildcard: { [country]: pattern } },
    finds: [0],
  })),
  {
    page: 'Wildcard query',
    says: '* and ? are operators',
    ours: 'a backslash makes the next character literal, itself too',
    records: countries('a*b?c\\d-e', 'axbxc\\d-e', 'a*b?c\\de'),
    query: { wildcard: { [country]: 'a\\*b\\?c\\\\d?e' } },
    finds: [0],
  },
  {
    page: 'Wildcard query',
    says: 'a pattern may end in *',
    records: countries('Germany', 'German', 'Ger'),
    query: { wildcard: { [country]: 'Germ*' } },
    finds: [0, 1],
  },

  // Match
  {
    page: 'Match query',
    section: 'Operator',
    says: 'the default operator is or',
    records: wind,
    query: { match: { [headline]: 'wind rise' } },
    finds: [0, 1, 2],
  },
  {
    page: 'Match query',
    section: 'Operator',
    says: 'with and all words must be there, in any order',
    records: wind,
    query: { match: { [headline]: { query: 'rise wind', operator: 'and' } } },
    finds: [0],
  },
  {
    page: 'Match query',
    section: 'Minimum should match',
    says: 'two of two words are the same as and',
    records: wind,
    query: { match: { [headline]: { query: 'wind rise', operator: 'or', minimum_should_match: 2 } } },
    finds: [0],
  },
  {
    page: 'Match query',
    section: 'Analyzer',
    says: 'the default analyser does not stem: rises is not rise',
    records: wind,
    query: { match: { [headline]: 'rises' } },
    finds: [],
  },
  {
    page: 'Match query',
    section: 'Empty query',
    says: 'a query without words finds nothing by default',
    records: wind,
    query: { match: { [headline]: '-- !' } },
    finds: [],
  },
  {
    page: 'Match query',
    says: 'on an exact-value field it matches the exact value',
    records: countries('New Zealand', 'new zealand', 'New'),
    query: { match: { [country]: 'New Zealand' } },
    finds: [0],
  },
  {
    page: 'Match query',
    says: 'on an exact-value field it matches the exact value: a number',
    records: sizes(5, 50),
    query: { match: { [size]: { query: '5' } } },
    finds: [0],
  },
  {
    page: 'Match query',
    says: 'it finds documents that match any of the terms',
    ours: 'of a list of texts any value is enough',
    kind: 'company',
    records: [{ alternative_names: ['Big Blue', 'Acme'] }, { alternative_names: ['Apex'] }],
    query: { match: { 'company_info.alternative_names': 'acme corporation' } },
    finds: [0],
  },
  {
    page: 'Standard analyzer',
    says: 'words are lower-cased',
    records: headlines('ÜBER Straße', 'uber'),
    query: { match: { [headline]: 'über' } },
    finds: [0],
  },
  {
    page: 'Standard tokenizer',
    says: 'text is split at Unicode word boundaries: an apostrophe or a full stop within a word does not split it',
    records: headlines('O’Neil', "O'Neil", 'O Neil'),
    query: { match: { [headline]: "o'neil" } },
    finds: [1],
  },
  {
    page: 'Standard tokenizer',
    says: 'text is split at Unicode word boundaries: hyphens split, punctuation is no word',
    records: headlines('Co-Founder & C++', 'cofounder'),
    query: { match: { [headline]: { query: 'founder c', operator: 'and' } } },
    finds: [0],
  },
  {
    page: 'Standard tokenizer',
    says: 'text is split at Unicode word boundaries: accents are part of the letter',
    records: headlines('résumé', 'resume', 're\u0301sume\u0301'),
    ours: 'two ways to encode a letter are one',
    query: { match: { [headline]: 'Résumé' } },
    finds: [0, 2],
  },

  ...(
    [
      ['an emoji is a word', ['Founder 🚀', 'Founder'], { match: '🚀' }, [0]],
      [
        'an emoji of several characters is one word',
        ['👨\u200d👩\u200d👧 family', 'my family'],
        { match_phrase: '👨\u200d👩\u200d👧 family' },
        [0],
      ],
      ['a flag is a word', ['🇩🇪🇫🇷', '🇩🇰'], { match: '🇫🇷' }, [0]],
      ['a letter in a circle is a letter', ['Ⓐ', 'a'], { match: 'ⓐ' }, [0]],
      ['々 is a letter', ['佐々木', '佐木', '々'], { match_phrase: '佐木' }, [1]],
      ['々 is a letter, and a word where no other stands beside it', ['佐々木', '佐木', '々'], { match: '々' }, [0, 2]],
      ['Katakana is split by no dictionary', ['カスタマーサクセス', 'カスタマー'], { match: 'カスタマー' }, [1]],
      ['Hangul and Latin letters side by side are one word', ['삼성SDS', '삼성 SDS'], { match: '삼성sds' }, [0]],
    ] as const
  ).map(([says, texts, clause, finds]) => ({
    page: 'Standard tokenizer',
    says: `text is split at Unicode word boundaries: ${says}`,
    records: headlines(...texts),
    query: Object.fromEntries(Object.entries(clause).map(([name, value]) => [name, { [headline]: value }])),
    finds,
  })),
  {
    page: 'Standard tokenizer',
    says: 'text is split at Unicode word boundaries',
    ours: 'scripts without spaces are split by a dictionary, where OpenSearch has the whole run for one word',
    records: headlines('ภาษาไทย', 'ไทย'),
    query: { match: { [headline]: 'ภาษา' } },
    finds: [0],
  },
  {
    page: 'Lowercase token filter',
    says: 'words are lower-cased: İ is i, so that who types istanbul finds İstanbul',
    records: headlines('İstanbul', 'ISTANBUL', 'i\u0307stanbul'),
    query: { match: { [headline]: 'istanbul' } },
    finds: [0, 1],
  },
  ...(
    [
      ['київ', [0, 1]],
      ['izmir', [2]],
    ] as const
  ).map(([value, finds]) => ({
    page: 'Term query',
    section: 'Parameters',
    says: 'case_insensitive matches in any case',
    ours: `not of ASCII letters alone, as the server has it: ${value}`,
    records: countries('КИЇВ', 'Київ', 'İzmir', 'Kyiv'),
    query: { term: { [country]: { value, case_insensitive: true } } },
    finds,
  })),
  {
    page: 'Match query',
    section: 'Operator',
    says: 'with and all words must be there',
    ours: 'minimum_should_match beside it changes nothing; the server finds nothing at all',
    records: wind,
    query: { match: { [headline]: { query: 'rise wind', operator: 'and', minimum_should_match: 1 } } },
    finds: [0],
  },
  ...[
    { term: { [headline]: 're\u0301sume\u0301' } },
    { terms: { [headline]: ['re\u0301sume\u0301'] } },
    { prefix: { [headline]: 're\u0301su' } },
    { wildcard: { [headline]: 're\u0301s*me\u0301' } },
  ].map((query) => ({
    page: 'Standard tokenizer',
    says: 'text is split at Unicode word boundaries: accents are part of the letter',
    records: headlines('résumé', 'resume', 're\u0301sume\u0301'),
    ours: `two ways to encode a letter are one, in ${Object.keys(query)}, too`,
    query,
    finds: [0, 2],
  })),

  // Match phrase
  {
    page: 'Match phrase query',
    says: 'the words must stand side by side in this order',
    records: headlines('The wind rises', 'Gone with the wind', 'wind always rises', 'rises wind'),
    query: { match_phrase: { [headline]: 'wind rises' } },
    finds: [0],
  },
  {
    page: 'Match phrase query',
    says: 'a phrase of one word is that word; the long form has it under query',
    records: headlines('The wind rises', 'Gone'),
    query: { match_phrase: { [headline]: { query: 'WIND' } } },
    finds: [0],
  },
  {
    page: 'Match phrase query',
    says: 'the words must stand side by side: a word twice',
    records: headlines('New New York', 'New York New'),
    query: { match_phrase: { [headline]: 'new new' } },
    finds: [0],
  },
  {
    page: 'Position increment gap mapping parameter',
    says: 'a gap parts the values of a multi-valued field, so that no phrase spans two of them',
    kind: 'company',
    records: [{ alternative_names: ['machine', 'learning'] }, { alternative_names: ['x', 'machine learning'] }],
    query: { match_phrase: { 'company_info.alternative_names': 'machine learning' } },
    finds: [1],
  },
  {
    page: 'Position increment gap mapping parameter',
    says: 'a gap parts the values of a multi-valued field: also where they come from a list of objects',
    records: [{ certifications: [{ name: 'machine' }, { name: 'learning' }] }],
    query: { match_phrase: { 'profile_info.certifications.name': 'machine learning' } },
    finds: [],
  },

  // Multi-match
  {
    page: 'Multi-match queries',
    section: 'Best fields',
    says: 'a match on any of the fields is enough; ^4 weighs only',
    records: [{ headline: 'Northern lights' }, { about: 'fluorescent lights' }, { about: 'sun' }],
    query: { multi_match: { query: 'northern lights', fields: [`${headline}^4`, 'profile_info.about'] } },
    finds: [0, 1],
  },
  {
    page: 'Multi-match queries',
    section: 'Operator and minimum should match',
    says: 'operator is applied to each field by itself',
    records: [{ first_name: 'John', last_name: 'Doe' }, { first_name: 'John Doe' }],
    query: {
      multi_match: {
        query: 'John Doe',
        type: 'most_fields',
        fields: ['profile_info.first_name', 'profile_info.last_name'],
        operator: 'and',
      },
    },
    finds: [1],
  },
  {
    page: 'Multi-match queries',
    section: 'Phrase',
    says: 'phrase runs a match_phrase on each field',
    records: [{ headline: 'northern lights' }, { about: 'lights northern' }],
    query: { multi_match: { query: 'northern lights', type: 'phrase', fields: [headline, 'profile_info.about'] } },
    finds: [0],
  },

  // Nested
  {
    page: 'Nested query',
    says: 'nested objects are searched as documents of their own: both clauses must hold of one',
    records: [
      {
        experience: [
          { title: 'cook', function: 'Sales' },
          { title: 'clerk', function: 'Food' },
        ],
      },
      { experience: [{ title: 'clerk', function: 'Sales' }] },
    ],
    query: {
      nested: {
        path: experience,
        query: {
          bool: {
            must: [{ match: { [`${experience}.title`]: 'clerk' } }, { term: { [`${experience}.function`]: 'Sales' } }],
          },
        },
      },
    },
    finds: [1],
  },
  {
    page: 'Nested query',
    says: 'if an object matches, the parent is returned: must_not inside asks for one element that does not match',
    records: [
      { experience: [{ function: 'Sales' }, { function: 'Food' }] },
      { experience: [{ function: 'Sales' }] },
      { experience: [] },
    ],
    query: {
      nested: { path: experience, query: { bool: { must_not: { term: { [`${experience}.function`]: 'Sales' } } } } },
    },
    finds: [0],
  },
  {
    page: 'Nested query',
    says: 'if an object matches, the parent is returned: must_not outside asks that no element matches',
    records: [
      { experience: [{ function: 'Sales' }, { function: 'Food' }] },
      { experience: [{ function: 'Food' }] },
      { experience: [] },
    ],
    query: {
      bool: { must_not: { nested: { path: experience, query: { term: { [`${experience}.function`]: 'Sales' } } } } },
    },
    finds: [1, 2],
  },
  {
    page: 'Nested query',
    says: 'a single object is a nested object too; match_all asks that there is one',
    records: [{ experience: { title: 'x' } }, { experience: [{}] }, { experience: [null] }, {}],
    query: { nested: { path: experience, query: { match_all: {} } } },
    finds: [0, 1],
  },
  {
    page: 'Nested query',
    says: 'nested objects are searched as documents of their own: objects within them are not apart',
    kind: 'company',
    records: [
      {
        funding: {
          rounds: [
            {
              type: 'seed',
              investors: [
                { name: 'Ada', kind: 'person' },
                { name: 'Ford', kind: 'company' },
              ],
            },
          ],
        },
      },
      {
        funding: {
          rounds: [
            { type: 'seed', investors: [{ name: 'Ada' }] },
            { type: 'a', investors: [{ kind: 'company' }] },
          ],
        },
      },
    ],
    query: {
      nested: {
        path: 'company_info.funding.rounds',
        query: {
          bool: {
            filter: [
              { match: { 'company_info.funding.rounds.investors.name': 'ada' } },
              { term: { 'company_info.funding.rounds.investors.kind': 'company' } },
            ],
          },
        },
      },
    },
    finds: [0],
  },
  {
    page: 'Nested field type',
    section: 'Flattened form',
    says: 'objects of a list that is not nested are stored together: clauses may hold of different ones',
    kind: 'company',
    records: [
      {
        social_media: [
          { network: 'xnet', slug: 'acme' },
          { network: 'other', slug: 'acme-inc' },
        ],
      },
    ],
    query: {
      bool: {
        must: [
          { term: { 'company_info.social_media.network': 'other' } },
          { term: { 'company_info.social_media.slug': 'acme' } },
        ],
      },
    },
    finds: [0],
  },

  // Phrases that may be moved, and beginnings
  ...(
    [
      ['wind the', 2, [0, 1]],
      ['wind the', 1, []],
      ['the rise', 1, [0]],
      ['rise wind', 1, []],
      ['rise wind', 2, [0]],
      ['gone the wind', 1, [1]],
    ] as const
  ).map(([query, slop, finds]) => ({
    page: 'Match phrase query',
    section: 'Slop',
    says: `the words of “${query}” may be moved by ${slop} places in all`,
    records: wind,
    query: { match_phrase: { [headline]: { query, slop } } },
    finds,
  })),
  {
    page: 'Match phrase query',
    section: 'Slop',
    says: 'a phrase lies within one value',
    ours: 'whatever the slop, which goes to 20',
    records: [
      { certifications: [{ name: 'cloud' }, { name: 'architect' }] },
      { certifications: [{ name: 'architect of a cloud' }] },
    ],
    query: { match_phrase: { 'profile_info.certifications.name': { query: 'cloud architect', slop: 20 } } },
    finds: [1],
  },
  {
    page: 'Match phrase prefix query',
    says: 'the last word of the phrase is a prefix',
    records: headlines('head of data', 'head of design', 'head data', 'of data head'),
    query: { match_phrase_prefix: { [headline]: 'head of d' } },
    finds: [0, 1],
  },
  {
    page: 'Match boolean prefix query',
    says: 'the last word is a prefix, the others are words in any order',
    records: headlines('data head', 'design of heads', 'head of design', 'hea'),
    query: { match_bool_prefix: { [headline]: { query: 'design hea', operator: 'and' } } },
    finds: [1, 2],
  },
  {
    page: 'Multi-match query',
    section: 'Cross fields',
    says: 'each word must be in any of the fields',
    records: [
      { full_name: 'Ada Lovelace', headline: 'engineer' },
      { full_name: 'Ada Lovelace', headline: 'analyst' },
      { full_name: 'Bob', headline: 'engineer Ada' },
    ],
    query: {
      multi_match: {
        query: 'ada engineer',
        type: 'cross_fields',
        operator: 'and',
        fields: [headline, 'profile_info.full_name'],
      },
    },
    finds: [0, 2],
  },
  {
    page: 'Match query',
    section: 'Parameters',
    says: 'zero_terms_query all matches everything where the text has no word',
    records: headlines('a', 'b'),
    query: { match: { [headline]: { query: '!', zero_terms_query: 'all' } } },
    finds: [0, 1],
  },

  // Texts with operators
  ...(
    [
      ['love AND life', [0]],
      ['love OR life', [0, 1, 2]],
      ['love -life', [1]],
      ['NOT love', [2, 3]],
      ['"love life" OR none', [0, 3]],
      ['(love OR none) AND NOT life', [1, 3]],
      ['love OR none AND life', []],
      ['no*', [3]],
      [`${headline}:(love life) AND ${headline}:lo*`, [0, 1]],
    ] as const
  ).map(([query, finds]) => ({
    page: 'Query string query',
    section: 'Query string syntax',
    says: `what “${query}” means`,
    records: headlines('love life', 'love', 'life', 'none'),
    query: { query_string: { query, default_field: headline } },
    finds,
  })),
  ...(
    [
      ['love + life', [0]],
      ['love | life', [0, 1, 2]],
      ['love + -life', [1]],
      ['"love life" | none', [0, 3]],
      ['(love | none) + -life', [1, 3]],
      ['no* | (li', [2, 3, 4]],
    ] as const
  ).map(([query, finds]) => ({
    page: 'Simple query string query',
    section: 'Simple query string syntax',
    says: `what “${query}” means`,
    records: headlines('love life', 'love', 'life li', 'none', 'li'),
    query: { simple_query_string: { query, fields: [headline] } },
    finds,
  })),

  // Clauses that weigh others
  ...[
    { constant_score: { filter: has('love'), boost: 2 } },
    { dis_max: { queries: [has('love'), has('hate')], tie_breaker: 0.5 } },
    { boosting: { positive: has('love'), negative: has('life'), negative_boost: 0.2 } },
    { function_score: { query: has('love'), boost_mode: 'sum', score_mode: 'avg' } },
  ].map((query) => ({
    page: 'Compound queries',
    says: `${Object.keys(query)} moves scores`,
    ours: 'the score is constant, so it means the clause that it wraps',
    records: headlines('love life', 'life', 'love'),
    query,
    finds: [0, 2],
  })),

  // Dates in a zone and in a format
  {
    page: 'Range query',
    section: 'Parameters',
    says: 'time_zone is where a date without an offset lies',
    records: moments(
      '2024-03-30T22:59:59.999Z',
      '2024-03-30T23:00:00Z',
      '2024-03-31T21:59:59.999Z',
      '2024-03-31T22:00:00Z',
    ),
    query: { range: { [updated]: { gte: '2024-03-31', lte: '2024-03-31', time_zone: 'Europe/Berlin' } } },
    finds: [1, 2],
  },
  {
    page: 'Range query',
    section: 'Format',
    says: 'format is how the dates of the query are written',
    records: days('2023-12-31', '2024-01-01', '2024-02-01', '2024-02-02'),
    query: { range: { [changed]: { gte: '01/01/2024', lte: '01/02/2024', format: 'dd/MM/yyyy' } } },
    finds: [1, 2],
  },

  // Names that the interface gives
  ...(
    [
      ['profile_info.job_title', { current_title: 'Data Lead' }, { match: { 'profile_info.job_title': 'lead' } }],
      ['profile_info.emails', { work_email: 'a@x.com' }, { term: { 'profile_info.emails': 'a@x.com' } }],
      [
        'profile_info.emails',
        { personal_emails: ['b@y.com', 'a@x.com'] },
        { term: { 'profile_info.emails': 'a@x.com' } },
      ],
      [
        'profile_info.current_company_website',
        { current_company_websites: ['x.com', 'y.com'] },
        { term: { 'profile_info.current_company_website': 'y.com' } },
      ],
    ] as const
  ).map(([name, info, query]) => ({
    page: 'Alias field type',
    says: 'an alias is searched as the field that it names',
    ours: `${name} is named by the interface; a name may stand for several fields, any of which is enough`,
    records: [info, {}],
    query,
    finds: [0],
  })),
  {
    page: 'Keyword field type',
    says: 'a value is matched exactly, capitals included; so are websites',
    records: [{ current_company_websites: ['WWW.X.com'] }, { current_company_websites: ['www.x.com'] }],
    query: { terms: { 'profile_info.current_company_website': ['www.x.com', 'X.COM'] } },
    finds: [1],
  },
  {
    page: 'Alias field type',
    says: 'an alias is searched as the field that it names',
    ours: 'company_info.industry is named by the interface',
    kind: 'company',
    records: [{ industries: ['Software', 'Retail'] }, { industries: ['Food'] }],
    query: { term: { 'company_info.industry': 'Retail' } },
    finds: [0],
  },

  // Names without their accents
  ...(
    [
      ['lujan', 0],
      ['LUJÁN', 0],
      ['lukasz', 1],
      ['Łukasz zurawski', 1],
      ['weiss', 2],
      ['ben ray', 0],
    ] as const
  ).map(
    ([query, found]): Expectation => ({
      page: 'ASCII folding token filter',
      says: `letters become their closest ones of ASCII: ${query}`,
      ours: 'names have a sub-field of this analysis, folded',
      records: names,
      query: { match: { 'profile_info.full_name.folded': { query, operator: 'and' } } },
      finds: [found],
    }),
  ),
  {
    page: 'ASCII folding token filter',
    says: 'phrases stand as they are written',
    ours: 'names have a sub-field of this analysis, folded',
    records: names,
    query: { match_phrase: { 'profile_info.full_name.folded': 'ray lujan' } },
    finds: [0],
  },
  {
    page: 'ASCII folding token filter',
    says: 'a term is not analysed',
    ours: 'names have a sub-field of this analysis, folded',
    records: names,
    query: { term: { 'profile_info.full_name.folded': 'luján' } },
    finds: [],
  },
  {
    page: 'ASCII folding token filter',
    says: 'the field itself keeps its accents',
    records: names,
    query: { match: { 'profile_info.full_name': 'lujan' } },
    finds: [],
  },
  {
    page: 'ASCII folding token filter',
    says: 'in nested lists, too',
    ours: 'names have a sub-field of this analysis, folded',
    records: [{ experience: [{ company: { name: 'Škoda Auto' } }] }, { experience: [{ company: { name: 'Skoda' } }] }],
    query: {
      nested: {
        path: experience,
        query: { match_phrase: { [`${experience}.company.name.folded`]: 'skoda auto' } },
      },
    },
    finds: [0],
  },
  {
    page: 'ASCII folding token filter',
    says: 'of a company',
    ours: 'names have a sub-field of this analysis, folded',
    kind: 'company',
    records: [{ name: 'Nestlé' }, { name: 'Nest' }],
    query: { match: { 'company_info.name.folded': 'nestle' } },
    finds: [0],
  },
];
