import assert from 'node:assert/strict';
import { catalogues } from '../../../src/contract/catalogue.ts';
import type { QueryDsl } from '../../../src/contract/operation/parts.ts';
import { nobody, type PersonName, people } from '../../support/cast/cast.ts';
import { finds, findsCompanies, refusesQuery } from '../checks.ts';
import { check, type Part, provenBy } from '../row.ts';

const expectation = provenBy('expectations.as-opensearch');
const property = provenBy('property.finds-query-means');

const everybody: readonly PersonName[] = [
  'ada',
  'ben',
  'chloe',
  'dmitri',
  'eve',
  'farid',
  'grace',
  'hiro',
  'ines',
  'jonas',
];
const title = 'profile_info.current_title';
const skills = 'profile_info.skills';
const email = 'profile_info.work_email';
const experience = 'profile_info.experience';
const engineers = { match: { [title]: 'engineer' } };
const isHiring = { term: { 'profile_info.hiring': true } };
const job = (query: QueryDsl): QueryDsl => ({ nested: { path: experience, query } });
const wasEngineer = { match: { [`${experience}.title`]: 'engineer' } };
const isNoEngineer = (name: PersonName) => !['ada', 'ben', 'eve'].includes(name);
const deep = (levels: number): QueryDsl => (levels === 0 ? engineers : { bool: { must: deep(levels - 1) } });
const times = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value);

