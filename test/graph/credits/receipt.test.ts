import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { keyOf, people } from '../../support/cast/cast.ts';
import type { CastGraph } from '../../support/cast/cast-graph.ts';
import { upstreams } from '../../support/graph/upstreams.ts';

/** Idea 3 of the design: every operation says what it was charged, and what it was spared. */
for (const upstream of upstreams)
  describe(`a receipt, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await upstream.openCast();
    });
    after(() => cast[Symbol.asyncDispose]());
    beforeEach(() => cast.upstream.forget());

    const key = keyOf('orchard');

    it('tells what free payloads saved, but not what was loaded all the same', async () => {
      const reach = 'relationships(first: 3) { nodes { profile { fullName currentTitle } } }';
      const free = await cast.ask<object, object>(key, `{ ${reach} }`);
      assert.deepEqual([free.extensions?.credits?.charged, free.extensions?.credits?.savedByPayload], [0, 3]);
      const paid = await cast.ask<object, object>(
        key,
        `{ ${reach} full: relationships(first: 1) { nodes { profile { headline } } } }`,
      );
      assert.deepEqual([paid.extensions?.credits?.charged, paid.extensions?.credits?.savedByPayload], [1, 2]);
    });

    it('tells how many names were other names of what is in hand', async () => {
      const { extensions } = await cast.ask<object, object>(
        key,
        'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { fullName } } }',
        { by: [{ xnetSlug: 'ada-moreau' }, { xnetId: 1001 }, { xnetSlug: 'ADA-MOREAU' }, { xnetSlug: 'ben-okafor' }] },
      );
      assert.deepEqual([extensions?.credits?.charged, extensions?.credits?.savedByIdentity], [2, 2]);
    });

    it('lists the upstream’s calls on request', async () => {
      const query = 'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { fullName } } }';
      const variables = { by: [{ id: people.ada.id }, { xnetSlug: 'nobody' }] };
      const headers = { 'x-kith-trace': 'upstream' };
      assert.equal((await cast.ask<object, object>(key, query, variables)).extensions?.upstream, undefined);
      const { extensions } = await cast.ask<object, object>(key, query, variables, { headers });
      const [call, ...more] = extensions?.upstream?.calls ?? [];
      if (upstream.missingIs404) return assert.deepEqual([call?.status, more.length], [404, 1]);
      assert.deepEqual(more, []);
      assert.ok(call);
      const { startMs, endMs, milliseconds, ...counted } = call;
      assert.ok(0 <= startMs && startMs <= endMs, `from ${startMs} to ${endMs}`);
      assert.equal(typeof milliseconds, 'number');
      assert.deepEqual(counted, {
        operation: 'fetchProfiles',
        childTeam: false,
        ids: 2,
        full: 0.001,
        hits: 1,
        status: 200,
      });
    });

    it('tells which calls ran side by side, and which one after another', async () => {
      const holds = ['/v3/profiles/search', '/v3/companies/search'].map((path) => cast.upstream.hold(path));
      const asked = cast.ask<object, object>(
        key,
        '{ searchProfiles(first: 1) { nodes { fullName } } searchCompanies(first: 1) { totalCount } }',
        {},
        { headers: { 'x-kith-trace': 'upstream' } },
      );
      for (const hold of holds) await hold.arrived(1);
      for (const hold of holds) hold.release();
      const { extensions } = await asked;
      const spanOf = (name: string) => {
        const spans = extensions?.upstream?.calls.filter(({ operation }) => operation === name) ?? [];
        assert.equal(spans.length, 1, name);
        return spans[0] ?? { startMs: Number.NaN, endMs: Number.NaN };
      };
      const [people, companies, records] = [
        spanOf('searchProfiles'),
        spanOf('searchCompanies'),
        spanOf('fetchProfiles'),
      ];
      assert.ok(people.startMs <= companies.endMs && companies.startMs <= people.endMs);
      assert.ok(people.endMs <= records.startMs && records.startMs <= records.endMs);
    });
  });
