import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { companies, keyOf, nobody, people } from '../../../support/cast/cast.ts';
import type { CastGraph } from '../../../support/cast/cast-graph.ts';
import { byAnyPath, itOrRefused, unlessRefused, upstreams } from '../../../support/graph/upstreams.ts';

interface Paths {
  readonly introPaths: {
    readonly problems: readonly object[];
    readonly nodes: readonly object[];
  };
}

const document = `query ($to: IntroTarget!, $hops: Int, $where: ProfileWhere) {
  introPaths(to: $to, hops: $hops, where: $where) {
    problems { __typename code message ... on NotFound { by identifier } }
    nodes { confidence }
  }
}`;

const notFound = (by: string, argument: string, identifier: string) => ({
  __typename: 'NotFound',
  code: 'NOT_FOUND',
  message: `No record has the ${argument} “${identifier}”.`,
  by,
  identifier,
});

for (const upstream of upstreams)
  describe(`paths to a target, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await upstream.openCast();
    });
    after(() => cast?.close());
    beforeEach(() => cast.upstream.forget());

    const key = keyOf('orchard');

    async function ask(variables: object) {
      const answer = await cast.ask<Paths, object>(key, document, variables);
      const { data, errors, extensions } = unlessRefused(upstream, answer);
      assert.equal(errors, undefined, JSON.stringify(errors));
      assert.ok(data);
      return { ...data.introPaths, charged: extensions?.credits?.charged };
    }

    const slug = 'nobody-at-all';
    const unknown = [
      { to: { profile: { id: nobody } }, problem: notFound('ID', 'id', nobody), byId: true },
      { to: { profile: { id: nobody } }, problem: notFound('ID', 'id', nobody), hops: 2 },
      { to: { profile: { xnetSlug: slug } }, problem: notFound('XNET_SLUG', 'xnetSlug', slug) },
      { to: { profile: { xnetSlug: slug } }, problem: notFound('XNET_SLUG', 'xnetSlug', slug), hops: 2 },
      { to: { company: { id: nobody } }, problem: notFound('ID', 'id', nobody), byId: true },
      { to: { company: { xnetSlug: slug } }, problem: notFound('XNET_SLUG', 'xnetSlug', slug) },
      ...['not-a-company.example', 'https://www.not-a-company.example/en', 'no website'].flatMap((website) =>
        [1, 2].map((hops) => ({
          to: { companyWebsite: website },
          problem: notFound('WEBSITE', 'website', website),
          byId: true,
          hops,
        })),
      ),
    ];
    for (const { to, problem, hops = 1, byId = false } of unknown)
      it(
        `that does not exist say so, for nothing: ${JSON.stringify(to)} in ${hops}`,
        byId ? byAnyPath(upstream, 'Whether there is such a record is asked for free, or not at all.') : {},
        async () => {
          assert.deepEqual(await ask({ to, hops }), { problems: [problem], nodes: [], charged: 0 });
        },
      );

    itOrRefused(upstream)('that exists have no problem, though nobody knows them', async () => {
      const none = { hiring: { eq: true }, currentTitle: { isNull: true } };
      for (const to of [
        { profile: { id: people.ines.id } },
        { profile: { id: people.chloe.id } },
        { company: { id: companies.aurora.id } },
        { companyWebsite: 'aurora-labs.example' },
      ])
        assert.deepEqual(await ask({ to, where: none }), { problems: [], nodes: [], charged: 0 });
      assert.deepEqual((await ask({ to: { profile: { id: people.ines.id } }, hops: 2 })).problems, []);
      const found = await ask({ to: { profile: { id: people.chloe.id } } });
      assert.deepEqual(found.problems, []);
      assert.notEqual(found.nodes.length, 0);
    });

    it('ask for an id only where nobody was found, and problems are selected', async () => {
      const searches = () => cast.upstream.count('/v3/profiles/search');
      const plain = 'query ($to: IntroTarget!) { introPaths(to: $to) { totalCount } }';
      const before = searches();
      await cast.ask(key, plain, { to: { profile: { id: nobody } } });
      assert.equal(searches(), before);
      await ask({ to: { profile: { id: nobody } } });
      assert.equal(searches(), before + 1);
    });
  });
