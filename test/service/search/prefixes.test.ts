import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { parseQuery } from '../../../src/service/search/dsl/parse.ts';
import { matches } from '../../../src/service/search/sql/matches.ts';

/** Compiles, and connects to nothing. */
const db = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (one) => new PostgresIntrospector(one),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const team = '00000000-0000-4000-8000-000000000001';

/** What the index is asked, and what the rows are that it finds: the tsqueries of a search. */
function asked(query: object): { readonly index: readonly string[]; readonly rows: readonly string[] } {
  const tree = parseQuery('profile', { nested: { path: 'profile_info.experience', query } }, new Date());
  const { sql: text, parameters } =
    sql`select id from profile where ${matches('profile', tree, { teamId: team })}`.compile(db);
  const of = (pattern: RegExp) => Array.from(text.matchAll(pattern), ([, at]) => String(parameters[Number(at) - 1]));
  return { index: of(/"tokens" @@ \$(\d+)::tsquery/g), rows: of(/''::tsvector\) @@ \$(\d+)::tsquery/g) };
}

const company = { term: { 'profile_info.experience.company_id': '9e396919-bd21-5a3e-8b17-b812c61e055e' } };
const since = { range: { 'profile_info.experience.start_date': { gte: '2020-01-01' } } };
const here = { term: { 'profile_info.experience.is_current': true } };

describe('prefixes beside an identifier', () => {
  it('are asked of the rows that the index finds by it, not of the index', () => {
    const { index, rows } = asked({ bool: { must: [company, since, here] } });
    assert.equal(index.length, 1);
    assert.doesNotMatch(index[0] ?? '', /:\*/);
    assert.match(rows.join(' '), /:\*/);
  });

  it('are asked so in each of several alternatives', () => {
    const other = { term: { 'profile_info.experience.company_id': '704dce9a-c2ab-5a92-8a16-a4135383dd82' } };
    const both = [company, other].map((one) => ({ bool: { must: [one, since] } }));
    const { index, rows } = asked({ bool: { should: both } });
    assert.equal(rows.length, 2);
    assert.doesNotMatch(index.join(' '), /:\*/);
  });

  it('are asked of the index where nothing else leaves few rows', () => {
    const { index, rows } = asked({ bool: { must: [here, since] } });
    assert.match(index.join(' '), /:\*/);
    assert.deepEqual(rows, []);
  });
});