export const silentSearch: readonly Part[] = [
  {
    part: 'Search and its DSL',
    rows: [
      [
        '| clauses | match_all, match_none, match (operator, minimum_should_match)',
        expectation,
        finds({ match_all: {} }, ...everybody),
        finds({ match_none: {} }),
        finds(engineers, 'ada', 'ben', 'eve'),
        finds({ match: { [title]: { query: 'chief engineer' } } }, 'ada', 'ben', 'eve'),
        finds({ match: { [title]: { query: 'chief engineer', operator: 'and' } } }, 'ada'),
        finds({ match: { [title]: { query: 'chief engineer', minimum_should_match: 2 } } }, 'ada'),
        finds({ match_phrase: { [title]: 'head of research' } }, 'chloe'),
        finds({ match_phrase: { [title]: 'research of head' } }),
        finds(
          { multi_match: { query: 'grace research', fields: [title, 'profile_info.first_name'] } },
          'chloe',
          'grace',
        ),
        finds({ term: { [skills]: 'Rust' } }, 'ada'),
        finds({ term: { [skills]: { value: 'Rust', boost: 2, _name: 'rust' } } }, 'ada'),
        finds({ term: { [skills]: { value: 'rUST', case_insensitive: true } } }, 'ada'),
        finds({ terms: { 'profile_info.first_name.keyword': ['Ada', 'Hiro', 'Nobody'] } }, 'ada', 'hiro'),
        finds({ ids: { values: [people.ines.id, nobody] } }, 'ines'),
        finds({ exists: { field: email } }, 'ada', 'ben'),
        finds(
          job({ range: { [`${experience}.start_date`]: { gte: '2021-06-01', lt: '2023-01-01' } } }),
          'dmitri',
          'eve',
        ),
        finds(job({ range: { [`${experience}.end_date`]: { gt: '2012-12-30', lte: '2012-12-31' } } }), 'hiro'),
        findsCompanies({ range: { 'company_info.workforce.headcount': { gt: 35, lte: 120 } } }, 'aurora'),
        finds({ prefix: { [email]: 'ada@' } }, 'ada'),
        finds({ prefix: { [email]: { value: 'ADA@', case_insensitive: true } } }, 'ada'),
        finds({ wildcard: { [email]: 'b?n@*.example' } }, 'ben'),
        finds({ wildcard: { [email]: { value: 'B?N@*', case_insensitive: true } } }, 'ben'),
        finds({ bool: { must: engineers, must_not: [isHiring], filter: { exists: { field: email } } } }, 'ben'),
        finds(job({ term: { [`${experience}.is_current`]: false } }), 'ada', 'ben', 'dmitri', 'eve', 'farid', 'hiro'),
      ],
      [
        "| semantics | OpenSearch's, as the real one answers",
        expectation,
        property,
        provenBy('as-opensearch.finds-same'),
        provenBy('comparison.finds-same-queries'),
        provenBy('words.same-every-character'),
        provenBy('words.same-characters-side'),
        finds({ bool: { filter: engineers, should: isHiring, minimum_should_match: '50%' } }, 'ada', 'ben', 'eve'),
        finds({ bool: { must_not: engineers, minimum_should_match: 1 } }, ...everybody.filter(isNoEngineer)),
        finds({ match: { [title]: { query: 'research', minimum_should_match: 2 } } }, 'chloe'),
        finds({ bool: { should: [isHiring, { term: { [skills]: 'Cobol' } }] } }, 'ada'),
        finds({ bool: { must: engineers, should: isHiring } }, 'ada', 'ben', 'eve'),
        finds({ bool: { filter: engineers, should: isHiring, minimum_should_match: 1 } }, 'ada'),
        finds({ bool: { should: [engineers, isHiring], minimum_should_match: 3 } }),
        finds({ bool: { should: [engineers, isHiring], minimum_should_match: '75%' } }, 'ada', 'ben', 'eve'),
        finds({ bool: { should: [engineers, isHiring], minimum_should_match: '100%' } }, 'ada'),
        finds({ bool: {} }, ...everybody),
        finds({ exists: { field: 'profile_info.hiring' } }, 'ada', 'ben'),
        finds({ match: { 'profile_info.full_name': 'NÚÑEZ' } }, 'chloe'),
        finds({ match: { 'profile_info.full_name': 'nunez' } }),
        finds({ term: { [skills]: 'rust' } }),
        finds({ match: { [skills]: 'Rust' } }, 'ada'),
        finds({ match: { [skills]: 'Rust Turbines' } }),
        finds(job({ bool: { must_not: wasEngineer } }), 'chloe', 'dmitri', 'farid', 'jonas'),
        finds({ bool: { must_not: job(wasEngineer) } }, 'chloe', 'dmitri', 'farid', 'grace', 'ines', 'jonas'),
        finds(
          job({ bool: { must: [wasEngineer, { term: { [`${experience}.is_current`]: true } }] } }),
          'ada',
          'ben',
          'eve',
        ),
        finds({ term: { [skills]: 'Turbines' } }, 'ada'),
        finds({ wildcard: { [email]: 'a_a%*' } }),
        finds({ prefix: { [email]: 'a_' } }),
      ],
      [
        '| also taken | query_string, simple_query_string, match_phrase_prefix',
        expectation,
        provenBy('as-opensearch.finds-same'),
        finds({ query_string: { query: 'chief AND engineer', default_field: title } }, 'ada'),
        finds({ simple_query_string: { query: '"head of" + res*', fields: [title] } }, 'chloe'),
        finds({ match_phrase_prefix: { [title]: 'head of res' } }, 'chloe'),
        finds({ match_bool_prefix: { [title]: { query: 'research hea', operator: 'and' } } }, 'chloe'),
        finds({ match_phrase: { [title]: { query: 'head research', slop: 1 } } }, 'chloe'),
        finds({ constant_score: { filter: engineers } }, 'ada', 'ben', 'eve'),
        finds({ dis_max: { queries: [engineers], tie_breaker: 0.3 } }, 'ada', 'ben', 'eve'),
        finds({ boosting: { positive: engineers, negative: isHiring, negative_boost: 0.5 } }, 'ada', 'ben', 'eve'),
        finds({ function_score: { query: engineers, boost_mode: 'sum' } }, 'ada', 'ben', 'eve'),
      ],
      [
        '| refused | scripts, regexp, joins, percolate, terms lookup, function scores',
        provenBy('refusals.refuses'),
        provenBy('refusals.names-most-ten'),
        provenBy('hostile.refused-short-sentence'),
        provenBy('hostile.answered'),
        refusesQuery({ script: { script: '1' } }, /query\.script: is not offered/),
        refusesQuery({ regexp: { [email]: 'a.*' } }, /query\.regexp: is not offered/),
        refusesQuery({ has_child: { type: 'x', query: {} } }, /query\.has_child: .*nearest is nested/),
        refusesQuery({ percolate: { field: 'x' } }, /query\.percolate: /),
        refusesQuery({ terms: { [skills]: { index: 'x', id: '1', path: 'y' } } }, /query\.terms/),
        refusesQuery({ function_score: { functions: [{ weight: 2 }] } }, /query\.function_score\.functions: /),
        refusesQuery({ wildcard: { [email]: '*example' } }, /query\.wildcard/),
        refusesQuery({ ...engineers, ...isHiring }, /query: must hold one clause, but got 2/),
        refusesQuery({}, /query: must hold one clause/),
        refusesQuery({ term: { 'profile_info.skils': 'Rust' } }, /profile_info\.skills/),
        refusesQuery({ trem: { [skills]: 'Rust' } }, /query\.trem: .*closest is term/),
        refusesQuery(deep(21), /20/),
        refusesQuery({ bool: { should: times(1025, isHiring) } }, /1,?024/),
        refusesQuery({ terms: { [skills]: times(10_001, 'Rust') } }, /10,?000/),
        refusesQuery({ constructor: {} }, /query\.constructor: /),
        refusesQuery({ term: { constructor: 'x' } }, /constructor/),
        check('takes what is just within', async ({ post }) => {
          const query = { bool: { should: [deep(17), ...times(900, isHiring)] } };
          assert.equal((await post('orchard', '/v3/profiles/search', { query })).status, 200);
        }),
      ],
      [
        '| fields | one catalogue: every leaf of profile_info and company_info',
        check('takes exists of every leaf of either catalogue', async ({ post }) => {
          for (const [kind, path] of [
            ['profile', '/v3/profiles/search'],
            ['company', '/v3/companies/search'],
          ] as const) {
            const leaves = [...catalogues[kind].fields.values()].map(({ path: field, nestedIn }) => {
              const exists = { exists: { field } };
              return nestedIn === undefined ? exists : { nested: { path: nestedIn, query: exists } };
            });
            const { status, body } = await post('orchard', path, { query: { bool: { should: leaves } }, limit: 0 });
            assert.equal(status, 200, JSON.stringify(body));
          }
        }),
        check('has the nested lists named', () => {
          const nested = [...catalogues.profile.nested, ...catalogues.company.nested];
          for (const path of ['experience', 'education', 'social_media'])
            assert.ok(nested.includes(`profile_info.${path}`));
          for (const path of ['funding.rounds', 'locations']) assert.ok(nested.includes(`company_info.${path}`));
        }),
        finds({ term: { id: people.ada.id } }, 'ada'),
        finds({ term: { 'profile_info.id': people.ada.id } }, 'ada'),
        finds({ match: { 'profile_info.job_title': 'partner' } }, 'dmitri'),
        finds({ exists: { field: 'profile_info.emails' } }, 'ada', 'ben'),
      ],
      [
        '| slugs | profile_info.xnet_usernames, keyword',
        finds({ term: { 'profile_info.xnet_usernames': 'ada-moreau' } }, 'ada'),
        finds({ prefix: { 'profile_info.xnet_usernames': 'ben-' } }, 'ben'),
        finds({ terms: { 'profile_info.xnet_usernames': ['1001'] } }),
        provenBy('slug-paths.one-call'),
      ],
      [
        '| names | a folded sub-field of names, ours alone (accents away; Ł, ø, đ, ß mapped)',
        expectation,
        provenBy('tokens.words'),
        finds({ match: { 'profile_info.full_name.folded': 'chloe nunez' } }, 'chloe'),
        finds({ match_phrase: { 'profile_info.full_name.folded': 'CHLOÉ NUNEZ' } }, 'chloe'),
        finds({ match: { 'profile_info.full_name': 'nunez' } }),
        refusesQuery(
          { match: { 'profile_info.headline.folded': 'x' } },
          /must be a searchable field, but got profile_info.headline.folded/,
        ),
      ],
      [
        '| order | the score is constant: records come in a stable order by id',
        provenBy('search-pages.answers-page-ids'),
      ],
      ['| limit: 0 | count only: no ids, no token |', provenBy('search-pages.counts-limit-0')],
      [
        '| token | opaque, authenticated (HMAC with KITH_SECRET',
        provenBy('search-pages.refuses-token-did'),
        provenBy('search-pages.refuses-token-another'),
        provenBy('search-pages.lets-next-page'),
        provenBy('search-pages.gives-id-twice'),
      ],
      [
        '| stable_pagination | a point-in-time view',
        provenBy('search-pages.gives-exactly-ids'),
        provenBy('search-pages.keeps-view-five'),
      ],
      [
        '| team scope | connected_users, team_connections, in_network_only',
        provenBy('search-pages.restricts-asking-teams'),
        provenBy('relationships.answers-teams-own'),
      ],
    ],
  },
];
