import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { keyOf, nobody, people, teams } from '../support/cast/cast.ts';
import type { CastGraph } from '../support/cast/cast-graph.ts';
import { itOrRefused, unlessRefused, upstreams } from '../support/graph/upstreams.ts';

interface Nodes<Node> {
  readonly totalCount: number;
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

/** What the graph promises, it promises over any upstream that obeys the specification. */
for (const upstream of upstreams)
  describe(`over ${upstream.name}`, () => {
    let graph: CastGraph;
    before(async () => {
      graph = await upstream.openCast();
    });
    after(() => graph?.close());
    beforeEach(() => graph.upstream.forget());

    const key = keyOf('orchard');
    const everybody = Object.values(people)
      .map(({ id }) => id)
      .sort();

    async function ask<Data>(query: string, variables: object = {}, as = key): Promise<Data> {
      const { data, errors } = unlessRefused(upstream, await graph.ask<Data, object>(as, query, variables));
      assert.deepEqual(errors, undefined);
      assert.ok(data);
      return data;
    }

    it('looks people up by every kind of name, and pays for each once', async () => {
      const before = await graph.usage(key);
      const { profiles } = await ask<{ profiles: { id: string; fullName: string; identifier: string }[] }>(
        `query ($by: [ProfileBy!]!) { profiles(by: $by) {
          ... on Profile { id fullName headline skills experience { title startDate company { name } } tags { name } }
          ... on NotFound { identifier }
        } }`,
        {
          by: [
            { id: people.ada.id },
            { xnetSlug: 'ben-okafor' },
            { xnetUrl: people.chloe.profile_info.xnet_url },
            { xnetId: 1004 },
            { xnetEntityId: 'ACoAA5' },
            { id: nobody },
            { xnetSlug: 'no-such-slug' },
            { xnetSlug: 'ada-moreau' },
          ],
        },
      );
      assert.deepEqual(
        profiles.map((one) => one.fullName ?? one.identifier),
        [
          'Ada Moreau',
          'Ben Okafor',
          'Chloé Núñez',
          'Dmitri Volkov',
          'Eve Larsen',
          nobody,
          'no-such-slug',
          'Ada Moreau',
        ],
      );
      const charged = (await graph.usage(key)) - before;
      assert.equal(charged, 5);
    });

    it('takes a miss of one spelling for none of another’s, and pays once where both are one', async () => {
      await using remembering = await upstream.openCast({ credits: { cache: { keepMs: 60_000 } } });
      const find = async (...names: string[]) => {
        const { data, extensions } = await remembering.ask<{ profiles: { __typename: string }[] }, object>(
          key,
          'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename ... on Profile { headline } } }',
          { by: names.map((xnetSlug) => ({ xnetSlug })) },
        );
        return { types: data?.profiles.map((one) => one.__typename), charged: extensions?.credits?.charged };
      };
      const [first, alone] = upstream.ours ? ['Profile', 1] : ['NotFound', 0];
      assert.deepEqual(await find('BEN-OKAFOR'), { types: [first], charged: alone });
      assert.deepEqual(await find('ben-okafor'), { types: ['Profile'], charged: 1 - Number(alone) });
      // A record in hand answers for each spelling.
      assert.deepEqual(await find('Ben-Okafor'), { types: ['Profile'], charged: 0 });
      assert.deepEqual(await find('ADA-MOREAU', 'ada-moreau'), { types: ['Profile', 'Profile'], charged: 1 });
    });

    it('walks every page to its end, meeting each person once', async () => {
      const seen: string[] = [];
      let after: string | undefined;
      for (;;) {
        const { found } = await ask<{ found: Nodes<{ id: string }> }>(
          'query ($after: String) { found: searchProfiles(first: 4, after: $after) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }',
          { after },
        );
        seen.push(...found.nodes.map(({ id }) => id));
        // An estimate is never below what was listed.
        assert.equal(found.totalCount, upstream.ours ? 10 : Math.max(9, seen.length));
        assert.ok(seen.length <= 10);
        if (!found.pageInfo.hasNextPage) break;
        after = found.pageInfo.endCursor;
      }
      assert.deepEqual(seen.toSorted(), everybody);
    });

    it('fills one page from as many of the upstream’s as it takes', async () => {
      const { found } = await ask<{ found: Nodes<{ id: string }> }>(
        '{ found: searchProfiles(first: 100) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }',
      );
      assert.deepEqual(found.nodes.map(({ id }) => id).sort(), everybody);
      assert.equal(found.pageInfo.hasNextPage, false);
      const { none } = await ask<{ none: Nodes<never> }>(
        'query ($after: String) { none: searchProfiles(first: 5, after: $after) { totalCount nodes { id } pageInfo { hasNextPage endCursor } } }',
        { after: found.pageInfo.endCursor },
      );
      assert.deepEqual([none.nodes, none.pageInfo.hasNextPage], [[], false]);
    });

    it('counts without a page', async () => {
      const { found } = await ask<{ found: Nodes<never> }>(
        '{ found: searchCompanies(first: 0) { totalCount nodes { id } } }',
      );
      assert.deepEqual(found, { totalCount: 4, nodes: [] });
    });

    it('tells whether there are records, for free where a search tells', async () => {
      const before = await graph.usage(key);
      const { profiles } = await ask<{ profiles: { __typename: string }[] }>(
        'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename ... on Profile { id } } }',
        { by: [...everybody, nobody].map((id) => ({ id })) },
      );
      assert.deepEqual(
        profiles.map((one) => one.__typename),
        [...everybody.map(() => 'Profile'), 'NotFound'],
      );
      assert.equal((await graph.usage(key)) - before, upstream.anyPath ? 0 : everybody.length);
    });

    it('tells who knows whom, and who they are, for free', async () => {
      const before = await graph.usage(key);
      const { relationships, introPaths } = await ask<{
        relationships: Nodes<{ profile: { id: string; fullName: string }; connections: { connectorName: string }[] }>;
        introPaths: Nodes<{ why: string; target: { fullName: string }; connector: { name: string } }>;
      }>(
        `query ($website: String!) {
          relationships(first: 100) { totalCount nodes { profile { id fullName } connections { connectorName sources { __typename origin } } } }
          introPaths(to: { companyWebsite: $website }) { totalCount nodes { why confidence target { fullName } connector { name profile { fullName currentTitle } } } }
        }`,
        { website: 'brightwater.example' },
      );
      assert.equal(relationships.nodes.length, relationships.totalCount);
      // Chloé was at Aurora with both Ada and Ben.
      const chloe = relationships.nodes.find(({ profile }) => profile.id === people.chloe.id);
      assert.deepEqual(chloe?.connections.map((one) => one.connectorName).sort(), ['Ada Moreau', 'Ben Okafor']);
      // Eve is at Brightwater with Ada, and was at Cobalt with Ben.
      const eve = introPaths.nodes.find(({ target }) => target.fullName === 'Eve Larsen');
      assert.ok(eve?.why);
      assert.ok(['Ada Moreau', 'Ben Okafor'].includes(eve.connector.name));
      assert.equal((await graph.usage(key)) - before, 0);
    });

    itOrRefused(upstream)('follows links both ways, each record paid for once', async () => {
      const before = await graph.usage(key);
      const { found } = await ask<{
        found: Nodes<{
          fullName: string;
          currentCompany: { name: string; people: Nodes<{ fullName: string }> } | null;
          connections: { connector: { profile: { xnetSlug: string } } }[] | null;
        }>;
      }>(
        `{ found: searchProfiles(where: { currentTitle: { matches: "engineer" } }, first: 10) { nodes { fullName skills
          currentCompany(full: true) { name people(first: 10) { totalCount nodes { fullName about } } }
          connections { connector { profile { xnetSlug } } }
        } } }`,
      );
      assert.deepEqual(found.nodes.map(({ fullName }) => fullName).sort(), ['Ada Moreau', 'Ben Okafor', 'Eve Larsen']);
      const eve = found.nodes.find(({ fullName }) => fullName === 'Eve Larsen');
      assert.deepEqual(eve?.currentCompany?.people.nodes.map((one) => one.fullName).sort(), [
        'Ada Moreau',
        'Eve Larsen',
      ]);
      assert.ok(eve?.connections?.some(({ connector }) => connector.profile.xnetSlug === 'ada-moreau'));
      // Three people and their two employers.
      assert.equal((await graph.usage(key)) - before, 5);
    });

    it('filters by what the interface names', async () => {
      const { named, none } = await ask<Record<'named' | 'none', Nodes<{ id: string }>>>(
        `{ named: searchProfiles(where: { currentCompanyWebsites: { eq: "brightwater.example" } }, first: 10) { nodes { id } }
          none: searchProfiles(where: { or: [] }) { nodes { id } } }`,
      );
      assert.deepEqual(named.nodes.map(({ id }) => id).sort(), [people.ada.id, people.eve.id]);
      assert.deepEqual(none.nodes, []);
    });

    itOrRefused(upstream)('filters by what is typed', async () => {
      const { typed } = await ask<Record<'typed', Nodes<{ id: string }>>>(
        '{ typed: searchProfiles(where: { not: { experience: { some: {} } } }, first: 10) { nodes { id } } }',
      );
      assert.deepEqual(typed.nodes.map(({ id }) => id).sort(), [people.grace.id, people.ines.id]);
    });

    it('reads a child team in its own context, and no stranger’s', async () => {
      const { childTeam } = await ask<{ childTeam: { relationships: Nodes<object> } }>(
        'query ($id: ID!) { childTeam(id: $id) { relationships(first: 0) { totalCount } } }',
        { id: teams.lighthouse.id },
        keyOf('harbor'),
      );
      assert.ok(childTeam.relationships.totalCount > 0);
      assert.equal(graph.upstream.calls[0]?.childTeam, teams.lighthouse.id);
      const { errors } = await graph.ask(
        keyOf('harbor'),
        `{ childTeam(id: "${teams.reef.id}") { relationships(first: 0) { totalCount } } }`,
      );
      assert.equal(errors?.[0]?.extensions?.code, 'FORBIDDEN');
    });

    it('starts a mapping and follows it to its end', async () => {
      const { mapNetwork } = await ask<{ mapNetwork: { network: { totalCount: number } | null } }>(
        'mutation { mapNetwork(input: { companyWebsite: "aurora-labs.example", waitSeconds: 20 }) { network { totalCount } } }',
        {},
        keyOf('harbor'),
      );
      assert.equal(typeof mapNetwork.network?.totalCount, 'number');
    });

    for (const [what, as, code] of [
      ['an unknown key', 'kith_test_stranger', 'UNAUTHENTICATED'],
      ['a key without the partner permission', key, 'FORBIDDEN'],
    ])
      it(`tells ${what} by a code`, async () => {
        const { errors } = await graph.ask(as, 'mutation { mapNetwork(input: {}) { __typename } }');
        assert.equal(errors?.[0]?.extensions?.code, code);
      });

    it('tells a query that the upstream does not take by a code', async () => {
      const { errors } = await graph.ask(key, '{ searchProfiles(dsl: { regexp: { a: "b" } }) { totalCount } }');
      assert.match(String(errors?.[0]?.extensions?.code), /^BAD_/);
    });

    it('enters references by their keys', async () => {
      const { _entities: found } = await ask<{ _entities: ({ fullName?: string; name?: string } | null)[] }>(
        'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Profile { fullName } ... on Company { name } } }',
        {
          of: [
            { __typename: 'Profile', xnetSlug: 'eve-larsen' },
            { __typename: 'Company', xnetSlug: 'aurora-labs' },
            { __typename: 'Profile', id: nobody },
          ],
        },
      );
      assert.deepEqual(found, [{ fullName: 'Eve Larsen' }, { name: 'Aurora Labs' }, null]);
    });
  });
