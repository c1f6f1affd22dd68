import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { keyOf, people } from '../../support/cast/cast.ts';
import type { CastGraph } from '../../support/cast/cast-graph.ts';
import { itOrRefused, unlessRefused, upstreams } from '../../support/graph/upstreams.ts';

for (const upstream of upstreams)
  describe(`a record that several places of an answer show, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await upstream.openCast();
    });
    after(() => cast[Symbol.asyncDispose]());
    beforeEach(() => {
      cast.upstream.fault = undefined;
      cast.upstream.forget();
    });

    const fetches = '/v3/profiles/fetch';
    const ask = (query: string, variables = {}) =>
      cast.ask<Record<string, unknown>, object>(keyOf('orchard'), query, variables);
    const broke = () => {
      cast.upstream.fault = ({ path }) =>
        path === fetches ? { status: 402, body: { code: 402, errors: ['No credits are left.'] } } : undefined;
    };
    const pathsOf = async (asked: ReturnType<typeof ask>) =>
      ((await asked).errors ?? []).map(({ path }) => (path ?? []).join('.')).toSorted();

    it('is missed with an error in each, and sent for once', async () => {
      broke();
      assert.deepEqual(
        await pathsOf(ask('{ searchProfiles(first: 1) { nodes { headline } edges { node { headline } } } }')),
        ['searchProfiles.edges.0.node.headline', 'searchProfiles.nodes.0.headline'],
      );
      assert.equal(cast.upstream.count(fetches), 1);
    });

    it('is loaded though connections are asked for while others are being read', async () => {
      const account = people.jonas.profile_info.social_media?.[0];
      const connected = '{ connections { connector { profile { headline } } } }';
      const { errors } = await cast.ask<object, object>(
        keyOf('orchard'),
        `query ($to: IntroTarget!) { introPaths(to: $to) { nodes {
          connector { profile ${connected} } target { headline ... on Profile ${connected} }
        } } }`,
        { to: { profile: { xnetId: Number(account?.id) } } },
        { signal: AbortSignal.timeout(10_000) },
      );
      assert.equal(errors, undefined);
    });

    it('is paid for once where it can be had', async () => {
      const { errors, extensions } = await ask(
        '{ searchProfiles(first: 1) { nodes { headline } edges { node { headline } } } }',
      );
      assert.equal(errors, undefined);
      assert.equal(extensions?.credits?.charged, 1);
    });

    it('is missed with an error at each place that leads to it from a connection or a path', async () => {
      const known = await ask('{ relationships(first: 50) { nodes { profile { id } connections { strength } } } }');
      const id = /"profile":\{"id":"([^"]+)"\},"connections":\[\{/.exec(JSON.stringify(known.data))?.[1];
      assert.ok(id);
      broke();
      for (const query of [
        `{ introPaths(to: { profile: { id: "${id}" } }) { nodes { one: target { headline } two: target { headline } } } }`,
        '{ relationships(first: 50) { nodes { connections { one: profile { headline } two: profile { headline } } } } }',
      ]) {
        const answer = await ask(query);
        const shown = JSON.stringify(answer.data).split('{"headline":null}').length - 1;
        assert.ok(shown > 1, JSON.stringify(answer));
        assert.equal(answer.errors?.length, shown);
      }
    });

    it('makes the field null where the caller insists on it and it fails', async () => {
      broke();
      const { data, errors } = await ask('{ relationships(first: 1) { nodes { profile(full: true) { fullName } } } }');
      assert.deepEqual(data, { relationships: { nodes: [{ profile: null }] } });
      assert.deepEqual(
        errors?.map(({ path, extensions }) => [path?.join('.'), extensions?.code]),
        [['relationships.nodes.0.profile', 'CREDIT_LIMIT']],
      );
    });

    itOrRefused(upstream)(
      'is loaded where the caller insists on the employer of somebody whose summary is in hand',
      async () => {
        for (const [query, variables] of [
          [
            '{ relationships(where: { currentTitle: { isNull: false } }, first: 1) { nodes { profile { currentCompany(full: true) { name } } } } }',
            {},
          ],
          [
            'query ($full: Boolean) { relationships(where: { currentTitle: { isNull: false } }, first: 1) { nodes { profile { currentCompany(full: $full) { name } } } } }',
            { full: true },
          ],
        ] as const) {
          cast.upstream.forget();
          const { errors } = unlessRefused(upstream, await ask(query, variables));
          assert.equal(errors, undefined);
          assert.equal(cast.upstream.count('/v3/companies/fetch'), 1);
        }
      },
    );
  });
