import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { defaultCache } from '../../../src/graph/cache/memory-store.ts';
import { ProfilesDocument } from '../../generated/operations.ts';
import { keyOf, nobody, people, teams } from '../../support/cast/cast.ts';
import type { CastGraph } from '../../support/cast/cast-graph.ts';
import { upstreams } from '../../support/graph/upstreams.ts';

/** Idea 2 of the design, across requests: one payment for a record, within one credential, and a limit to the memory. */
for (const upstream of upstreams)
  describe(`what operations of one credential share, over ${upstream.name}`, () => {
    let cast: CastGraph;
    let now = 0;
    let wallNow = 0;
    before(async () => {
      cast = await upstream.openCast({ credits: { cache: { now: () => now, wallNow: () => wallNow } } });
    });
    after(() => cast[Symbol.asyncDispose]());
    beforeEach(async () => {
      now += 1_000_000;
      cast.upstream.fault = undefined;
      await cast.graph.cache.purge();
      cast.upstream.forget();
    });

    const key = keyOf('orchard');
    const fetches = '/v3/profiles/fetch';
    const ada = { id: people.ada.id };
    const askFor = (by: object, { as = key, headers = {} }: { as?: string; headers?: Record<string, string> } = {}) =>
      cast.ask<{ profiles: ({ __typename: string; fullName?: string } | null)[] }, object>(
        as,
        'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename ... on Profile { fullName } } }',
        { by },
        { headers },
      );
    const creditsOf = async (asked: ReturnType<typeof askFor>) => {
      const { charged, shared, savedByCache } = (await asked).extensions?.credits ?? {};
      return { charged, shared, savedByCache };
    };

    it('is what was paid for lately, under any of its names', async () => {
      const before = await cast.usage(key);
      assert.deepEqual(await creditsOf(askFor([ada])), { charged: 1, shared: 0, savedByCache: 0 });
      for (const by of [
        ada,
        { id: ada.id.toUpperCase() },
        { xnetSlug: 'ada-moreau' },
        { xnetSlug: 'ada%2Dmoreau' },
        { xnetSlug: 'Ada%2dMoreau' },
        { xnetId: 1001 },
        { xnetEntityId: 'ACoAA1' },
      ]) {
        const answer = await askFor([by]);
        assert.equal(answer.data?.profiles[0]?.fullName, 'Ada Moreau');
        assert.deepEqual(answer.extensions?.credits?.savedByCache, 1);
      }
      assert.equal((await cast.usage(key)) - before, 1);
      assert.equal(cast.upstream.calls.length, 1);
    });

    it('is no longer served when its time is up', async () => {
      await askFor([ada]);
      now += defaultCache.keepMs + 1;
      assert.deepEqual(await creditsOf(askFor([ada])), { charged: 1, shared: 0, savedByCache: 0 });
    });

    it('is not older than the caller allows', async () => {
      await askFor([ada]);
      now += 3000;
      const headers = (seconds: string) => ({ headers: { 'x-kith-max-age': seconds } });
      assert.equal((await creditsOf(askFor([ada], headers('3')))).savedByCache, 1);
      assert.equal((await creditsOf(askFor([ada], headers('2')))).charged, 1);
      assert.equal((await creditsOf(askFor([ada], headers('0')))).charged, 1);
      assert.match((await askFor([ada], headers('soon'))).errors?.[0]?.message ?? '', /^x-kith-max-age: must be/);
    });

    it('remembers for a shorter while that there is no record', async () => {
      const by = [{ id: nobody }];
      await askFor(by);
      assert.equal((await askFor(by)).data?.profiles[0]?.__typename, 'NotFound');
      assert.equal(cast.upstream.count(fetches), 1);
      now += defaultCache.keepMissingMs + 1;
      await askFor(by);
      assert.equal(cast.upstream.count(fetches), 2);
    });

    it('is never another key’s, nor another team’s', async () => {
      const harbor = keyOf('harbor');
      const query =
        'query ($id: ID!, $child: ID!) { childTeam(id: $child) { profile(by: { id: $id }) { ... on Profile { fullName } } } }';
      await askFor([ada], { as: harbor });
      const child = await cast.ask(harbor, query, { id: ada.id, child: teams.lighthouse.id });
      assert.equal(child.extensions?.credits?.charged, 1);
      assert.equal((await creditsOf(askFor([ada], { as: keyOf('lighthouse') }))).charged, 1);
      assert.equal((await creditsOf(askFor([ada]))).charged, 1);
      assert.equal((await creditsOf(askFor([ada], { as: harbor }))).savedByCache, 1);
    });

    it('is one child team’s, however its id is spelled', async () => {
      const harbor = keyOf('harbor');
      const { lighthouse } = teams;
      const query =
        'query ($id: ID!, $child: ID!) { childTeam(id: $child) { id profile(by: { id: $id }) { ... on Profile { fullName } } } }';
      const inTeam = (child: string) => cast.ask(harbor, query, { id: ada.id, child });
      assert.equal((await inTeam(lighthouse.id)).extensions?.credits?.charged, 1);
      const again = await inTeam(lighthouse.id.toUpperCase());
      assert.deepEqual(again.data, (await inTeam(lighthouse.id)).data);
      assert.equal(again.extensions?.credits?.savedByCache, 1);
      const { token } = await (
        await fetch(`${cast.graph.url}/session`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-api-key': harbor },
          body: JSON.stringify({ childTeamId: lighthouse.id.toUpperCase() }),
        })
      ).json();
      const headers = { authorization: `Bearer ${token}` };
      const bound = await cast.ask(undefined, query, { id: ada.id, child: lighthouse.id }, { headers });
      assert.equal(bound.errors, undefined);
      assert.equal(bound.extensions?.credits?.savedByCache, 1);
    });

    it('is served only while the upstream accepts the credential, and asks again, free, when that was long ago', async () => {
      await askFor([ada]);
      now += defaultCache.trustMs + 1;
      cast.upstream.forget();
      assert.equal((await creditsOf(askFor([ada]))).savedByCache, 1);
      assert.deepEqual(
        cast.upstream.calls.map(({ path }) => path),
        ['/credits/usage'],
      );
      await askFor([ada]);
      assert.equal(cast.upstream.calls.length, 1);
    });

    const refused = { status: 401, body: { code: 401, errors: ['No.'] } };
    const demandRefused = async () => {
      const { data, errors } = await askFor([ada]);
      assert.equal(data, null);
      assert.equal(errors?.[0]?.extensions?.code, 'UNAUTHENTICATED');
    };

    it('is not served once the upstream refuses the key, and is kept if it accepts it again', async () => {
      await askFor([ada]);
      now += defaultCache.trustMs + 1;
      cast.upstream.fault = () => refused;
      await demandRefused();
      // At once, and not after the time for which an accepted key is trusted.
      await demandRefused();
      cast.upstream.fault = undefined;
      assert.deepEqual(await creditsOf(askFor([ada])), { charged: 0, shared: 0, savedByCache: 1 });
      wallNow += 60_000;
      now += defaultCache.trustMs + 1;
      cast.upstream.fault = () => refused;
      await demandRefused();
      cast.upstream.fault = undefined;
      assert.equal((await creditsOf(askFor([ada]))).savedByCache, 1);
    });

    it('is forgotten when the upstream refuses the key again a minute later', async () => {
      await askFor([ada]);
      now += defaultCache.trustMs + 1;
      cast.upstream.fault = () => refused;
      await demandRefused();
      wallNow += 59_999;
      await demandRefused();
      assert.equal(cast.graph.cache.size, 1);
      wallNow += 1;
      await demandRefused();
      assert.equal(cast.graph.cache.size, 0);
      cast.upstream.fault = undefined;
      assert.equal((await creditsOf(askFor([ada]))).charged, 1);
    });

    it('is kept through the refusals of a gateway, which does not know the key', async () => {
      await askFor([ada]);
      for (let count = 0; count < 2; count += 1) {
        wallNow += 60_001;
        now += defaultCache.trustMs + 1;
        cast.upstream.fault = () => ({ status: 401, body: [] });
        assert.notEqual((await askFor([ada])).errors?.[0]?.extensions?.code, 'UNAUTHENTICATED');
      }
      cast.upstream.fault = undefined;
      assert.equal((await creditsOf(askFor([ada]))).savedByCache, 1);
    });

    it('is forgotten on request, wherever it is', async () => {
      await askFor([ada, { id: people.ben.id }]);
      await askFor([ada], { as: keyOf('meadow') });
      assert.equal((await cast.graph.cache.forget('profile', { kind: 'xnet_names', value: 'ada-moreau' })).count, 2);
      assert.equal((await creditsOf(askFor([ada, { id: people.ben.id }]))).charged, 1);
    });

    it('is forgotten when its key asks for that, and for no other key', async () => {
      const two = [ada, { id: people.ben.id }];
      await askFor(two);
      await askFor(two, { as: keyOf('meadow') });
      const forget = (variables: object) =>
        cast.ask<{ forgetRecords: { forgotten: number } }, object>(
          key,
          'mutation ($profiles: [ProfileBy!]) { forgetRecords(input: { profiles: $profiles }) { forgotten } }',
          variables,
        );
      assert.equal((await forget({ profiles: [{ xnetSlug: 'ada-moreau' }] })).data?.forgetRecords.forgotten, 1);
      assert.deepEqual(await creditsOf(askFor(two)), { charged: 1, shared: 0, savedByCache: 1 });
      assert.equal((await forget({})).data?.forgetRecords.forgotten, 2);
      assert.equal((await creditsOf(askFor(two))).charged, 2);
      assert.equal((await creditsOf(askFor(two, { as: keyOf('meadow') }))).savedByCache, 2);
    });

    it('is forgotten by a child team’s session in that team alone', async () => {
      const harbor = keyOf('harbor');
      const send = async (path: string, headers: Record<string, string>, body: object) => {
        const answer = await fetch(`${cast.graph.url}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        });
        return await answer.json();
      };
      const { token } = await send('/session', { 'x-api-key': harbor }, { childTeamId: teams.lighthouse.id });
      const session = { authorization: `Bearer ${token}` };
      const query = `{ profile(by: { id: "${ada.id}" }) { ... on Profile { fullName } } }`;
      const forgets = async (all: string) =>
        (await send('/graphql', session, { query: all })).data.forgetRecords.forgotten;
      await askFor([ada], { as: harbor });
      for (const mutation of [
        `mutation { forgetRecords(input: { profiles: [{ id: "${ada.id}" }] }) { forgotten } }`,
        'mutation { forgetRecords(input: {}) { forgotten } }',
      ]) {
        assert.equal((await send('/graphql', session, { query })).extensions.credits.charged, 1);
        assert.equal(await forgets(mutation), 1);
        assert.equal((await creditsOf(askFor([ada], { as: harbor }))).savedByCache, 1);
      }
    });

    it('includes a load in flight, which is booked once', async () => {
      const before = await cast.usage(key);
      const hold = cast.upstream.hold(fetches);
      const asked = [askFor([ada]), askFor([ada]), askFor([ada, { id: people.ben.id }])].map(creditsOf);
      await hold.arrived(2);
      hold.release();
      const lines = await Promise.all(asked);
      assert.equal((await cast.usage(key)) - before, 2);
      assert.equal(
        lines.reduce((sum, { charged }) => sum + (charged ?? 0), 0),
        2,
      );
      assert.equal(
        lines.reduce((sum, { shared, savedByCache }) => sum + (shared ?? 0) + (savedByCache ?? 0), 0),
        2,
      );
    });

    it('does not lose a load in flight to the caller who leaves', async () => {
      const before = await cast.usage(key);
      const hold = cast.upstream.hold(fetches);
      const leaving = new AbortController();
      const left = cast.ask(key, ProfilesDocument, { by: [ada] }, { signal: leaving.signal });
      await hold.arrived(1);
      leaving.abort();
      await assert.rejects(left, { name: 'AbortError' });
      const staying = creditsOf(askFor([ada]));
      hold.release();
      const { charged, shared, savedByCache } = await staying;
      assert.deepEqual([charged, (shared ?? 0) + (savedByCache ?? 0)], [0, 1]);
      assert.equal((await cast.usage(key)) - before, 1);
    });

    it('is not pushed out by keys that nobody has', async () => {
      await askFor([ada]);
      for (let stranger = 0; stranger <= 10_000; stranger += 1) {
        cast.graph.cache.forCredential({ apiKey: `stranger-${stranger}`, childTeamId: undefined });
        // The server shares this event loop, and must not look dead to its clients meanwhile.
        if (stranger % 500 === 0) await setImmediate();
      }
      assert.deepEqual(await creditsOf(askFor([ada])), { charged: 0, shared: 0, savedByCache: 1 });
    });

    it('keeps within its bounds', async () => {
      const small = await upstream.openCast({ credits: { cache: { records: 3 } } });
      await using _ = small;
      await small.ask(key, ProfilesDocument, { by: Object.values(people).map(({ id }) => ({ id })) });
      assert.equal(small.graph.cache.size, 3);
      assert.ok(small.graph.cache.bytes > 0);
    });
  });
