import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SearchableKind } from '../../../src/contract/catalogue.ts';
import { InvalidQuery } from '../../../src/service/search/dsl/invalid-query.ts';
import { parseQuery } from '../../../src/service/search/dsl/parse.ts';

function sentencesOf(query: unknown, kind: SearchableKind = 'profile'): readonly string[] {
  try {
    parseQuery(kind, query);
  } catch (error) {
    if (error instanceof InvalidQuery) return error.sentences;
    throw error;
  }
  return [];
}

const f = (name: string) => `profile_info.${name}`;
const at = (clause: string, name: string) => `query.${clause}["profile_info.${name}"]`;
const experience = f('experience');
const title = f('experience.title');

const clauses = [
  'match_all, match_none, match, match_phrase, match_phrase_prefix, match_bool_prefix, multi_match, query_string',
  'simple_query_string, term, terms, ids, exists',
  'range, prefix, wildcard, bool, nested, constant_score, dis_max, boosting, function_score',
].join(', ');
const formats =
  'epoch_millis, epoch_second, strict_date_optional_time, date_optional_time, date, date_hour_minute_second, date_time, date_time_no_millis, year, year_month';
const quoted = 'in quotes it is a character like others';
/** A text of `query_string`, and the sentence that answers it. */
const texts: readonly (readonly [text: string, sentence: string])[] = [
  ['a [b TO c]', `must not have [ at character 3: for a range, use the clause range; ${quoted}`],
  ['profile_info.updated_at:>2020', `must not have > at character 25: for a range, use the clause range; ${quoted}`],
  ['a b~2', `must not have ~ at character 4: fuzziness is not offered; slop is an option of match_phrase; ${quoted}`],
  ['"a b"~2', `must not have ~ at character 6: fuzziness is not offered; slop is an option of match_phrase; ${quoted}`],
  ['/a.c/', `must not have / at character 1: a regular expression is not offered; ${quoted}`],
  ['a^2', `must not have ^ at character 2: a weight is not offered; ${quoted}`],
  [
    '*script',
    `must not have * at character 1: it is a wildcard at the end of a word (within one in the clause wildcard, and match_all finds everything); ${quoted}`,
  ],
  ['a?c', `must not have ? at character 2: it is a wildcard only in the clause wildcard; ${quoted}`],
  ['ful_name:a', 'must be a searchable field, but got ful_name; the closest is profile_info.full_name'],
  ['topic:a', 'must be a searchable field, but got topic; /openapi.json marks them by x-search'],
  ['_exists_:a', 'must not have _exists_: (use the clause exists), but has it'],
  ['(a b', 'must close each bracket, but one is open'],
  ['a "b', 'must close each phrase, but the one at character 3 is open'],
  ['a AND', 'must not end after an operator or a field, but does'],
];

const ofBool = 'must, should, must_not, filter, minimum_should_match, adjust_pure_negative';

