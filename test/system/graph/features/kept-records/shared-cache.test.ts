import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pino from 'pino';
import type { Words } from '../../../../../src/contract/wire-names.ts';
import { defaultCache } from '../../../../../src/graph/cache/memory-store.ts';
import type { Invalidation } from '../../../../../src/graph/cache/shared-cache.ts';
import { RedisRecords } from '../../../../../src/graph/features/kept-records/redis-cache.ts';
import { type Graph, openGraph } from '../../../../../src/graph/server.ts';
import { keyOf, nobody, people, teams } from '../../../../support/cast/cast.ts';
import type { CastGraph } from '../../../../support/cast/cast-graph.ts';
import type { GraphAnswer } from '../../../../support/graph/graph.ts';
import { testSeal } from '../../../../support/graph/seal.ts';
import { upstreams } from '../../../../support/graph/upstreams.ts';
import { openRenamingProxy, proxyWords } from '../../../../support/network/renaming-proxy.ts';
import { openWire, type Wire } from '../../../../support/network/wire.ts';
import { openCast } from '../../../../support/service.ts';
import { until } from '../../../../support/until.ts';

const { KITH_TEST_REDIS_URL } = process.env;
/** A database of its own, so that new keys there are this file's. */
const redisUrl = KITH_TEST_REDIS_URL && new URL('/7', KITH_TEST_REDIS_URL).href;

interface People {
  readonly profiles: readonly ({ readonly __typename: string; readonly fullName?: string } | null)[];
}

