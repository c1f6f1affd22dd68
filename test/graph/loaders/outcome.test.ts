import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ProfilesDocument, TeamsDocument } from '../../generated/operations.ts';
import { openTestGraph } from '../../support/graph/graph.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import type { SampleGraph } from '../../support/sample/sample-graph.ts';

/** Idea 6 of the design: errors as data, and nothing that was paid for is lost to an unrelated error. */
for (const upstream of upstreams)
  describe(`what goes wrong, over ${upstream.name}`, () => {
    let sample: SampleGraph;
    before(async () => {
      sample = await upstream.openSample({ profiles: 2000 });
    });
    after(() => sample[Symbol.asyncDispose]());
    beforeEach(() => {
      sample.upstream.forget();
      sample.upstream.fault = undefined;
    });

    const key = 'kith_demo_team';
    const broken = { status: 500, body: { code: 500, errors: ['The service broke.'] } };

    it('says of a miss why, and leaves the rest', async () => {
      const [person] = sample.profiles;
      const { data, errors } = await sample.ask(key, ProfilesDocument, {
        by: [{ xnetSlug: 'nobody-at-all' }, { id: person?.id ?? '' }, { id: randomUUID() }],
      });
      assert.equal(errors, undefined);
      assert.deepEqual(
        data?.profiles?.map((one) => one?.__typename),
        ['NotFound', 'Profile', 'NotFound'],
      );
      const [miss] = data?.profiles ?? [];
      assert.equal(miss?.__typename === 'NotFound' && miss.message, 'No record has the xnetSlug “nobody-at-all”.');
    });

    it('keeps what one chunk brought when another fails', async () => {
      sample.upstream.fault = ({ path, body }) => {
        const ids = body?.ids;
        return path === '/v3/profiles/fetch' && Array.isArray(ids) && ids.length < 1000 ? broken : undefined;
      };
      const before = await sample.usage(key);
      const by = sample.profiles.slice(0, 1500).map(({ id }) => ({ id }));
      const { data } = await sample.ask(key, ProfilesDocument, { by });
      assert.deepEqual(
        Map.groupBy(data?.profiles ?? [], (one) => one?.__typename)
          .entries()
          .map(([type, group]) => [type, group.length])
          .toArray(),
        [
          ['Profile', 1000],
          ['UpstreamFailed', 500],
        ],
      );
      assert.equal((await sample.usage(key)) - before, 1000);
    });

    it('keeps paid answers beside a failing root field', async () => {
      sample.upstream.fault = ({ path }) => (path === '/v3/relationships' ? broken : undefined);
      const { data, errors } = await sample.ask<
        { paid: { nodes: { fullName: string }[] }; relationships: null },
        object
      >(key, '{ paid: searchProfiles(first: 3) { nodes { fullName } } relationships { totalCount } }');
      assert.equal(data?.paid.nodes.filter(({ fullName }) => fullName).length, 3);
      assert.equal(data?.relationships, null);
      assert.deepEqual(
        errors?.map(({ path, extensions }) => [path, extensions?.code]),
        [[['relationships'], 'UPSTREAM_FAILED']],
      );
    });

    it('gives an object whose record failed one error, and its free fields', async () => {
      sample.upstream.fault = ({ path }) => (path === '/v3/profiles/fetch' ? broken : undefined);
      const { data, errors } = await sample.ask<
        { relationships: { nodes: { profile: { fullName: string; headline: null; about: null } }[] } },
        object
      >(key, '{ relationships(first: 1) { nodes { profile { headline about fullName } } } }');
      const profile = data?.relationships.nodes[0]?.profile;
      assert.ok(profile?.fullName);
      assert.equal(profile?.headline, null);
      assert.equal(errors?.length, 1);
      assert.deepEqual(errors?.[0]?.path, ['relationships', 'nodes', 0, 'profile', 'headline']);
    });

    it('refuses a stranger’s child team without disturbing the own one', async () => {
      const { data, errors } = await sample.ask('kith_demo_partner', TeamsDocument, { child: randomUUID() });
      assert.ok((data?.viewer?.relationships?.totalCount ?? 0) > 0);
      assert.equal(data?.childTeam, null);
      const refused = errors?.map(({ path, extensions }) => [path, extensions?.code]) ?? [];
      assert.deepEqual(refused.at(-1), [['childTeam', 'id'], 'FORBIDDEN']);
      // GraphQL drops what fails below a team that is null by then.
      assert.deepEqual(refused.slice(0, -1), refused.length > 1 ? [[['childTeam', 'relationships'], 'FORBIDDEN']] : []);
    });

    it('reads a child team in its own context', async () => {
      const child = await sample.ask<{ viewer: { relationships: { totalCount: number } } }, object>(
        'kith_demo_child',
        '{ viewer { relationships(first: 0) { totalCount } } }',
      );
      const { data, errors } = await sample.ask('kith_demo_partner', TeamsDocument, { child: sample.childTeamId });
      assert.equal(errors, undefined);
      assert.equal(data?.childTeam?.relationships?.totalCount, child.data?.viewer.relationships.totalCount);
      assert.deepEqual(
        new Set(sample.upstream.calls.map(({ childTeam }) => childTeam)),
        new Set([undefined, sample.childTeamId]),
      );
    });

    it('answers a reached limit as a typed outcome, with its resolution links', async () => {
      const { data, errors } = await sample.ask('kith_demo_capped', ProfilesDocument, {
        by: sample.profiles.slice(0, 2).map(({ id }) => ({ id })),
      });
      assert.equal(errors, undefined);
      assert.deepEqual(
        data?.profiles?.map((one) => one?.__typename === 'CreditLimit' && one.upgradePlanUrl),
        [upstream.upgradePlanUrl, upstream.upgradePlanUrl],
      );
      assert.equal(sample.upstream.count('/v3/profiles/fetch'), 1);
    });

    it('sends nothing more once the limit is reached', async () => {
      const slugs = sample.profiles.slice(0, 2500).map(({ slug }) => ({ xnetSlug: slug }));
      const { data } = await sample.ask('kith_demo_capped', ProfilesDocument, { by: slugs });
      assert.ok(data?.profiles?.every((one) => one?.__typename === 'CreditLimit'));
      assert.equal(sample.upstream.count('/v3/profiles/fetch'), 1);
    });

    for (const [name, sent] of [
      ['missing', undefined],
      ['unknown', 'kith_no_such_key'],
    ] as const)
      it(`tells ${name} keys by a code, without a stack`, async () => {
        const { data, errors } = await sample.ask<object, object>(sent, '{ relationships { totalCount } }');
        assert.equal(data, null);
        assert.equal(errors?.[0]?.extensions?.code, 'UNAUTHENTICATED');
        assert.doesNotMatch(JSON.stringify(errors), /stack|kith_no_such_key|node_modules/);
      });

    it('tells a key without the partner permission by a code', async () => {
      const { errors } = await sample.ask(key, 'mutation { mapNetwork(input: {}) { __typename } }');
      assert.deepEqual(
        errors?.map(({ extensions }) => extensions?.code),
        ['FORBIDDEN'],
      );
    });

    it('tells an upstream that is down by a code', async () => {
      await using lost = await openTestGraph('http://127.0.0.1:9');
      const { data, errors } = await lost.ask<object, object>(key, '{ relationships { totalCount } }');
      assert.deepEqual(data, { relationships: null });
      assert.match(String(errors?.[0]?.extensions?.code), /^UPSTREAM_/);
    });

    it('sends and charges nothing when one of many identifiers is no identifier', async () => {
      const before = await sample.usage(key);
      const { errors } = await sample.ask(key, ProfilesDocument, {
        by: [...sample.profiles.slice(0, 3).map(({ id }) => ({ id })), { xnetSlug: '' }],
      });
      assert.match(errors?.[0]?.message ?? '', /^by\.3: /);
      assert.equal(sample.upstream.calls.length, 0);
      assert.equal((await sample.usage(key)) - before, 0);
    });

    it('refuses an operation that is not valid before anything is sent', async () => {
      const { errors } = await sample.ask(key, '{ profile(by: { id: "x", xnetSlug: "y" }) { __typename } }');
      assert.ok(errors?.length);
      assert.equal(sample.upstream.calls.length, 0);
    });
  });