/** What is sent, and the sentences that answer it. */
const refusals: readonly (readonly [what: string, query: unknown, ...sentences: readonly string[]])[] = [
  ['a query that is no object', 'x', 'query: must be an object, but got "x"'],
  ['a list of clauses', [{ match_all: {} }], 'query: must be an object, but got a list of 1 item'],
  ['null', null, 'query: must be an object, but got null'],
  ['an empty clause', {}, 'query: must hold one clause, but got an empty object'],
  [
    'two clauses in one object',
    { match_all: {}, match_none: {} },
    'query: must hold one clause, but got 2 (match_all, match_none); join them with bool',
  ],
  ['a slip in a clause', { trem: {} }, 'query.trem: must be a clause of this query language; the closest is term'],
  [
    'a slip deep down',
    { bool: { should: [{ match_all: {} }, { nested: { path: experience, query: { exist: {} } } }] } },
    'query.bool.should[1].nested.query.exist: must be a clause of this query language; the closest is exists',
  ],
  ['a regular expression', { regexp: {} }, 'query.regexp: is not offered; the nearest is wildcard'],
  ['a fuzzy clause', { fuzzy: {} }, `query.fuzzy: is not offered; the clauses are ${clauses}`],
  ['a script', { script: {} }, `query.script: is not offered; the clauses are ${clauses}`],
  [
    'a function score with functions and a least score',
    { function_score: { functions: [{ weight: 2 }], min_score: 1, script_score: {} } },
    'query.function_score.min_score: is not offered; it must be one of query, functions',
    'query.function_score.script_score: is not offered; it must be one of query, functions',
    'query.function_score.functions: must be empty (scores are not offered), but got a list of 1 item',
  ],
  ['a join', { has_child: {} }, 'query.has_child: is not offered; the nearest is nested'],
  [
    'terms that must match in number',
    { terms_set: {} },
    'query.terms_set: is not offered; the nearest is bool with minimum_should_match',
  ],
  ['a name of every object', { constructor: {} }, `query.constructor: is not offered; the clauses are ${clauses}`],
  [
    'a prototype',
    JSON.parse('{"__proto__": {"match_all": {}}}'),
    `query.__proto__: is not offered; the clauses are ${clauses}`,
  ],
  [
    'a prototype among clauses',
    JSON.parse('{"bool": {"__proto__": []}}'),
    `query.bool.__proto__: is not offered; it must be one of ${ofBool}`,
  ],
  [
    'a field named as a member of every object',
    { term: { toString: 'x' } },
    'query.term.toString: must be a searchable field, but got toString; /openapi.json marks them by x-search',
  ],
  [
    'a slip in a field',
    { term: { [f('ful_name')]: 'x' } },
    `${at('term', 'ful_name')}: must be a searchable field, but got profile_info.ful_name; the closest is profile_info.full_name`,
  ],
  [
    'a field without its root',
    { match: { full_name: 'x' } },
    'query.match.full_name: must be a searchable field, but got full_name; the closest is profile_info.full_name',
  ],
  [
    'a field without its object',
    { range: { [f('size.min')]: { gt: 1 } } },
    `${at('range', 'size.min')}: must be a searchable field, but got profile_info.size.min; the closest is profile_info.current_company_size.min`,
  ],
  ['no field', { term: {} }, 'query.term: must name one field, but got none'],
  [
    'two fields',
    { term: { a: 1, b: 2 } },
    'query.term: must name one field, but got 2 (a, b); options belong in the object of their field, and each field needs its own clause',
  ],
  [
    'an option beside its field',
    { match: { [f('headline')]: 'a b', operator: 'and' } },
    'query.match: must name one field, but got 2 (profile_info.headline, operator); options belong in the object of their field, and each field needs its own clause',
  ],
  [
    'a list for a value',
    { term: { [f('skills')]: ['go', 'rust'] } },
    `${at('term', 'skills')}: must be one value, but got a list of 2 items; the clause terms takes a list`,
  ],
  [
    'a sub-field that there is not',
    { term: { [f('skills.keyword')]: 'go' } },
    `${at('term', 'skills.keyword')}: must be a searchable field, but got profile_info.skills.keyword; the closest is profile_info.skills`,
  ],
  [
    'a whole request',
    { query: { match_all: {} }, size: 10, sort: [{ id: 'asc' }] },
    'query.query: must be left out: what it holds is the query itself',
    'query.size: must be next to query, not inside it: it is a member of the request',
    'query.sort: must be next to query, not inside it: it is a member of the request',
  ],
  [
    'the members of a bool without it',
    { must: [{ match_all: {} }], must_not: [] },
    'query.must: must be inside a bool: {"bool": {"must": …}}',
    'query.must_not: must be inside a bool: {"bool": {"must_not": …}}',
  ],
  ['a clause in capitals', { MATCH: {} }, 'query.MATCH: must be a clause of this query language; the closest is match'],
  [
    'a bound of an older language',
    { range: { [f('updated_at')]: { gte: '2020', to: '2021' } } },
    `${at('range', 'updated_at')}.to: is not offered; it must be one of gt, gte, lt, lte, format, time_zone`,
  ],
  [
    'a field of a nested list outside nested',
    { match: { [title]: 'x' } },
    `${at('match', 'experience.title')}: must be used within its nested list, but is outside it; wrap the clause: {"nested": {"path": "profile_info.experience", "query": …}}`,
  ],
  [
    'the existence of a nested list outside nested',
    { exists: { field: experience } },
    'query.exists.field: must be used within its nested list, but is outside it; wrap the clause: {"nested": {"path": "profile_info.experience", "query": …}}',
  ],
  [
    'a field of the record inside nested',
    { nested: { path: experience, query: { term: { [f('hiring')]: true } } } },
    `query.nested.${at('query.term', 'hiring').slice(6)}: must be a field of profile_info.experience, but got profile_info.hiring; move the clause out of this nested clause`,
  ],
  [
    'nested inside nested',
    { nested: { path: experience, query: { nested: { path: f('education'), query: { match_all: {} } } } } },
    'query.nested.query.nested.path: must be outside profile_info.experience, in which nothing can be nested, but got profile_info.education',
  ],
  [
    'a path that is no nested list',
    { nested: { path: f('skills'), query: { match_all: {} } } },
    'query.nested.path: must be a nested list, but got profile_info.skills; they are profile_info.experience, profile_info.education, profile_info.social_media, team_connections',
  ],
  [
    'a path without its root',
    { nested: { path: 'experience', query: { match_all: {} } } },
    'query.nested.path: must be a nested list, but got experience; the closest is profile_info.experience',
  ],
  ['nested without a query', { nested: { path: experience } }, 'query.nested: must have a query, but has none'],
  [
    'the elements that match',
    { nested: { path: experience, query: { match_all: {} }, inner_hits: {} } },
    'query.nested.inner_hits: is not offered; it must be one of path, query',
  ],
  [
    'a terms lookup',
    { terms: { [f('skills')]: { index: 'x', id: '1', path: 'y' } } },
    `${at('terms', 'skills')}: must be a list of values (there is no terms lookup), but got an object`,
  ],
  [
    'a null among terms',
    { terms: { [f('skills')]: ['go', null] } },
    `${at('terms', 'skills')}[1]: must be a text, a number or a flag, but got null`,
  ],
  [
    'a wildcard at the beginning',
    { wildcard: { [f('skills')]: '*script' } },
    `${at('wildcard', 'skills')}: must not begin with a wildcard (match finds a text by any of its words), but got "*script"`,
  ],
  [
    'a prefix of a date',
    { prefix: { [f('updated_at')]: '2020' } },
    `${at('prefix', 'updated_at')}: must be a keyword or a text for prefix, but got a date`,
  ],
  [
    'a range of keywords',
    { range: { [f('skills')]: { gt: 'a' } } },
    `${at('range', 'skills')}: must be a date or a number for range, but got a keyword`,
  ],
  [
    'a range without bounds',
    { range: { [f('updated_at')]: {} } },
    `${at('range', 'updated_at')}: must have at least one of gt, gte, lt, lte, but has none`,
  ],
  [
    'two lower bounds',
    { range: { [f('updated_at')]: { gt: '2020', gte: '2021' } } },
    `${at('range', 'updated_at')}: must not have gt together with gte, but has both`,
  ],
  [
    'a day that no calendar has',
    { range: { [f('updated_at')]: { gte: '2023-02-29' } } },
    `${at('range', 'updated_at')}.gte: must be a date such as "2024-05-31", or date math such as "now-1y/d", but got "2023-02-29"`,
  ],
  [
    'a word for a number',
    { term: { [f('current_company_size.min')]: 'ten' } },
    `${at('term', 'current_company_size.min')}: must be a number, but got "ten"`,
  ],
  [
    'a word for a flag',
    { term: { [f('hiring')]: 'yes' } },
    `${at('term', 'hiring')}: must be true or false, but got "yes"`,
  ],
  [
    'a minimum that is no number',
    { bool: { should: [{ match_all: {} }], minimum_should_match: 'half' } },
    'query.bool.minimum_should_match: must be a whole number, a percentage such as "75%", or conditions such as "2<75%", but got "half"',
  ],
  [
    'an operator that there is not',
    { match: { [f('headline')]: { query: 'a b', operator: 'xor' } } },
    `${at('match', 'headline')}.operator: must be or, or and, but got "xor"`,
  ],
  [
    'an option that there is not',
    { match: { [f('headline')]: { query: 'a', fuzziness: 'AUTO' } } },
    `${at('match', 'headline')}.fuzziness: is not offered; it must be one of query, operator, minimum_should_match, lenient, zero_terms_query`,
  ],
  [
    'more slop than there is between two values',
    { match_phrase: { [f('headline')]: { query: 'a b', slop: 21 } } },
    `${at('match_phrase', 'headline')}.slop: must be a whole number from 0 to 20, but got 21`,
  ],
  [
    'slop for many words',
    { match_phrase: { [f('headline')]: { query: 'a b c d e f g h', slop: 3 } } },
    `${at('match_phrase', 'headline')}: a query must hold at most 1536 placements of words in phrases with slop (use fewer words or less slop), but got more`,
  ],
  [
    'the prefix of a phrase on a keyword',
    { match_phrase_prefix: { [f('skills')]: 'go la' } },
    `${at('match_phrase_prefix', 'skills')}: must be a text field for a phrase's prefix, but profile_info.skills is a keyword`,
  ],
  [
    'a pattern of fields',
    { multi_match: { query: 'a', fields: ['profile_info.*'] } },
    'query.multi_match.fields[0]: must name one field (patterns of names are not offered), but got profile_info.*',
  ],
  [
    'what a text without words finds',
    { match: { [f('headline')]: { query: '!', zero_terms_query: 'some' } } },
    `${at('match', 'headline')}.zero_terms_query: must be none, or all, but got "some"`,
  ],
  [
    'a zone that there is not',
    { range: { [f('updated_at')]: { gte: '2024', time_zone: 'Europe/Nowhere' } } },
    `${at('range', 'updated_at')}.time_zone: must be an offset such as "+02:00", or a zone such as "Europe/Berlin", but got "Europe/Nowhere"`,
  ],
  [
    'a format with words',
    { range: { [f('updated_at')]: { gte: 'May 2024', format: 'MMM yyyy' } } },
    `${at('range', 'updated_at')}.format: must be a pattern of digits such as "dd/MM/yyyy", or of ${formats}, but got "MMM yyyy"`,
    `${at('range', 'updated_at')}.gte: must be a date in the format "MMM yyyy", or date math such as "now-1y/d", but got "May 2024"`,
  ],
  [
    'a date in another format',
    { range: { [f('updated_at')]: { gte: '2024-01-01', format: 'dd/MM/yyyy' } } },
    `${at('range', 'updated_at')}.gte: must be a date in the format "dd/MM/yyyy", or date math such as "now-1y/d", but got "2024-01-01"`,
  ],
  [
    'no alternatives',
    { dis_max: { queries: [] } },
    'query.dis_max.queries: must hold at least one clause, but got none',
  ],
  [
    'boosting without a negative',
    { boosting: { positive: { match_all: {} } } },
    'query.boosting: must have a negative, but has none',
  ],
  [
    'a mistake in what only weighs less',
    { boosting: { positive: { match_all: {} }, negative: { trem: {} } } },
    'query.boosting.negative.trem: must be a clause of this query language; the closest is term',
  ],
  [
    'a bool that would find nothing without must',
    { bool: { adjust_pure_negative: false } },
    'query.bool.adjust_pure_negative: must be true, but got false',
  ],
  [
    'several mistakes at once',
    { bool: { must: [{ trem: {} }], shoud: [], filter: { term: { [f('skill')]: 1 } } } },
    `query.bool.shoud: must be one of ${ofBool}; the closest is should`,
    'query.bool.must[0].trem: must be a clause of this query language; the closest is term',
    'query.bool.filter.term["profile_info.skill"]: must be a searchable field, but got profile_info.skill; the closest is profile_info.skills',
  ],
];

describe('the DSL', () => {
  for (const [what, query, ...sentences] of refusals) {
    it(`refuses ${what} [refusals.refuses]`, () => {
      assert.deepEqual(sentencesOf(query), sentences);
    });
  }

  for (const [text, sentence] of texts) {
    it(`refuses a query_string of ${text}`, () => {
      const query = { query_string: { query: text, default_field: f('headline') } };
      assert.deepEqual(sentencesOf(query), [`query.query_string.query: ${sentence}`]);
    });
  }

  it('refuses a field of the other kind of record', () => {
    assert.deepEqual(sentencesOf({ match: { [f('headline')]: 'x' } }, 'company'), [
      'query.match["profile_info.headline"]: must be a searchable field of a company, but got profile_info.headline, one of a profile',
    ]);
  });

  it('names at most ten mistakes, and shortens what is long [refusals.names-most-ten]', () => {
    const long = 'x'.repeat(10_000);
    const sentences = sentencesOf({ bool: { must: Array.from({ length: 50 }, () => ({ term: { [long]: 1 } })) } });
    assert.equal(sentences.length, 10);
    assert.ok(sentences.join().length < 5000);
  });
});
