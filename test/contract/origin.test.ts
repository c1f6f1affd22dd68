import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { originMeant, originShownBy, origins, queriedOrigins, withQueriedOrigins } from '../../src/contract/origin.ts';
import { matches } from '../support/second-upstream/query.ts';
import { propertyRuns } from '../support/tier.ts';

const path = 'team_connections.origins';
const origin = fc.constantFrom(...origins);
const condition = fc.oneof(
  origin.map((word) => ({ term: { [path]: word } })),
  origin.map((word) => ({ term: { [path]: { value: word.toUpperCase(), case_insensitive: true } } })),
  fc.array(origin).map((words) => ({ terms: { [path]: words } })),
  // No beginning of a word of queries, for which the word itself decides.
  fc.constantFrom('work_', 'xnet', 'email_', 'calendar', 'shared').map((word) => ({ prefix: { [path]: word } })),
  fc.constant({ exists: { field: path } }),
);
const { query } = fc.letrec<{ query: object }>((tie) => {
  const inner = tie('query');
  return {
    query: fc.oneof(
      { depthSize: 'small' },
      condition,
      fc.record({ path: fc.constant('team_connections'), query: inner }).map((nested) => ({ nested })),
      fc.array(inner, { minLength: 1, maxLength: 2 }).map((filter) => ({ bool: { filter } })),
      fc.array(inner, { minLength: 1, maxLength: 2 }).map((should) => ({ bool: { should, minimum_should_match: 1 } })),
      inner.map((one) => ({ bool: { must_not: one } })),
    ),
  };
});
/** A connection, in the words of answers and in those by which it may have been synced. */
const connection = fc
  .uniqueArray(origin, { maxLength: 3 })
  .chain((answered) =>
    fc
      .tuple(...answered.map((one) => fc.constantFrom(...queriedOrigins.filter((word) => originMeant(word) === one))))
      .map((synced) => ({ answered, synced })),
  );

describe('a query by origins', () => {
  it('finds of what was synced in other words whom it would find by the words of answers', () => {
    fc.assert(
      fc.property(query, fc.array(connection, { maxLength: 3 }), (asked, known) => {
        const as = (words: 'answered' | 'synced') => ({
          team_connections: known.map((one) => ({ origins: one[words] })),
        });
        assert.equal(matches(withQueriedOrigins({ ...asked }), as('synced')), matches(asked, as('answered')));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  it('names origins by patterns as a regular expression would, in bounded time', () => {
    const piece = fc.constantFrom('*', '?', '_', 'e', 'o', 'work', 'overlap', 'xnet', 'shared', 'investor');
    const named = (pattern: string) => JSON.stringify(withQueriedOrigins({ wildcard: { [path]: pattern } }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const pattern = pieces.join('');
        const like = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        const words = queriedOrigins.filter((word) => like.test(originMeant(word) ?? ''));
        const found = queriedOrigins.filter((word) => named(pattern).includes(`"${word}"`));
        assert.deepEqual(found, words);
      }),
      { numRuns: propertyRuns(500) },
    );
    const began = process.threadCpuUsage().user;
    named(`${'*'.repeat(11)}z`);
    assert.ok(process.threadCpuUsage().user - began < 50_000);
  });

  it('is the same by other paths', () => {
    const asked = { bool: { must: [{ term: { 'profile_info.headline': 'work_overlap' } }, { match_all: {} }] } };
    assert.deepEqual(withQueriedOrigins(asked), asked);
  });
});

describe('the origin of a source without one', () => {
  for (const [source, expected] of [
    [{ shared_company: 'Aurora Labs', overlap_start_date: '2018' }, 'work_overlap'],
    [{ shared_company_id: 'x', shared_school: null }, 'work_overlap'],
    [{ shared_company: '', graduation_year: '2012' }, 'education_overlap'],
    [{ investor: 'Delta', shared_company: null }, 'shared_investor'],
    [{ overlap_duration_months: 3 }, undefined],
    [{}, undefined],
  ] as const)
    it(`is ${expected ?? 'unknown'} by ${JSON.stringify(source)}`, () => assert.equal(originShownBy(source), expected));
});
