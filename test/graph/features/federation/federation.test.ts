import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { upstreams } from '../../../support/graph/upstreams.ts';
import type { SampleGraph } from '../../../support/sample/sample-graph.ts';

/** Idea 7 of the design: a good citizen of Apollo Federation 2. */
for (const upstream of upstreams)
  describe(`federation, over ${upstream.name}`, () => {
    let sample: SampleGraph;
    const key = 'kith_demo_team';

    before(async () => {
      sample = await upstream.openSample({ profiles: 2000, graph: { credits: { cache: { keepMs: 60_000 } } } });
    });
    after(() => sample?.[Symbol.asyncDispose]());
    beforeEach(async () => {
      sample.upstream.forget();
      await sample.graph.cache.purge();
    });

    async function entities<Data>(selection: string, representations: readonly object[], as = key) {
      const { data, errors, extensions } = await sample.ask<{ _entities: readonly (Data | null)[] }, object>(
        as,
        `query ($representations: [_Any!]!) { _entities(representations: $representations) { __typename ${selection} } }`,
        { representations },
      );
      return { found: data?._entities, errors, extensions };
    }

    it('gives its committed schema as the subgraph’s', async () => {
      const committed = readFileSync(join(import.meta.dirname, '../../../../schema/subgraph.graphql'), 'utf8');
      const { data } = await sample.ask<{ _service: { sdl: string } }, object>(undefined, '{ _service { sdl } }');
      assert.equal(data?._service.sdl, committed.trimEnd());
    });

    it('finds 1,900 references of mixed keys in the fewest fetches, each record once', async () => {
      const before = await sample.usage(key);
      const named = sample.profiles.slice(0, 1800);
      const references = named.map(({ id, slug }, at) => ({
        __typename: 'Profile',
        ...(at % 3 !== 0 ? { id } : { xnetSlug: slug }),
      }));
      const companies = sample.companySlugs.slice(0, 100).map((xnetSlug) => ({ __typename: 'Company', xnetSlug }));
      const { found, errors } = await entities<{ id: string; about: string; name?: string }>(
        '... on Profile { id about } ... on Company { id name description }',
        [...references, ...companies],
      );
      assert.equal(errors, undefined);
      assert.deepEqual(
        found?.slice(0, 1800).map((one) => one?.id),
        named.map(({ id }) => id),
      );
      assert.ok(found?.slice(1800).every((one) => one?.name));
      // 1,200 uuids and 600 slugs share two calls.
      assert.equal(sample.upstream.count('/v3/profiles/fetch'), 2);
      assert.equal(sample.upstream.count('/v3/companies/fetch'), 1);
      const distinct = new Set(found?.slice(1800).map((one) => one?.id)).size;
      assert.equal((await sample.usage(key)) - before, 1800 + distinct);
    });

    it('answers null for what is not there, and leaves the rest', async () => {
      const [person] = sample.profiles;
      const { found, errors } = await entities<{ id: string }>('... on Profile { id } ... on Company { id name }', [
        { __typename: 'Profile', id: randomUUID() },
        { __typename: 'Profile', id: 'no uuid' },
        { __typename: 'Profile', id: person?.id },
        { __typename: 'Profile', xnetSlug: 'nobody-at-all' },
        { __typename: 'Company', xnetSlug: 'no-such-company' },
        { __typename: 'Team', id: 'no uuid' },
      ]);
      assert.equal(errors, undefined);
      assert.deepEqual(
        found?.map((one) => one?.id),
        [undefined, undefined, person?.id, undefined, undefined, undefined],
      );
    });

    it('checks for free that there is a person, where a search tells and nothing costs a credit', async () => {
      const before = await sample.usage(key);
      const references = sample.profiles.slice(0, 50).map(({ id }) => ({ __typename: 'Profile', id }));
      const { found } = await entities<{ id: string; connections: readonly object[] }>(
        '... on Profile { id connections { connectorName } }',
        references,
      );
      assert.ok(found?.every((one) => Array.isArray(one?.connections)));
      assert.equal(sample.upstream.count('/v3/profiles/search'), 1);
      // The network is read whole where relationships are not searched by ids.
      const pages = upstream.anyPath ? upstream.maxPages(50) : 1 + upstream.maxPages(sample.people);
      assert.ok(sample.upstream.count('/v3/relationships') <= pages);
      assert.equal((await sample.usage(key)) - before, upstream.anyPath ? 0 : 50);
    });

    it('takes nothing in a representation for true but the key', async () => {
      const [person] = sample.profiles;
      const { found } = await entities<{ fullName: string; workEmail: string; xnetSlug: string }>(
        '... on Profile { fullName workEmail xnetSlug }',
        [
          {
            __typename: 'Profile',
            id: person?.id,
            fullName: 'Mallory',
            workEmail: 'm@example.com',
            xnetSlug: 'mallory',
          },
        ],
      );
      assert.ok(found?.[0]?.fullName);
      assert.doesNotMatch(JSON.stringify(found), /mallory|m@example/i);
    });

    it('refuses a reference without a key alone', async () => {
      const [person] = sample.profiles;
      const { found, errors } = await entities<{ id: string }>('... on Profile { id }', [
        { __typename: 'Profile', fullName: 'Ada' },
        { __typename: 'Planet', id: 'x' },
        { __typename: 'Profile', id: person?.id },
      ]);
      assert.equal(found?.[2]?.id, person?.id);
      assert.deepEqual(
        errors?.map(({ path, extensions }) => [path, extensions?.code]),
        [
          [['_entities', 0], 'BAD_USER_INPUT'],
          [['_entities', 1], 'BAD_USER_INPUT'],
        ],
      );
    });

    it('refuses all references where many are wrong', async () => {
      const { errors } = await entities('... on Profile { id }', Array(900).fill({}));
      assert.deepEqual(
        errors?.map(({ path, extensions }) => [path, extensions?.code]),
        [[['_entities'], 'BAD_USER_INPUT']],
      );
    });

    it('says once that there is no key, or none that is accepted', async () => {
      const references = Array.from({ length: 900 }, (_, at) => ({
        __typename: 'Profile',
        id: `d0000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      }));
      for (const key of ['', 'kith_no_such_key']) {
        const { errors } = await entities('... on Profile { fullName }', references, key);
        assert.deepEqual(
          errors?.map(({ path, extensions }) => [path, extensions?.code]),
          [[['_entities'], 'UNAUTHENTICATED']],
        );
      }
    });

    it('enters teams and tasks by their ids, in the key’s own team', async () => {
      const partner = 'kith_demo_partner';
      const { found, errors } = await entities<{ id: string; relationships: { totalCount: number } }>(
        '... on Team { id relationships(first: 0) { totalCount } } ... on MappingTask { task: id status }',
        [
          { __typename: 'Team', id: sample.childTeamId },
          { __typename: 'MappingTask', id: 'no-such-task' },
        ],
        partner,
      );
      assert.equal(errors, undefined);
      assert.equal(found?.[0]?.id, sample.childTeamId);
      assert.ok((found?.[0]?.relationships.totalCount ?? 0) > 0);
      assert.equal(found?.[1], null);
      assert.deepEqual(
        sample.upstream.calls.filter(({ path }) => path === '/v3/relationships').map(({ childTeam }) => childTeam),
        [sample.childTeamId],
      );
    });

    it('tells the slug that a connection names for free', async () => {
      const { data, errors } = await sample.ask<
        { relationships: { nodes: { connections: { connector: { profile: { xnetSlug: string } } }[] }[] } },
        object
      >(key, '{ relationships(first: 5) { nodes { connections { connector { profile { xnetSlug } } } } } }');
      assert.equal(errors, undefined);
      const slugs = data?.relationships.nodes.flatMap(({ connections }) =>
        connections.map((one) => one.connector.profile.xnetSlug),
      );
      assert.ok(slugs?.length && slugs.every((slug) => typeof slug === 'string'));
      assert.equal(sample.upstream.count('/v3/profiles/fetch'), 0);
    });
  });
