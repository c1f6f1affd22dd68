import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  PeopleAndTheirConnectorsDocument,
  ProfilesDocument,
  WhoCanIntroduceMeDocument,
} from '../../generated/operations.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import type { SampleGraph } from '../../support/sample/sample-graph.ts';

/** Idea 1 and 2 of the design, counted: the fewest calls, the fewest credits. */
for (const upstream of upstreams)
  describe(`a traversal, over ${upstream.name}`, () => {
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
    const idsIn = (count: number) => sample.profiles.slice(0, count).map(({ id }) => id);

    it('goes from 1,000 people to employers, connections and connectors in one call a level', async () => {
      const before = await sample.usage(key);
      const { data, errors, extensions } = await sample.ask(key, PeopleAndTheirConnectorsDocument, { first: 1000 });
      // An employer of which nothing but a name is known has no record, and so no id: it is null, without an error.
      assert.equal(errors, undefined);
      const people = data?.searchProfiles?.nodes ?? [];
      assert.equal(people.length, 1000);

      const { upstream: calls } = sample;
      const connected = people.filter((person) => person?.connections?.length).length;
      assert.ok(calls.count('/v3/profiles/search') <= upstream.maxPages(1000));
      // The network is read whole where relationships are not searched by ids.
      const pages = upstream.anyPath ? upstream.maxPages(connected) : 1 + upstream.maxPages(sample.people);
      assert.ok(calls.count('/v3/relationships') <= pages);
      assert.equal(calls.count('/v3/companies/fetch'), 1);
      // The people, then those connectors who are not among them.
      assert.ok(calls.count('/v3/profiles/fetch') <= 2, `${calls.count('/v3/profiles/fetch')} profile fetches`);
      const known = ['/v3/profiles/search', '/v3/relationships', '/v3/companies/fetch', '/v3/profiles/fetch'];
      assert.deepEqual(
        calls.calls.filter(({ path }) => !known.includes(path)),
        [],
      );

      const names = people.filter((person) => person?.fullName);
      assert.equal(names.length, 1000);
      assert.ok(people.some((person) => person?.currentCompany?.description));
      const connectors = people.flatMap((person) => person?.connections ?? []);
      assert.ok(connectors.length > 50, `${connectors.length} connections`);
      assert.ok(connectors.every((connection) => connection?.connector?.profile?.id));

      const companies = new Set(people.map((person) => person?.currentCompany?.id).filter(Boolean));
      const profiles = new Set([
        ...people.map((person) => person?.id),
        ...connectors.map((c) => c?.connector?.profile?.id),
      ]);
      assert.equal((await sample.usage(key)) - before, companies.size + profiles.size);
      assert.equal(extensions?.credits?.charged, companies.size + profiles.size);
    });

    it('takes 4 × 475 mixed identifiers in one fetch', async () => {
      const quarter = (from: number) => sample.profiles.slice(from, from + 475);
      const by = [
        ...quarter(0).map(({ id }) => ({ id })),
        ...quarter(475).map(({ slug }) => ({ xnetSlug: slug })),
        ...quarter(950).map(({ xnetId }) => ({ xnetId })),
        ...quarter(1425).map(({ entityId }) => ({ xnetEntityId: entityId })),
      ];
      assert.equal(by.length, 1900);
      const before = await sample.usage(key);
      const { data, errors } = await sample.ask(key, ProfilesDocument, { by });
      assert.equal(errors, undefined);
      assert.equal(data?.profiles?.filter((one) => one?.__typename === 'Profile').length, 1900);
      assert.deepEqual(
        data?.profiles?.map((one) => (one?.__typename === 'Profile' ? one.id : undefined)),
        sample.profiles.slice(0, 1900).map(({ id }) => id),
      );
      assert.equal(sample.upstream.calls.length, 1);
      assert.equal((await sample.usage(key)) - before, 1900);
    });

    it('takes 1,900 uuids in exactly two fetches', async () => {
      const { data } = await sample.ask(key, ProfilesDocument, { by: idsIn(1900).map((id) => ({ id })) });
      assert.equal(data?.profiles?.filter((one) => one?.__typename === 'Profile').length, 1900);
      assert.equal(sample.upstream.count('/v3/profiles/fetch'), 2);
      assert.equal(sample.upstream.calls.length, 2);
    });

    it('fetches and charges one record once, whatever it is called', async () => {
      const [person] = sample.profiles;
      assert.ok(person);
      const before = await sample.usage(key);
      const { data } = await sample.ask(key, ProfilesDocument, {
        by: [
          { id: person.id },
          { xnetSlug: person.slug },
          { xnetSlug: person.slug.toUpperCase() },
          { xnetUrl: person.url },
          { xnetId: person.xnetId },
          { xnetEntityId: person.entityId },
        ],
      });
      assert.deepEqual(
        new Set(data?.profiles?.map((one) => one?.__typename === 'Profile' && one.id)),
        new Set([person.id]),
      );
      assert.equal((await sample.usage(key)) - before, 1);
      // One spelling may be unknown, which a 404 may tell.
      if (!upstream.missingIs404) assert.equal(sample.upstream.calls.length, 1);
    });

    it('learns names from one fetch before it packs the next', async () => {
      // 1,001 slugs need two fetches; the second finds that its slug was another name of a record in the first.
      const [person, ...others] = sample.profiles.slice(0, 1000);
      assert.ok(person);
      const by = [
        { id: person.id },
        ...others.map(({ slug }) => ({ xnetSlug: slug })),
        { xnetSlug: sample.profiles[1000]?.slug ?? '' },
        { xnetSlug: person.slug },
      ];
      const before = await sample.usage(key);
      const { data } = await sample.ask(key, ProfilesDocument, { by });
      assert.equal(data?.profiles?.filter((one) => one?.__typename === 'Profile').length, by.length);
      assert.equal((await sample.usage(key)) - before, 1001);
      assert.equal(sample.upstream.calls.length, 1);
    });

    it('costs nothing within the free payloads', async () => {
      const before = await sample.usage(key);
      const { data, errors, extensions } = await sample.ask(key, WhoCanIntroduceMeDocument, { first: 200 });
      assert.equal(errors, undefined);
      const found = data?.relationships?.nodes ?? [];
      assert.equal(found.length, 200);
      assert.ok(found.every((one) => one?.profile?.fullName && one.connections?.length));
      assert.ok(found.some((one) => one?.connections?.some((c) => c?.sources?.some((s) => s?.origin))));
      assert.equal(sample.upstream.calls.length, 1);
      assert.equal(extensions?.credits?.charged, 0);
      assert.equal((await sample.usage(key)) - before, 0);
    });

    it('pays only for what the free payloads do not cover', async () => {
      const before = await sample.usage(key);
      const { data } = await sample.ask<
        { relationships: { nodes: { profile: { headline: string | null } }[] } },
        object
      >(key, '{ relationships(first: 3) { nodes { profile { fullName headline } } } }');
      assert.equal(data?.relationships.nodes.length, 3);
      assert.equal((await sample.usage(key)) - before, 3);
    });

    it('looks for nothing where ids alone are selected', async () => {
      const before = await sample.usage(key);
      const { data } = await sample.ask<{ searchProfiles: { totalCount: number; nodes: { id: string }[] } }, object>(
        key,
        '{ searchProfiles(first: 50) { totalCount nodes { id __typename } } }',
      );
      assert.equal(data?.searchProfiles.nodes.length, 50);
      assert.equal(sample.upstream.calls.length, 1);
      assert.equal((await sample.usage(key)) - before, 0);
    });

    it('walks pages without a gap or a repetition', async () => {
      const seen: string[] = [];
      let after: string | null = null;
      do {
        const { data, errors }: Awaited<ReturnType<typeof page>> = await page(after);
        assert.equal(errors, undefined);
        seen.push(...(data?.searchProfiles.nodes.map(({ id }) => id) ?? []));
        after = data?.searchProfiles.pageInfo.hasNextPage ? data.searchProfiles.pageInfo.endCursor : null;
      } while (after);
      assert.equal(new Set(seen).size, seen.length);
      assert.equal(seen.length, sample.people);

      function page(cursor: string | null) {
        return sample.ask<
          {
            searchProfiles: { nodes: { id: string }[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
          },
          object
        >(
          key,
          'query ($after: String) { searchProfiles(first: 1100, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }',
          { after: cursor },
        );
      }
    });
  });