/** Issue 4, "and with two graph workers": one payment for a record, whichever graph of a Redis is asked. */
for (const upstream of upstreams)
  describe(`graphs that share a Redis, over ${upstream.name}`, {
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  }, () => {
    let cast: CastGraph;
    let other: Graph;
    let wire: Wire;
    let redis: Redis;
    /** Keys that earlier runs have left to expire. */
    let earlier: ReadonlySet<string>;
    const secret = randomUUID();
    const clock = { now: 0, wall: Date.now() };
    const cache = { now: () => clock.now, wallNow: () => clock.wall };
    const later = (milliseconds: number) => {
      clock.now += milliseconds;
      clock.wall += milliseconds;
    };
    before(async () => {
      wire = await openWire(new URL(redisUrl ?? ''));
      redis = new Redis(redisUrl ?? '');
      earlier = new Set(await redis.keys('kith:records:*'));
      cast = await upstream.openCast({ credits: { cache }, secret, redisUrl: wire.url });
      other = await openGraph({
        upstreamUrl: cast.asks.baseUrl,
        names: cast.asks.names,
        log: pino({ level: 'silent' }),
        credits: { cache },
        secret,
        redisUrl,
      });
    });
    after(async () => {
      await other?.close();
      await cast?.[Symbol.asyncDispose]();
      redis?.disconnect();
      await wire?.cut();
    });
    beforeEach(async () => {
      cast.upstream.fault = undefined;
      // The other graph is told by Redis before anything that a test asks of either; told by both, this one could hear
      // of it while it loads, and would rightly keep nothing.
      await cast.graph.cache.purge();
      later(1_000_000);
      cast.upstream.forget();
    });

    const keys = async () => (await redis.keys('kith:records:*')).filter((name) => !earlier.has(name));
    const key = keyOf('orchard');
    const fetches = '/v3/profiles/fetch';
    const ada = { id: people.ada.id };
    const ben = { id: people.ben.id };

    const ask = async <Data>(at: Graph, query: string, variables: object, as = key, headers = {}) => {
      const response = await fetch(`${at.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': as, ...headers },
        body: JSON.stringify({ query, variables }),
      });
      const answer: GraphAnswer<Data> = await response.json();
      return answer;
    };
    const askFor = (at: Graph, by: readonly object[], as = key, headers = {}) =>
      ask<People>(
        at,
        'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename ... on Profile { fullName } } }',
        { by },
        as,
        headers,
      );
    const creditsOf = async (asked: ReturnType<typeof askFor>) => {
      const { charged, savedByCache } = (await asked).extensions?.credits ?? {};
      return [charged, savedByCache];
    };

    it('serve what one of them paid for, under any of its names', async () => {
      const used = await cast.usage(key);
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ada])), [1, 0]);
      for (const by of [{ xnetSlug: 'ada-moreau' }, ada, { xnetId: 1001 }, { xnetEntityId: 'ACoAA1' }]) {
        const answer = await askFor(other, [by]);
        assert.equal(answer.data?.profiles[0]?.fullName, 'Ada Moreau');
        assert.equal(answer.extensions?.credits?.savedByCache, 1);
      }
      assert.equal((await cast.usage(key)) - used, 1);
      assert.equal(cast.upstream.count(fetches), 1);
    });

    it('send only what none of them holds', async () => {
      await askFor(cast.graph, [ada]);
      assert.deepEqual(await creditsOf(askFor(other, [ada, ben, { xnetSlug: 'ada-moreau' }])), [1, 1]);
      assert.deepEqual(cast.upstream.calls.at(-1)?.body?.ids, [ben.id]);
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ben, ada])), [0, 2]);
    });

    it('pay for a record where its name leads to one that does not bear it', async () => {
      await askFor(cast.graph, [ada]);
      const ofAda = await keys();
      await askFor(cast.graph, [ben]);
      const ofBen = (await keys()).filter((name) => !ofAda.includes(name));
      const isLead = (value: string | null) => value !== null && /^\S+ \S+$/.test(value);
      const [lead] = (await redis.mget(ofAda)).filter(isLead);
      assert.ok(lead);
      for (const name of ofBen) if (isLead(await redis.get(name))) await redis.set(name, lead, 'KEEPTTL');
      const answer = await askFor(other, [ben]);
      assert.equal(answer.data?.profiles[0]?.fullName, 'Ben Okafor');
      assert.equal(answer.extensions?.credits?.charged, 1);
    });

    it('remember together that there is no record', async () => {
      await askFor(cast.graph, [{ id: nobody }]);
      assert.equal((await askFor(other, [{ id: nobody }])).data?.profiles[0]?.__typename, 'NotFound');
      assert.equal(cast.upstream.count(fetches), 1);
    });

    it('ask for themselves whether the upstream accepts the credential', async () => {
      await askFor(cast.graph, [ada]);
      cast.upstream.forget();
      await askFor(other, [ada]);
      assert.deepEqual(
        cast.upstream.calls.map(({ path }) => path),
        ['/credits/usage'],
      );
    });

    it('count a record’s age from when it was paid for, wherever that was', async () => {
      await askFor(cast.graph, [ada]);
      later(3000);
      assert.deepEqual(await creditsOf(askFor(other, [ada], key, { 'x-kith-max-age': '3' })), [0, 1]);
      later(1000);
      assert.deepEqual(await creditsOf(askFor(other, [ada], key, { 'x-kith-max-age': '3' })), [1, 0]);
      // What was paid for again is newer for the first one, too.
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ada], key, { 'x-kith-max-age': '3' })), [0, 1]);
      assert.deepEqual(await creditsOf(askFor(other, [ada], key, { 'x-kith-max-age': '0' })), [1, 0]);
      later(defaultCache.keepMs + 1);
      assert.deepEqual(await creditsOf(askFor(other, [ada])), [1, 0]);
    });

    it('never show them to another key, nor to another team', async () => {
      const harbor = keyOf('harbor');
      const inChild = (at: Graph) =>
        ask(
          at,
          'query ($id: ID!, $child: ID!) { childTeam(id: $child) { profile(by: { id: $id }) { ... on Profile { fullName } } } }',
          { ...ada, child: teams.lighthouse.id },
          harbor,
        );
      await askFor(cast.graph, [ada], harbor);
      assert.equal((await inChild(other)).extensions?.credits?.charged, 1);
      assert.equal((await inChild(cast.graph)).extensions?.credits?.savedByCache, 1);
      assert.deepEqual(await creditsOf(askFor(other, [ada], keyOf('lighthouse'))), [1, 0]);
      assert.deepEqual(await creditsOf(askFor(other, [ada])), [1, 0]);
      assert.deepEqual(await creditsOf(askFor(other, [ada], harbor)), [0, 1]);
    });

    it('keep neither a key nor an identifier readable, and nothing for ever', async () => {
      await askFor(cast.graph, [ada, { xnetSlug: 'ben-okafor' }, { id: nobody }]);
      const names = await keys();
      assert.ok(names.length > 4);
      for (const name of names) {
        assert.ok(![key, ada.id, 'ada-moreau', 'ben-okafor', nobody].some((secret) => name.includes(secret)), name);
        assert.ok((await redis.pttl(name)) > 0, name);
      }
    });

    it('forget together what belonged to a key that the upstream refuses', async () => {
      for (const at of [cast.graph, other]) await askFor(at, [ada, ben]);
      later(defaultCache.trustMs + 1);
      cast.upstream.fault = (call) =>
        call.key === key ? { status: 401, body: { code: 401, errors: ['No.'] } } : undefined;
      assert.equal((await askFor(cast.graph, [ada])).errors?.[0]?.extensions?.code, 'UNAUTHENTICATED');
      // A second refusal, a minute later, erases.
      later(60_000);
      await askFor(cast.graph, [ada], keyOf('meadow'));
      assert.equal((await askFor(cast.graph, [ada])).errors?.[0]?.extensions?.code, 'UNAUTHENTICATED');
      await until(() => other.cache.size === 0);
      cast.upstream.fault = undefined;
      assert.deepEqual(await creditsOf(askFor(other, [ada])), [1, 0]);
      assert.deepEqual(await creditsOf(askFor(other, [ada], keyOf('meadow'))), [0, 1]);
    });

    it('forget together whom a key names, and nobody else', async () => {
      await askFor(cast.graph, [ada, ben]);
      await askFor(cast.graph, [ada], keyOf('meadow'));
      await askFor(other, [ada, ben]);
      const forgot = await ask<{ forgetRecords: { forgotten: number } }>(
        other,
        'mutation { forgetRecords(input: { profiles: [{ xnetSlug: "ada-moreau" }] }) { forgotten } }',
        {},
      );
      assert.deepEqual([forgot.data?.forgetRecords.forgotten, forgot.extensions?.warnings], [1, undefined]);
      await until(() => cast.graph.cache.size === 2);
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ada, ben])), [1, 1]);
      assert.deepEqual(await creditsOf(askFor(other, [ada], keyOf('meadow'))), [0, 1]);
    });

    it('forget together what an operator says', async () => {
      // Of the other one, too: what the first has sent to Redis may still be on its way, and is not kept then.
      for (const at of [cast.graph, other]) for (const as of [key, keyOf('meadow')]) await askFor(at, [ada, ben], as);
      const { everywhere } = await other.cache.forget('profile', { kind: 'xnet_names', value: 'ada-moreau' });
      assert.ok(everywhere);
      await until(() => cast.graph.cache.size === 2);
      for (const as of [key, keyOf('meadow')]) assert.deepEqual(await creditsOf(askFor(other, [ada, ben], as)), [1, 1]);
      await cast.graph.cache.purge();
      assert.deepEqual(await keys(), []);
      await until(() => other.cache.size === 0);
      assert.deepEqual(await creditsOf(askFor(other, [ada])), [1, 0]);
    });

    it('put nothing back that was on its way when it was forgotten, whichever of them forgot it', async () => {
      for (const forgets of [
        'mutation { forgetRecords(input: { profiles: [{ xnetSlug: "ada-moreau" }] }) { forgotten } }',
        'mutation { forgetRecords(input: {}) { forgotten } }',
      ]) {
        const hold = cast.upstream.hold(fetches);
        const asked = askFor(cast.graph, [ada]);
        await hold.arrived(1);
        await ask(other, forgets, {});
        hold.release();
        assert.deepEqual(await creditsOf(asked), [1, 0]);
        assert.deepEqual(await creditsOf(askFor(other, [ada])), [1, 0]);
        await other.cache.purge();
      }
    });

    it('do not wait for a Redis that is silent, and leave it alone for a while', async () => {
      await askFor(other, [ada, ben]);
      wire.hold();
      // It is answered while nothing comes from Redis.
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ada])), [1, 0]);
      wire.release();
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ben])), [1, 0]);
      assert.ok((await cast.graph.cache.purge()).everywhere);
      await askFor(other, [ada]);
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ada])), [0, 1]);
    });

    /** Whether both graphs hear again what the others forget. */
    const listens = async () => {
      const [, heard] = await redis.pubsub('NUMSUB', ...(await redis.pubsub('CHANNELS', 'kith:records:*')).map(String));
      return Number(heard) === 2;
    };

    it('keep what they paid for while Redis was away, and what was on its way when it came back', async () => {
      await askFor(cast.graph, [{ id: people.chloe.id }]);
      await wire.cut();
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ada, ben])), [2, 0]);
      const hold = cast.upstream.hold(fetches);
      const asked = askFor(cast.graph, [{ id: people.dmitri.id }]);
      await hold.arrived(1);
      await wire.mend();
      while (!(await listens())) await setImmediate();
      // What it hears of, it has heard after it was told that it may have missed something.
      await other.cache.forget('profile', { kind: 'ids', value: people.chloe.id });
      await until(() => cast.graph.cache.size <= 2);
      hold.release();
      assert.deepEqual(await creditsOf(asked), [1, 0]);
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ada, ben, { id: people.dmitri.id }])), [0, 3]);
    });

    it('forget whom the other one forgot while they could not hear it', async () => {
      await askFor(cast.graph, [ada, ben]);
      await wire.cut();
      assert.ok((await other.cache.forget('profile', { kind: 'ids', value: people.ada.id })).everywhere);
      await wire.mend();
      await until(() => cast.graph.cache.size === 0);
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ada])), [1, 0]);
    });

    it('go on without Redis, and share again when it is back', async () => {
      await askFor(other, [ada]);
      await wire.cut();
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ada])), [1, 0]);
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ada])), [0, 1]);
      const forgot = await ask<{ forgetRecords: { forgotten: number } }>(
        cast.graph,
        'mutation { forgetRecords(input: {}) { forgotten } }',
        {},
      );
      assert.equal(forgot.data?.forgetRecords.forgotten, 1);
      assert.match(forgot.extensions?.warnings?.[0] ?? '', /could not all be reached/);
      await wire.mend();
      await askFor(other, [ben]);
      const reached = () => cast.graph.cache.forget('profile', { kind: 'ids', value: nobody });
      while (!(await reached()).everywhere) await setImmediate();
      assert.deepEqual(await creditsOf(askFor(cast.graph, [ben, ada])), [0, 2]);
    });
  });

describe('records in a Redis', { skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis' }, () => {
  it('are not put back by who has not heard yet that they are forgotten, and are absent where they cannot be read', async () => {
    const options = { url: redisUrl ?? '', space: randomUUID(), seal: testSeal, log: pino({ level: 'silent' }) };
    const times = { keepMs: 600_000, keepMissingMs: 600_000, now: Date.now };
    const [one, another] = await Promise.all([
      RedisRecords.open({ ...options, ...times }),
      RedisRecords.open({ ...options, ...times }),
    ]);
    const redis = new Redis(redisUrl ?? '');
    try {
      const place = { key: 'hash', team: undefined };
      const cache = one.recordCache<object>(place, 'profile');
      const told = {
        records: [{ record: { id: people.ada.id }, names: { own: [people.ada.id], attributed: ['ada'] } }],
        missing: [nobody],
      };
      const found = async () => [...(await cache.lookUp([people.ada.id, 'ada', nobody])).found.keys()];
      const put = async (forgotten?: Invalidation) => {
        const { versionToken } = await cache.lookUp([]);
        if (forgotten) await another.forget(forgotten);
        await cache.put(versionToken ?? '', told);
      };
      await put({ what: 'record', kind: 'profile', name: 'ada', key: 'another hash' });
      assert.deepEqual(await found(), [nobody, people.ada.id, 'ada']);
      await another.forget({ what: 'everything' });
      for (const forgotten of [
        { what: 'record', kind: 'profile', name: 'ada', key: place.key },
        { what: 'record', kind: 'profile', name: 'ada' },
        { what: 'key', key: place.key },
        { what: 'everything' },
      ] as const) {
        await put(forgotten);
        assert.deepEqual(await found(), []);
      }
      await put();
      assert.deepEqual(await found(), [nobody, people.ada.id, 'ada']);
      for (const key of await redis.keys('kith:records:*:is:*')) {
        const [generation = '', at = ''] = ((await redis.get(key)) ?? '').split(' ');
        await redis.set(key, `${generation} ${at} another-form:AAAA`);
      }
      assert.deepEqual(await found(), [nobody]);
    } finally {
      redis.disconnect();
      await one.close();
      await another.close();
    }
  });
});

describe('graphs of one Redis and upstream, in other words', {
  skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
}, () => {
  it('share no records: one that was read by the wrong words lacks what those name', async () => {
    await using service = await openCast();
    await using proxy = await openRenamingProxy(service.url);
    const secret = randomUUID();
    const open = (names?: Words) =>
      openGraph({ upstreamUrl: proxy.url, names, log: pino({ level: 'silent' }), secret, redisUrl });
    const ask = async (graph: Graph) => {
      const response = await fetch(`${graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keyOf('orchard') },
        body: JSON.stringify({
          query: `{ profile(by: { id: "${people.ada.id}" }) { ... on Profile { headline xnetUrl } } }`,
        }),
      });
      const { data, extensions }: GraphAnswer<{ profile: { xnetUrl: string | null } }> = await response.json();
      return [data?.profile.xnetUrl, extensions?.credits?.charged];
    };
    await using wrong = await open();
    assert.deepEqual(await ask(wrong), [null, 1]);
    await using right = await open(proxyWords);
    assert.deepEqual(await ask(right), [people.ada.profile_info.xnet_url, 1]);
    await using another = await open(proxyWords);
    assert.deepEqual(await ask(another), [people.ada.profile_info.xnet_url, 0]);
  });
});
