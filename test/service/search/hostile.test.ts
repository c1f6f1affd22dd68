import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CastService, openCast } from '../../support/service.ts';

const list = <T>(length: number, item: (index: number) => T): T[] => Array.from({ length }, (_, index) => item(index));
const headline = 'profile_info.headline';
const skills = 'profile_info.skills';
const updated = 'profile_info.updated_at';

const deep = (levels: number): object =>
  list(levels - 1, () => 0).reduce<object>((query) => ({ bool: { must: query } }), { match_all: {} });
const should = (length: number, clause: (index: number) => object) => ({ bool: { should: list(length, clause) } });
const experience = { nested: { path: 'profile_info.experience', query: { match_all: {} } } };

const refused: readonly (readonly [what: string, query: object, sentence: RegExp])[] = [
  ['clauses 21 deep', deep(21), /: clauses must be nested at most 20 deep, but got one that is deeper$/],
  ['clauses 200 deep', deep(200), /: clauses must be nested at most 20 deep, but got one that is deeper$/],
  ['1,025 clauses', should(1024, () => ({ match_all: {} })), /^query\.bool\.should\[1023\]: .* at most 1024 clauses/],
  ['10,001 terms', { terms: { [skills]: list(10_001, String) } }, /^query\.terms.*: .* at most 10000 terms/],
  ['100,000 terms', { terms: { [skills]: list(100_000, String) } }, /^query\.terms.*: .* at most 10000 terms/],
  [
    'too many terms in several clauses',
    should(2, () => ({ terms: { [skills]: list(5001, String) } })),
    /^query\.bool\.should\[1\]\.terms.*: .* at most 10000 terms/,
  ],
  [
    'a text of a megabyte',
    { match: { [headline]: 'a b '.repeat(250_000) } },
    /^query\.match.*: .* at most 10000 terms, words/,
  ],
  [
    '1,025 clauses in a text',
    { query_string: { query: list(1024, (n) => `w${n}`).join(' OR '), default_field: headline } },
    /^query\.query_string\.query: .* at most 1024 clauses/,
  ],
  [
    '1,025 clauses in a text on several fields',
    { simple_query_string: { query: list(512, (n) => `w${n}`).join(' '), fields: [headline, 'profile_info.about'] } },
    /^query\.simple_query_string\.query: .* at most 1024 clauses/,
  ],
  [
    '10,001 words in a text',
    { query_string: { query: 'a '.repeat(10_001), default_field: headline } },
    /^query\.query_string\.query: .* at most 10000 terms, words/,
  ],
  [
    'brackets 20 deep in a text',
    { query_string: { query: `${'('.repeat(16_000)}`, default_field: headline } },
    /^query\.query_string\.query: brackets must be nested at most 19 deep/,
  ],
  [
    'slop over many words',
    should(2, () => ({ match_phrase: { [headline]: { query: 'a b c', slop: 10 } } })),
    /: .* at most 1536 placements/,
  ],
  ['a long phrase', { match_phrase: { [headline]: 'a '.repeat(129) } }, /: .* at most 128 words in phrases/],
  ['many ranges', should(65, () => ({ range: { [updated]: { gt: '2020' } } })), /: .* at most 64 ranges/],
  ['many look-ups', should(65, () => experience), /: .* at most 64 nested and connected_users/],
  ['many wildcards', should(9, (n) => ({ wildcard: { [skills]: `a*${n}` } })), /: .* at most 8 patterns/],
  [
    'a minimum over too many words',
    { match: { [headline]: { query: list(257, String).join(' '), minimum_should_match: 2 } } },
    /: .* at most 256 clauses and words under a minimum_should_match/,
  ],
];

const answered: readonly (readonly [what: string, query: object])[] = [
  ['clauses 20 deep', deep(20)],
  ['1,024 clauses', should(1023, (n) => ({ term: { [skills]: `skill ${n}` } }))],
  ['10,000 terms', { terms: { [skills]: list(10_000, (n) => `skill ${n}`) } }],
  ['10,000 words', { match: { [headline]: list(10_000, (n) => `w${n}`).join(' ') } }],
  [
    '10,000 words that must all be there',
    { match: { [headline]: { query: list(10_000, (n) => `w${n}`).join(' '), operator: 'and' } } },
  ],
  ['a phrase of 128 words', { match_phrase: { [headline]: 'data '.repeat(128) } }],
  ['a phrase with much slop', { match_phrase: { [headline]: { query: 'head of data', slop: 10 } } }],
  ['10,000 words in a text', { query_string: { query: 'a '.repeat(10_000), default_field: headline } }],
  ['brackets and quotes that stay open', { simple_query_string: { query: '("a '.repeat(256), fields: [headline] } }],
  ['a word of half a megabyte', { match: { [headline]: 'x'.repeat(500_000) } }],
  ['a prefix of half a megabyte', { prefix: { [skills]: 'x'.repeat(500_000) } }],
  ['a pattern of half a megabyte', { wildcard: { [skills]: `x${'*?'.repeat(250_000)}` } }],
  ['a pattern that backtracks', { wildcard: { [skills]: `a${'*a'.repeat(1000)}b` } }],
  [
    '64 ranges of milliseconds',
    should(64, (n) => ({ range: { [updated]: { gt: 1_500_000_000_001 + n, lt: 1_700_000_000_007 + n } } })),
  ],
  ['64 look-ups', { bool: { must_not: list(64, () => experience) } }],
  [
    'a minimum over 256 words',
    { match: { [headline]: { query: list(256, String).join(' '), minimum_should_match: '50%' } } },
  ],
  [
    'a lone surrogate, quotes, operators and control characters',
    should(1, () => ({ terms: { [skills]: ['\ud800', "'", '\\', ":* & | ! <->'", '\u0001'] } })),
  ],
  ['a lone surrogate in a pattern', { wildcard: { [skills]: 'a*\ud800?' } }],
  ['a control character among connectors', { prefix: { connected_users: '\u0001' } }],
  ['a year that is far away', { range: { [updated]: { gt: '9999', lt: 999_999_999_999_999 } } }],
  ['a number that is huge', { range: { 'profile_info.current_company_size.min': { gte: -1e308, lt: 1e308 } } }],
];

describe('a hostile query', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(() => service.close());
  const search = (query: object) => service.post('orchard', '/v3/profiles/search', { query, limit: 1 });

  for (const [what, query, sentence] of refused) {
    it(`is refused in a short sentence: ${what} [hostile.refused-short-sentence]`, async () => {
      const { status, body } = await search(query);
      assert.equal(status, 400);
      assert.ok(typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors));
      assert.match(String(body.errors[0]), sentence);
      assert.ok(JSON.stringify(body).length < 1000);
    });
  }

  for (const [what, query] of answered) {
    it(`is answered: ${what} [hostile.answered]`, async () => {
      const { status, body } = await search(query);
      assert.equal(status, 200, JSON.stringify(body));
    });
  }
});
