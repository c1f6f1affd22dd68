import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { companies, keyOf, people, teams } from '../../support/cast/cast.ts';
import type { CastGraph } from '../../support/cast/cast-graph.ts';
import { upstreams } from '../../support/graph/upstreams.ts';
import { until } from '../../support/until.ts';

/** Loads in flight, across operations of one credential: when they are joined, and what is forgotten of them. */
for (const upstream of upstreams)
  describe(`a load in flight, over ${upstream.name}`, () => {
    let cast: CastGraph;
    let now = 0;
    before(async () => {
      cast = await upstream.openCast({ credits: { cache: { now: () => now } } });
    });
    after(() => cast[Symbol.asyncDispose]());
    beforeEach(async () => {
      await cast.graph.cache.purge();
    });

    const key = keyOf('orchard');
    const fetches = '/v3/profiles/fetch';
    const ada = { id: people.ada.id };
    const askFor = (by: readonly object[], headers: Readonly<Record<string, string>> = {}) =>
      cast.ask<{ profiles: ({ fullName?: string } | null)[] }, object>(
        key,
        'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { fullName } } }',
        { by },
        { headers },
      );
    const creditsOf = async (asked: ReturnType<typeof askFor>) => {
      const { charged, shared, savedByCache } = (await asked).extensions?.credits ?? {};
      return { charged, shared, savedByCache };
    };

    it('does not come back when it was forgotten', async () => {
      const ben = { id: people.ben.id };
      const forgets = (variables: object) =>
        cast.ask(
          key,
          'mutation ($profiles: [ProfileBy!]) { forgetRecords(input: { profiles: $profiles }) { forgotten } }',
          variables,
        );
      for (const proven of [false, true])
        for (const [what, known, kept] of [
          // Before it settles, nobody knows that the load is for this name, too.
          [{ profiles: [{ xnetSlug: 'ada-moreau' }] }, false, 1],
          [{ profiles: [ada] }, true, 1],
          [{}, true, 0],
        ] as const) {
          await cast.graph.cache.purge();
          // A credential that the upstream has not accepted yet has a cache that is not retained yet.
          if (proven) await cast.ask(key, '{ credits { usage } }');
          const hold = cast.upstream.hold(fetches);
          const asked = askFor([ada, ben]);
          await hold.arrived(1);
          await forgets(what);
          const later = known ? askFor([ada]) : undefined;
          if (known) await hold.arrived(2);
          hold.release();
          assert.equal((await asked).data?.profiles[0]?.fullName, 'Ada Moreau');
          assert.equal((await later)?.extensions?.credits?.charged, known ? 1 : undefined);
          if (known) await forgets({ profiles: [ada] });
          assert.equal(cast.graph.cache.size, kept);
          assert.deepEqual(await creditsOf(askFor([ada, ben])), { charged: 2 - kept, shared: 0, savedByCache: kept });
        }
    });

    it('does not come back in a child team, either', async () => {
      const harbor = keyOf('harbor');
      const { token } = await (
        await fetch(`${cast.graph.url}/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': harbor },
          body: JSON.stringify({ childTeamId: teams.lighthouse.id }),
        })
      ).json();
      const asChild = (query: string) =>
        cast.ask(undefined, query, {}, { headers: { authorization: `Bearer ${token}` } });
      const hold = cast.upstream.hold(fetches);
      const asked = asChild(`{ profile(by: { id: "${ada.id}" }) { ... on Profile { fullName } } }`);
      await hold.arrived(1);
      await asChild(`mutation { forgetRecords(input: { profiles: [{ id: "${ada.id}" }] }) { forgotten } }`);
      hold.release();
      await asked;
      assert.equal(cast.graph.cache.size, 0);
    });

    it('is joined under another name that a payload tells', async () => {
      const companyFetches = '/v3/companies/fetch';
      const { aurora } = companies;
      const [slug] = aurora.company_info.xnet_slugs;
      const bySlug = `{ company(by: { xnetSlug: "${slug}" }) { ... on Company { workforce { headcount } } } }`;
      const viaPerson = `{ profile(by: { id: "${people.chloe.id}" }) { ... on Profile { experience { company { workforce { headcount } } } } } }`;
      await askFor([{ id: people.chloe.id }]);
      for (const [first, second] of [
        [bySlug, viaPerson],
        [viaPerson, bySlug],
      ] as const) {
        await cast.graph.cache.forget('company', { kind: 'ids', value: aurora.id });
        const before = cast.upstream.count(companyFetches);
        const hold = cast.upstream.hold(companyFetches);
        const asked = [cast.ask(key, first)];
        await hold.arrived(1);
        asked.push(cast.ask(key, second));
        // Whoever comes after the second one has answered is behind it.
        for (let fence = 0; fence < 3; fence += 1) await cast.ask(key, '{ credits { usage } }');
        hold.release();
        const charged = (await Promise.all(asked)).map(({ extensions }) => extensions?.credits?.charged);
        assert.deepEqual(charged, [1, 0]);
        assert.equal(cast.upstream.count(companyFetches) - before, 1);
      }
    });

    it('takes no search beside another one if both are sent by ids, though slugs are known of both', async () => {
      const ofEmployer = (id: string) =>
        `{ profile(by: { id: "${id}" }) { ... on Profile { experience { company { workforce { headcount } } } } } }`;
      // What they pay for tells ids and slugs of their employers.
      await askFor([{ id: people.chloe.id }, { id: people.jonas.id }]);
      const hold = cast.upstream.hold('/v3/companies/fetch');
      const asked = [cast.ask(key, ofEmployer(people.chloe.id))];
      await hold.arrived(1);
      const before = cast.upstream.count('/v3/companies/search');
      asked.push(cast.ask(key, ofEmployer(people.jonas.id)));
      await hold.arrived(2);
      hold.release();
      const charged = (await Promise.all(asked)).map(({ extensions }) => extensions?.credits?.charged);
      assert.deepEqual(charged, [1, 1]);
      assert.equal(cast.upstream.count('/v3/companies/search'), before);
    });

    it('is joined under another name that a free search finds', async () => {
      const names = [{ xnetSlug: 'ada-moreau' }, ada, ...(upstream.ours ? [{ xnetId: 1001 }] : [])];
      const shared = upstream.anyPath ? 1 : 0;
      for (const first of names)
        for (const second of names.filter((name) => name !== first)) {
          await cast.graph.cache.purge();
          const hold = cast.upstream.hold(fetches);
          const asked = [askFor([first])];
          await hold.arrived(1);
          const before = cast.upstream.count('/v3/profiles/search');
          asked.push(askFor([{ id: people.ben.id }, second]));
          await until(() => cast.upstream.count('/v3/profiles/search') > before);
          hold.release();
          const [one, other] = await Promise.all(asked.map(creditsOf));
          assert.deepEqual(one, { charged: 1, shared: 0, savedByCache: 0 });
          assert.deepEqual(other, { charged: 2 - shared, shared, savedByCache: 0 });
        }
    });

    it('is joined under another name under which the record was loaded lately, though that is too old', async () => {
      const names = [ada, { xnetSlug: 'ada-moreau' }, { xnetSlug: 'Ada%2DMoreau' }];
      for (const first of names) {
        await askFor([ada]);
        now += 3_000;
        const recent = { 'x-kith-max-age': '2' };
        const before = await cast.usage(key);
        const hold = cast.upstream.hold(fetches);
        const asked = [askFor([first], recent)];
        await hold.arrived(1);
        asked.push(...names.map((name) => askFor([name], recent)));
        // Whoever comes after them has been answered, so that each has joined, or sent its own.
        for (let fence = 0; fence < 3; fence += 1) await cast.ask(key, '{ credits { usage } }');
        hold.release();
        const charged = (await Promise.all(asked)).map(({ extensions }) => extensions?.credits?.charged);
        assert.deepEqual(charged.toSorted(), [0, 0, 0, 1]);
        assert.equal((await cast.usage(key)) - before, 1);
      }
    });
  });
