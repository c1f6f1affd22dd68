import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { assumedListLength } from '../../../src/graph/credits/price-estimate.ts';
import { keyOf, nobody, people, teams } from '../../support/cast/cast.ts';
import type { CastGraph } from '../../support/cast/cast-graph.ts';
import { itOrRefused, unlessRefused, upstreams } from '../../support/graph/upstreams.ts';

const paid = ['/v3/profiles/fetch', '/v3/companies/fetch', '/v3/network-mapper'];

/** [path, least, most] of each field. */
type Fields = readonly (readonly [string, number, number])[];

/** Idea 3 of the design: what an operation costs is known before it is paid. */
for (const upstream of upstreams)
  describe(`a quote, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await upstream.openCast({ credits: { budget: { default: 500, max: 500 } } });
    });
    after(() => cast[Symbol.asyncDispose]());
    beforeEach(() => cast.upstream.forget());

    const key = keyOf('orchard');
    const { ada, ben } = people;

    /** The operation, its variables, and the price. */
    const rows: readonly {
      readonly of: string;
      readonly query: string;
      readonly variables?: object;
      readonly fields: Fields;
      readonly open?: boolean;
      /** What running it really charges, where that is known. */
      readonly charged: number;
      /** Both where no search by an id or a slug is taken, which says for free that there is a record; else the least is 0 then. */
      readonly specified?: {
        readonly fields?: Fields;
        readonly charged?: number;
        /** The search that the quote performs is refused, and has no fallback. */
        readonly refused?: boolean;
      };
    }[] = [
      {
        of: 'a look-up by uuid is exact',
        query: 'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { headline } } }',
        variables: { by: [{ id: ada.id }, { id: ada.id }, { id: nobody }] },
        fields: [['profiles', 1, 1]],
        charged: 1,
        specified: { fields: [['profiles', 0, 2]] },
      },
      {
        of: 'a look-up by another name may find nothing',
        query: '{ profile(by: { xnetSlug: "ada-moreau" }) { ... on Profile { headline } } }',
        fields: [['profile', 0, 1]],
        charged: 1,
      },
      {
        of: 'what free payloads cover is free',
        query:
          '{ relationships { nodes { profile { fullName } connections { connector { profile { fullName } } } } } }',
        fields: [],
        charged: 0,
      },
      {
        of: 'a search is performed, and its page priced',
        query: '{ people: searchProfiles(first: 4) { totalCount nodes { id headline } } }',
        fields: [['people.nodes', 4, 4]],
        charged: 4,
      },
      {
        of: 'a link of a record that is not in hand is an interval',
        query: `{ searchProfiles(where: { experience: { some: { company: { name: { phrase: "Aurora Labs" } } } } }) { nodes { headline currentCompany { name description } } } }`,
        fields: [
          ['searchProfiles.nodes', 4, 4],
          ['searchProfiles.nodes.currentCompany', 0, 4],
        ],
        charged: 7,
        specified: { refused: true },
      },
      {
        of: 'a link that the record itself covers is free',
        query: '{ searchProfiles(first: 4) { nodes { headline currentCompany { name } } } }',
        fields: [['searchProfiles.nodes', 4, 4]],
        charged: 4,
      },
      {
        of: 'a list of unknown length is taken to have some',
        query: `{ profile(by: { id: "${ada.id}" }) { ... on Profile { experience { company(full: true) { name } } } } }`,
        fields: [
          ['profile', 1, 1],
          ['profile.experience.company', 0, assumedListLength],
        ],
        open: true,
        charged: 3,
      },
      {
        of: 'all selections of a field count, as fragments select it',
        query: `{ profile(by: { id: "${ada.id}" }) { ...Firms ...Titles } }
          fragment Firms on Profile { experience { company(full: true) { name } } }
          fragment Titles on Profile { experience { title } }`,
        fields: [
          ['profile', 1, 1],
          ['profile.experience.company', 0, assumedListLength],
        ],
        open: true,
        charged: 3,
      },
      {
        of: 'connections of a known person are read, for nothing',
        query: `{ profile(by: { id: "${people.chloe.id}" }) { ... on Profile { connections { connector { profile { headline } } } } } }`,
        fields: [['profile.connections.connector.profile', 0, 2]],
        charged: 2,
        specified: {
          fields: [
            ['profile', 0, 1],
            ['profile.connections.connector.profile', 0, 2],
          ],
          charged: 3,
        },
      },
      {
        of: 'a page below a record that is not in hand is as long as it may be',
        query:
          '{ company(by: { xnetSlug: "aurora-labs" }) { ... on Company { description people(first: 7) { edges { node { headline } } } } } }',
        fields: [
          ['company', 0, 1],
          ['company.people.edges.node', 0, 7],
        ],
        charged: 2,
        // Its people are refused.
        specified: { charged: 1 },
      },
      {
        of: 'intro paths to a slug cost nothing where a free search finds it',
        query:
          '{ introPaths(to: { profile: { xnetSlug: "chloé-núñez" } }, first: 3) { nodes { connector { profile { fullName } } } } }',
        fields: [],
        charged: 0,
        specified: { fields: [['introPaths', 0, 1]], charged: 1 },
      },
      {
        of: 'intro paths to a slug that no search finds may cost the record that tells its uuid',
        query:
          '{ introPaths(to: { profile: { xnetSlug: "chloe-nunez" } }, first: 3) { nodes { connector { profile { headline } } } } }',
        fields: [
          ['introPaths', 0, 1],
          ['introPaths.nodes.connector.profile', 0, 3],
        ],
        charged: 0,
      },
      {
        of: 'a page that is not searched is as long as its variable says, with all of its selections',
        query: `query ($to: IntroTarget!, $first: Int) {
          introPaths(to: $to, first: $first) { totalCount }
          introPaths(to: $to, first: $first) { nodes { connector { profile(full: true) { headline } } } nodes { why } }
        }`,
        variables: { to: { company: { xnetId: 5001 } }, first: 4 },
        fields: [
          ['introPaths', 0, 1],
          ['introPaths.nodes.connector.profile', 0, 4],
        ],
        charged: 2,
      },
      {
        of: 'a plan’s targets that are not looked up have an introduction each',
        query: `query ($to: [IntroTarget!]!) {
          introPlan(to: $to) {
            asks {
              connector { profile(full: true) { headline } }
              introductions { path { target { fullName } } }
            }
          }
        }`,
        variables: { to: [{ company: { xnetId: 5001 } }] },
        fields: [
          ['introPlan', 0, 1],
          ['introPlan.asks.connector.profile', 0, 1],
        ],
        charged: 2,
      },
      {
        of: 'intro paths to a company by slug cost nothing where a free search finds it',
        query: '{ introPaths(to: { company: { xnetSlug: "aurora-labs" } }) { nodes { why } } }',
        fields: [],
        charged: 0,
        specified: { fields: [['introPaths', 0, 1]], charged: 1 },
      },
    ];

    for (const { of, query, variables = {}, fields, open = false, charged, specified = {} } of rows) {
      const { refused = false } = specified;
      const itIsQuoted = refused ? itOrRefused(upstream) : it;
      itIsQuoted(of, async () => {
        const before = await cast.usage(key);
        const answered = await cast.quote(key, query, variables);
        const { quote, errors } = refused ? unlessRefused(upstream, answered) : answered;
        assert.equal(errors, undefined);
        assert.deepEqual(
          quote?.fields.map(({ path, min, max }) => [path, min, max]),
          upstream.anyPath ? fields : (specified.fields ?? fields.map(([path, , max]) => [path, 0, max])),
        );
        assert.equal(quote?.open, open);
        assert.equal(quote.budget, 500);
        assert.equal(await cast.usage(key), before);
        assert.deepEqual(
          cast.upstream.calls.filter(({ path }) => paid.includes(path)),
          [],
        );
        const answer = await cast.ask<object, object>(key, query, variables);
        const real = answer.extensions?.credits?.charged ?? -1;
        assert.equal(real, upstream.anyPath ? charged : (specified.charged ?? charged));
        assert.ok(quote.min <= real && real <= quote.max, `${quote.min} ≤ ${real} ≤ ${quote.max}`);
      });
    }

    it('of a mutation does not run it', async () => {
      const { quote, errors } = await cast.quote(
        keyOf('harbor'),
        'mutation { mapNetwork(input: {}) { network { nodes { profile { fullName } } } } }',
      );
      assert.equal(errors, undefined);
      assert.deepEqual([quote?.min, quote?.max], [0, 1]);
      assert.equal(cast.upstream.calls.length, 0);
    });

    it('of a mutation is refused for a variable that is not given, as the mutation is', async () => {
      const mutation = `mutation ($word: String) {
        createWatch(input: { name: "w", of: SEARCH, dsl: { term: { headline: $word } } }) { watch { id } }
      }`;
      const [{ errors: quoted, quote }, { errors }] = [await cast.quote(key, mutation), await cast.ask(key, mutation)];
      assert.equal(quote, undefined);
      assert.match(errors?.[0]?.message ?? '', /^dsl.term.headline: must have a value/);
      assert.deepEqual(quoted, errors);
    });

    it('takes look-ups for as many as are asked for, where nothing runs', async () => {
      const { quote } = await cast.quote(
        keyOf('harbor'),
        `mutation ($by: [ProfileBy!]!) { createTeam(input: { name: "Quoted" }) { team {
          profiles(by: $by) { ... on Profile { headline currentCompany { description } } }
        } } }`,
        { by: [{ id: ben.id }, { id: ada.id }, { xnetSlug: 'eve-larsen' }] },
      );
      assert.deepEqual([quote?.min, quote?.max, quote?.open], [0, 6, false]);
    });

    it('keeps child teams apart, and counts records in each', async () => {
      const { quote } = await cast.quote(
        keyOf('harbor'),
        `query ($by: ProfileBy!, $child: ID!) {
        profile(by: $by) { ... on Profile { headline } }
        childTeam(id: $child) { profile(by: $by) { ... on Profile { headline } } }
      }`,
        { by: { id: ben.id }, child: teams.lighthouse.id },
      );
      assert.deepEqual([quote?.min, quote?.max], [upstream.anyPath ? 2 : 0, 2]);
    });

    it('takes what the credential has paid for already as free', async () => {
      await using warm = await upstream.openCast({ credits: { cache: { keepMs: 60_000 } } });
      const query = `{ profile(by: { xnetSlug: "ada-moreau" }) { ... on Profile { currentCompany { description } } } }`;
      await warm.ask(key, '{ profile(by: { xnetSlug: "ada-moreau" }) { ... on Profile { headline } } }');
      const { quote } = await warm.quote(key, query);
      assert.deepEqual(
        quote?.fields.map(({ path, min, max }) => [path, min, max]),
        [['profile.currentCompany', upstream.anyPath ? 1 : 0, 1]],
      );
    });

    it('says what is wrong with the operation, or with the key', async () => {
      assert.match((await cast.quote(key, '{ nothing }')).errors?.[0]?.message ?? '', /nothing/);
      const { errors } = await cast.quote('kith_no_such_key', '{ searchProfiles { totalCount } }');
      assert.equal(errors?.[0]?.extensions?.code, 'UNAUTHENTICATED');
    });
  });
