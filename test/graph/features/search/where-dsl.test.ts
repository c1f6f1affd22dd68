import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { websiteSpellings } from '../../../../src/contract/website.ts';
import { companies, keyOf, people } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';
import { openRenamed } from '../../../support/graph/between.ts';

const head = (begin: string): string => (begin === '{' ? 'query ($absent: JSON) {' : 'mutation ($absent: JSON)');

const leaf = { hiring: { eq: true } };
const nested = (levels: number): object =>
  Array.from({ length: levels }).reduce<object>((inner) => ({ not: inner }), leaf);

/**
 * Idea 4 of the design: the raw DSL is read before it is sent. On our own service alone: what is refused here never
 * leaves the graph, and what is doubted is sent as it stands, whatever the upstream makes of it.
 */
describe('a raw query', () => {
  let graph: CastGraph;
  before(async () => {
    graph = await openCastGraph();
  });
  after(() => graph?.close());
  beforeEach(() => graph.upstream.forget());

  const key = keyOf('orchard');

  const ask = (dsl: unknown, field = 'searchProfiles') =>
    graph.ask<Readonly<Record<string, { totalCount: number }>>, object>(
      key,
      `query ($dsl: JSON) { ${field}(dsl: $dsl) { totalCount } }`,
      { dsl },
    );

  const impossible: readonly (readonly [what: string, dsl: unknown, message: RegExp])[] = [
    ['a list', [], /^dsl: must be an object that holds one clause, but got a list\.$/],
    ['a word', 'engineer', /^dsl: must be an object that holds one clause, but got a string\.$/],
    ['an empty object', {}, /^dsl: must hold one clause, but got none/],
    [
      'two clauses in one object',
      { term: { a: 1 }, match: { b: 2 } },
      /^dsl: must hold one clause, but got 2 \(term, match\); join clauses with bool\.$/,
    ],
    [
      'an empty alternative',
      { bool: { should: [{ match_all: {} }, {}] } },
      /^dsl\.bool\.should\.1: must hold one clause/,
    ],
    ['a clause without a field', { term: {} }, /^dsl\.term: must be a clause that names a field, but got nothing\.$/],
    ['a clause that is no object', { exists: 'x' }, /^dsl\.exists: must be an object, but got a string\.$/],
    [
      'a list without a query',
      { nested: { path: 'profile_info.experience' } },
      /^dsl\.nested\.query: must be an object/,
    ],
    [
      'what is too deep to read',
      Array.from({ length: 150 }).reduce<object>((inner) => ({ bool: { must: inner } }), { match_all: {} }),
      /^dsl: must be nested at most 100 deep, but is deeper\.$/,
    ],
  ];
  for (const [what, dsl, message] of impossible)
    it(`is refused before anything is sent when it is ${what}`, async () => {
      const { data, errors } = await ask(dsl);
      assert.deepEqual(data, { searchProfiles: null });
      assert.match(errors?.[0]?.message ?? '', message);
      assert.equal(errors?.[0]?.extensions?.code, 'BAD_USER_INPUT');
      assert.equal(graph.upstream.calls.length, 0);
    });

  /** Each field that takes a \`dsl\`; those that search a kind of record, and those that buy. */
  const doors: Readonly<Record<string, (dsl: string) => string>> = {
    searchProfiles: (dsl) => `{ door: searchProfiles(dsl: ${dsl}) { nodes { about } } }`,
    searchCompanies: (dsl) => `{ door: searchCompanies(dsl: ${dsl}) { nodes { summary } } }`,
    relationships: (dsl) => `{ door: relationships(dsl: ${dsl}) { totalCount } }`,
    introPaths: (dsl) =>
      `{ door: introPaths(to: { companyWebsite: "aurora-labs.example" }, dsl: ${dsl}) { nodes { confidence } } }`,
    'Company.people': (dsl) =>
      `{ company(by: { id: "${companies.aurora.id}" }) { ... on Company { door: people(dsl: ${dsl}) { totalCount } } } }`,
    'Team.searchProfiles': (dsl) => `{ viewer { door: searchProfiles(dsl: ${dsl}) { totalCount } } }`,
    mapNetwork: (dsl) => `mutation { door: mapNetwork(input: { dsl: ${dsl} }) { network { totalCount } } }`,
    createWatch: (dsl) =>
      `mutation { door: createWatch(input: { name: "Norway", of: NETWORK, dsl: ${dsl} }) { watch { id } } }`,
  };

  const unreadable: readonly (readonly [what: string, literal: string, sentence: RegExp])[] = [
    ['a bare word as a clause', '{ bool: { filter: NORWAY } }', /must be .*in quotes.*NORWAY/],
    [
      'a bare word as an option',
      '{ bool: { should: { match_all: {} }, minimum_should_match: TWO } }',
      /must be .*in quotes.*TWO/,
    ],
    ['a bare word in a list', '{ terms: { x: ["a", B] } }', /must be .*in quotes.*B/],
    ['a clause that was not given', '{ bool: { filter: $absent } }', /dsl\.bool\.filter: .*not given: leave/],
    ['a clause of a list that was not given', '{ bool: { must: [$absent] } }', /dsl\.bool\.must\.0: .*not given/],
    ['a value that was not given', '{ term: { x: $absent } }', /dsl\.term\.x: .*not given: leave/],
    [
      'an option that was not given',
      '{ bool: { should: { match_all: {} }, minimum_should_match: $absent } }',
      /dsl\.bool\.minimum_should_match: .*not given/,
    ],
    ['a number that is too large', '{ term: { x: 1e400 } }', /number of at most 1\.8e308/],
    ['an empty bool', '{ bool: {} }', /dsl\.bool: must hold must, .* got none/],
  ];
  for (const [door, query] of Object.entries(doors))
    for (const [what, literal, sentence] of unreadable)
      it(`is refused before anything is sent to ${door} when it holds ${what}`, async () => {
        const text = query(literal);
        const named = literal.includes('$') ? text.replace(/^(mutation|\{)/, (begin) => head(begin)) : text;
        const { data, errors } = await graph.ask<unknown, object>(key, named, {});
        assert.doesNotMatch(JSON.stringify(data ?? null), /totalCount|confidence|about|summary|"watch":\{/);
        assert.match(errors?.map(({ message }) => message).join(' ') ?? '', sentence);
        assert.deepEqual(
          graph.upstream.calls
            .map(({ path }) => path)
            .filter(
              (path) => !/usage|fetch/.test(path) && !(door === 'Company.people' && path === '/v3/companies/search'),
            ),
          [],
        );
      });

  it('may be left out by a variable that was not given', async () => {
    const { data, errors } = await graph.ask<{ all: { totalCount: number } }, object>(
      key,
      'query ($f: JSON) { all: searchProfiles(first: 0, dsl: $f) { totalCount } }',
      {},
    );
    assert.equal(errors, undefined);
    assert.equal(data?.all.totalCount, Object.keys(people).length);
  });

  it('is refused where a variable holds a number that JSON cannot', async () => {
    const response = await fetch(`${graph.graph.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: '{"query":"query ($dsl: JSON) { searchProfiles(dsl: $dsl) { totalCount } }","variables":{"dsl":{"term":{"x":1e400}}}}',
    });
    assert.match(await response.text(), /dsl\.term\.x: must be a number of at most 1\.8e308/);
    assert.equal(graph.upstream.calls.length, 0);
  });

  for (const [what, where, refused] of [
    ['conditions', nested(900), true],
    ['alternatives', Array.from({ length: 450 }).reduce<object>((inner) => ({ or: [inner] }), leaf), true],
    ['fewer conditions', nested(190), false],
  ] as const)
    it(`is refused as where, too, when it nests ${what}, by a sentence: ${refused}`, async () => {
      const { errors } = await graph.ask(
        key,
        'query ($where: ProfileWhere) { searchProfiles(first: 0, where: $where) { totalCount } }',
        { where },
      );
      if (refused) assert.match(errors?.[0]?.message ?? '', /^where: must be nested at most 100 deep/);
      assert.notEqual(errors?.[0]?.extensions?.code, 'INTERNAL_SERVER_ERROR');
    });

  const doubtful: readonly (readonly [what: string, dsl: object, warning: RegExp, field?: string])[] = [
    [
      'an unknown clause',
      { mtach: { 'profile_info.headline': 'x' } },
      /^dsl\.mtach: is not a clause .*did you mean “match”\?$/,
    ],
    [
      'an unknown field',
      { term: { 'profile_info.work_emial': 'x' } },
      /^dsl\.term\.profile_info\.work_emial: is not a field .*did you mean “profile_info\.work_email”\?$/,
    ],
    ['a field without its beginning', { match: { job_title: 'x' } }, /did you mean “profile_info\.job_title”\?$/],
    [
      'an unknown field within a clause that moves scores',
      { dis_max: { queries: [{ boosting: { positive: { term: { 'profile_info.work_emial': 'x' } } } }] } },
      /^dsl\.dis_max\.queries\.0\.boosting\.positive\.term\.profile_info\.work_emial: is not a field/,
    ],
    ['a company’s field', { term: { industy: 'x' } }, /did you mean “company_info\.industry”\?$/, 'searchCompanies'],
    [
      'a whole value of words',
      { bool: { filter: { term: { 'profile_info.current_title': 'Engineer' } } } },
      /^dsl\.bool\.filter\.term\.profile_info\.current_title: is searched by its words, and term compares whole values/,
    ],
    [
      'a list’s field outside of it',
      { match: { 'profile_info.experience.title': 'x' } },
      /is searched element by element; wrap it: \{"nested": \{"path": "profile_info\.experience"/,
    ],
    [
      'a record’s field in a list',
      { nested: { path: 'profile_info.experience', query: { term: { 'profile_info.hiring': true } } } },
      /is not a field of profile_info\.experience; move it out/,
    ],
    [
      'origins of other teams',
      { nested: { path: 'team_connections', query: { term: { 'team_connections.origins': 'overlaps' } } } },
      /^dsl\.nested: may match origins of other teams’ connections; restrict it by a term on team_connections\.team_id\.$/,
    ],
    ['an unknown member of bool', { bool: { mst: { match_all: {} } } }, /^dsl\.bool\.mst: .*did you mean “must”\?$/],
  ];
  for (const [what, dsl, warning, field] of doubtful)
    it(`is sent with a warning when it asks for ${what}`, async () => {
      const { extensions } = await ask(dsl, field);
      const warnings = extensions?.warnings ?? [];
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', warning);
      assert.deepEqual(graph.upstream.calls[0]?.body?.query, dsl);
    });

  for (const [what, dsl] of [
    ['named by the interface', { term: { 'profile_info.emails': 'x' } }],
    [
      'a text of words and operators',
      { constant_score: { filter: { query_string: { query: 'a AND b', default_field: 'profile_info.about' } } } },
    ],
    ['the beginning of a word', { match_bool_prefix: { 'profile_info.headline': 'found' } }],
    ['a whole text', { term: { 'profile_info.current_title.keyword': 'Engineer' } }],
    [
      'an origin of the own team',
      {
        nested: {
          path: 'team_connections',
          query: {
            bool: {
              must: [{ exists: { field: 'team_connections.origins' } }, { term: { 'team_connections.team_id': 'y' } }],
            },
          },
        },
      },
    ],
  ] as const)
    it(`is sent without a word when it asks for what is ${what}`, async () => {
      const { errors, extensions } = await ask(dsl);
      assert.equal(errors, undefined);
      assert.equal(extensions?.warnings, undefined);
    });

  it('is shown as what it became, with the filters and the place beside it', async () => {
    type Compiled = { readonly compiledDsl: object | null };
    const { data, errors } = await graph.ask<
      Record<'searchProfiles' | 'searchCompanies' | 'relationships' | 'one' | 'at', Compiled> & {
        readonly company: { readonly people: Compiled };
      },
      object
    >(
      key,
      `query ($dsl: JSON, $company: ID!, $person: ID!) {
        searchProfiles(where: { hiring: { eq: true } }, dsl: $dsl) { compiledDsl }
        searchCompanies(where: {}) { compiledDsl }
        relationships(dsl: $dsl) { compiledDsl }
        one: introPaths(to: { profile: { id: $person } }) { compiledDsl }
        at: introPaths(to: { companyWebsite: "aurora-labs.example" }) { compiledDsl }
        company(by: { id: $company }) { ... on Company { people(where: { hiring: { eq: true } }) { compiledDsl } } }
      }`,
      { dsl: { exists: { field: 'profile_info.about' } }, company: companies.aurora.id, person: people.chloe.id },
    );
    assert.equal(errors, undefined);
    const hiring = { term: { 'profile_info.hiring': true } };
    const about = { exists: { field: 'profile_info.about' } };
    assert.deepEqual(data?.searchProfiles.compiledDsl, { bool: { filter: [hiring, about] } });
    assert.deepEqual(data?.searchCompanies.compiledDsl, { match_all: {} });
    assert.deepEqual(data?.relationships.compiledDsl, about);
    assert.equal(data?.one.compiledDsl, null);
    assert.deepEqual(data?.at.compiledDsl, {
      terms: { 'profile_info.current_company_website': [...websiteSpellings('aurora-labs.example')] },
    });
    assert.deepEqual(data?.company.people.compiledDsl, {
      bool: { filter: [{ term: { 'profile_info.current_company_id': companies.aurora.id } }, hiring] },
    });
    const sent = graph.upstream.calls.map(({ body }) => body?.query);
    assert.ok(sent.some((query) => JSON.stringify(query) === JSON.stringify(data?.searchProfiles.compiledDsl)));
  });
});

describe('a raw query for an upstream of other words', () => {
  it('may be in either’s words, finds the same, and is read alike', async () => {
    await using graph = await openCastGraph({}, openRenamed);
    const url = people.ada.profile_info.xnet_url;
    const element = (path: string, query: object) => ({ nested: { path, query } });
    const queriesIn = (word: string) => [
      { term: { [`profile_info.${word}_url`]: url } },
      { exists: { field: `profile_info.${word}_url` } },
      { query_string: { query: `profile_info.${word}_url:"${url}"` } },
      element('profile_info.social_media', { term: { 'profile_info.social_media.network': word } }),
      element('profile_info.education', { exists: { field: `profile_info.education.school.${word}_url` } }),
      { term: { [`profile_info.${word}_uri`]: url } },
    ];
    const askedIn = async (word: string) => {
      graph.upstream.forget();
      const answers = [];
      for (const dsl of queriesIn(word)) {
        const { data, errors, extensions } = await graph.ask(
          keyOf('orchard'),
          'query ($dsl: JSON) { relationships(dsl: $dsl, first: 0) { totalCount compiledDsl } }',
          { dsl },
        );
        const warnings = extensions?.warnings?.map((one) => one.replaceAll(`${word}_uri`, '…'));
        answers.push({ data, code: errors?.[0]?.extensions?.code, warnings });
      }
      return { answers, sent: graph.upstream.calls.map(({ body }) => body) };
    };
    const [ours, theirs] = [await askedIn('xnet'), await askedIn('acme')];
    assert.deepEqual(theirs, ours);
    assert.equal(ours.sent.length, queriesIn('xnet').length);
    const known = ours.answers.slice(0, -1);
    for (const { data, warnings } of known) {
      assert.ok(data);
      assert.equal(warnings, undefined);
    }
    assert.match(
      String(ours.answers.at(-1)?.warnings?.[0]),
      /is not a field that this graph knows; did you mean “profile_info\.xnet_url”/,
    );
  });
});
