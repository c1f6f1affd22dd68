import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pino from 'pino';
import { defaultExecutionLimits } from '../../../../../src/graph/operation/execution-limits.ts';
import { type Graph, openGraph } from '../../../../../src/graph/server.ts';
import { slugOfUrl } from '../../../../../src/reading/page.ts';
import { keyOf, people } from '../../../../support/cast/cast.ts';
import type { CastGraph } from '../../../../support/cast/cast-graph.ts';
import type { GraphAnswer } from '../../../../support/graph/graph.ts';
import { openReplica } from '../../../../support/graph/graph-replica.ts';
import { byAnyPath, upstreams } from '../../../../support/graph/upstreams.ts';
import { temporaryDirectory } from '../../../../support/kith.ts';
import { openRecorder } from '../../../../support/network/recorder.ts';
import { openWire, type Wire } from '../../../../support/network/wire.ts';
import { randomFrom } from '../../../../support/random.ts';
import { openCast } from '../../../../support/service.ts';
import { propertyRuns } from '../../../../support/tier.ts';
import { until } from '../../../../support/until.ts';

const { KITH_TEST_REDIS_URL } = process.env;
const redisUrl = KITH_TEST_REDIS_URL && new URL('/6', KITH_TEST_REDIS_URL).href;
const seed = Number(process.env.KITH_PROPERTY_SEED ?? randomInt(1_000_000));

interface People {
  readonly profiles: readonly ({ readonly __typename: string; readonly fullName?: string } | null)[];
}

/** Two graphs on one Redis that load one person at the same moment: one of them pays. */
for (const upstream of upstreams)
  describe(`loads in flight in two graphs, over ${upstream.name} (seed ${seed})`, {
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  }, () => {
    let cast: CastGraph;
    let other: Graph;
    let wire: Wire;
    let redis: Redis;
    let used = 0;
    const secret = randomUUID();
    /** How often Redis has failed, such as by an answer that came late on a busy machine: graphs then use their memory only. */
    let failures = 0;
    const log = pino(
      { level: 'warn' },
      {
        write: (line) => {
          if (line.includes('The shared cache in Redis failed')) failures += 1;
        },
      },
    );
    const key = keyOf('orchard');
    const fetches = '/v3/profiles/fetch';
    const everybody = Object.values(people).map(({ id }) => id);
    const [ada, ben, ...others] = everybody;
    const slugs = new Map(
      Object.values(people).map(({ id, profile_info: info }) => [id, slugOfUrl(info.xnet_url ?? '', 'profile')]),
    );
    const nameOf = (id: string | undefined, bySlug: boolean) => {
      const xnetSlug = bySlug ? slugs.get(id ?? '') : undefined;
      return xnetSlug === undefined ? { id } : { xnetSlug };
    };
    before(async () => {
      wire = await openWire(new URL(redisUrl ?? ''));
      redis = new Redis(redisUrl ?? '');
      cast = await upstream.openCast({ credits: { cache: { keepMs: 60_000 } }, log, secret, redisUrl });
      other = await openGraph({
        upstreamUrl: cast.asks.baseUrl,
        names: cast.asks.names,
        log,
        secret,
        redisUrl: wire.url,
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
      // The first operations of a graph compile its code, which keeps Redis waiting.
      for (const { url } of [cast.graph, other]) await askAt(url, everybody);
      await cast.graph.cache.purge();
      await reached();
      await until(() => other.cache.size === 0);
      cast.upstream.forget();
      used = await cast.usage(key);
    });

    const replicaOptions = () => ({
      upstreamUrl: cast.asks.baseUrl,
      ...(cast.asks.names && { names: cast.asks.names }),
      ...{ secret, redisUrl: redisUrl ?? '' },
    });
    const askAt = (url: string, ids: readonly (string | undefined)[], headers = {}) =>
      askBy(
        url,
        ids.map((id) => ({ id })),
        headers,
      );
    const askBy = async (url: string, by: readonly object[], headers = {}) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, ...headers },
        body: JSON.stringify({
          query: 'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename ... on Profile { fullName } } }',
          variables: { by },
        }),
      });
      const answer: GraphAnswer<People> = await response.json();
      return answer;
    };
    let held: ReturnType<CastGraph['upstream']['hold']> | undefined;
    const holdFetches = () => {
      held = cast.upstream.hold(fetches);
      return held;
    };
    afterEach(() => held?.release());
    const spent = async () => (await cast.usage(key)) - used;
    const namesIn = ({ data }: GraphAnswer<People>) => data?.profiles.map((one) => one?.fullName);
    const creditsIn = ({ extensions }: GraphAnswer<People>) => {
      const { charged = 0, shared = 0, savedByCache = 0 } = extensions?.credits ?? {};
      return { charged, shared, savedByCache };
    };
    /** How often graphs have asked whether a claim is still there. */
    const waits = async () => Number(/cmdstat_exists:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1] ?? 0);
    const waited = async (since: number) => {
      while ((await waits()) <= since) await setImmediate();
    };
    const reached = async () => {
      for (const { cache } of [cast.graph, other])
        while (!(await cache.forget('profile', { kind: 'ids', value: randomUUID() })).everywhere) await setImmediate();
    };

    it('are paid for once, and the other graph’s receipt says shared', async () => {
      const hold = holdFetches();
      const first = askAt(cast.graph.url, [ada, ben]);
      await hold.arrived(1);
      // It fetches what nobody loads at once.
      const second = askAt(other.url, [ben, others[0], ada]);
      await hold.arrived(2);
      hold.release();
      assert.deepEqual(creditsIn(await first), { charged: 2, shared: 0, savedByCache: 0 });
      const answer = await second;
      assert.deepEqual(creditsIn(answer), { charged: 1, shared: 2, savedByCache: 0 });
      assert.deepEqual(namesIn(answer)?.slice(0, 1), ['Ben Okafor']);
      assert.equal(await spent(), 3);
    });

    const otherNames = byAnyPath(upstream, 'no free search finds another name of a person');
    it('are paid for once under another name, which a free search finds', otherNames, async () => {
      const names = [{ xnetSlug: 'ada-moreau' }, { id: ada }];
      for (const [name, another] of [names, names.toReversed()]) {
        const before = await waits();
        const hold = holdFetches();
        const first = askBy(cast.graph.url, [name ?? {}]);
        await hold.arrived(1);
        const second = askBy(other.url, [another ?? {}]);
        await waited(before);
        hold.release();
        assert.deepEqual(creditsIn(await first), { charged: 1, shared: 0, savedByCache: 0 });
        assert.deepEqual(creditsIn(await second), { charged: 0, shared: 1, savedByCache: 0 });
        await cast.graph.cache.purge();
        await until(() => other.cache.size === 0);
      }
      assert.equal(await spent(), 2);
    });

    it('that fail are loaded by the other graph', async () => {
      const before = await waits();
      const failing = Promise.withResolvers<void>();
      let fetched = 0;
      cast.upstream.fault = ({ path }) => {
        if (path !== fetches || ++fetched > 1) return undefined;
        failing.resolve();
        return { status: 422, body: { code: 422, errors: ['No.'] } };
      };
      const hold = holdFetches();
      const first = askAt(cast.graph.url, [ada]);
      await hold.arrived(1);
      const second = askAt(other.url, [ada]);
      await waited(before);
      hold.release();
      await failing.promise;
      await first;
      assert.deepEqual(namesIn(await second), ['Ada Moreau']);
      assert.equal(await spent(), 1);
    });

    it('are waited for during half of the time that an operation has left', async () => {
      const hasty = await openGraph({
        upstreamUrl: cast.asks.baseUrl,
        names: cast.asks.names,
        log,
        traffic: { execution: { ...defaultExecutionLimits, deadlineMs: 4_000 } },
        secret,
        redisUrl,
      });
      try {
        const hold = holdFetches();
        const first = askAt(cast.graph.url, [ada]);
        await hold.arrived(1);
        const second = askAt(hasty.url, [ada]);
        await hold.arrived(2);
        hold.release();
        assert.deepEqual((await Promise.all([first, second])).map(namesIn), [['Ada Moreau'], ['Ada Moreau']]);
        assert.equal(await spent(), 2);
      } finally {
        await hasty.close();
      }
    });

    it('whose graph has died are loaded when its claim has expired', {
      skip: upstream.ours ? false : 'claims expire alike over any data service, in ten seconds',
      timeout: 60_000,
    }, async () => {
      await using dying = await openReplica(replicaOptions());
      cast.upstream.fault = ({ path }) => (path === fetches ? 'withholding' : undefined);
      const first = askAt(dying.url, [ada]).catch(() => undefined);
      await until(() => cast.upstream.count(fetches) === 1);
      await dying.kill();
      await first;
      cast.upstream.fault = undefined;
      const began = performance.now();
      assert.deepEqual(namesIn(await askAt(other.url, [ada])), ['Ada Moreau']);
      assert.ok(performance.now() - began < 20_000);
    });

    it('whose graph has died are charged once if they are repeated with their key, whatever else is asked for by then', {
      skip: upstream.ours ? false : 'it charges for each call',
    }, async () => {
      const options = { ...replicaOptions(), chargesOncePerKey: true };
      await using dying = await openReplica(options);
      await using next = await openGraph({ ...options, log });
      const [third = ''] = others;
      const repeated = { 'idempotency-key': randomUUID() };
      await askAt(cast.graph.url, [third]);
      cast.upstream.fault = ({ path }) => (path === fetches ? 'withholding' : undefined);
      const first = askAt(dying.url, [ada, third, ben], repeated).catch(() => undefined);
      while ((await spent()) < 3) await setImmediate();
      await dying.kill();
      await first;
      cast.upstream.fault = undefined;
      await cast.graph.cache.forget('profile', { kind: 'ids', value: third });
      const answer = await askAt(next.url, [ada, third, ben], repeated);
      assert.deepEqual(namesIn(answer)?.slice(0, 1), ['Ada Moreau']);
      assert.equal(await spent(), 4);
    });

    it('whose graph has died are charged once where somebody waits for them at the graph of the repeat', {
      skip: upstream.ours ? false : 'it charges for each call',
    }, async () => {
      const options = { ...replicaOptions(), chargesOncePerKey: true };
      await using dying = await openReplica(options);
      await using next = await openGraph({ ...options, log });
      const repeated = { 'idempotency-key': randomUUID() };
      cast.upstream.fault = ({ path }) => (path === fetches ? 'withholding' : undefined);
      const first = askAt(dying.url, [ada, others[0], ben], repeated).catch(() => undefined);
      while ((await spent()) < 3) await setImmediate();
      await dying.kill();
      await first;
      cast.upstream.fault = undefined;
      const before = await waits();
      const waiting = askAt(next.url, [ben, others[1]]);
      await waited(before);
      assert.deepEqual(namesIn(await askAt(next.url, [ada, others[0], ben], repeated))?.slice(0, 1), ['Ada Moreau']);
      assert.deepEqual(creditsIn(await waiting), { charged: 1, shared: 1, savedByCache: 0 });
      assert.equal(await spent(), 4);
    });

    it('and records that are stored are waited for while Redis is busy', async () => {
      await askAt(cast.graph.url, [ada]);
      wire.hold();
      const late = askAt(other.url, [ada]);
      setTimeout(() => wire.release(), 500);
      assert.deepEqual(creditsIn(await late), { charged: 0, shared: 0, savedByCache: 1 });
      assert.equal(await spent(), 1);
    });

    it('are not waited for by who wants no older record', async () => {
      const hold = holdFetches();
      const first = askAt(cast.graph.url, [ada]);
      await hold.arrived(1);
      const fresh = askAt(other.url, [ada], { 'x-kith-max-age': '0' });
      await hold.arrived(2);
      hold.release();
      assert.deepEqual((await Promise.all([first, fresh])).map(namesIn), [['Ada Moreau'], ['Ada Moreau']]);
    });

    it('are not waited for once Redis has gone', async () => {
      const hold = holdFetches();
      const first = askAt(cast.graph.url, [ada]);
      await hold.arrived(1);
      const before = await waits();
      const left = askAt(other.url, [ada]);
      await waited(before);
      await wire.cut();
      await hold.arrived(2);
      hold.release();
      assert.deepEqual((await Promise.all([first, left])).map(namesIn), [['Ada Moreau'], ['Ada Moreau']]);
      await wire.mend();
    });

    it('of many pairs are paid for once for each person, and answered whatever happens to Redis', {
      timeout: 240_000,
    }, async () => {
      const random = randomFrom(seed);
      const some = () => {
        const chosen = everybody.filter(() => random() < 0.5);
        return chosen.length > 0 ? chosen : [ada];
      };
      let undisturbed = 0;
      for (let run = 0; run < propertyRuns(100); run += 1) {
        await reached();
        // Without a record there, nothing would show that the other graph has heard of the purge.
        await askAt(other.url, [ada]);
        await cast.graph.cache.purge();
        await until(() => other.cache.size === 0);
        used = await cast.usage(key);
        const asked = Array.from({ length: 2 + Math.floor(random() * 5) }, () => {
          const ids = some();
          return { ids, by: ids.map((id) => nameOf(id, upstream.anyPath && random() < 0.5)), at: random() < 0.5 };
        });
        const isCut = random() < 0.2;
        const failedBefore = failures;
        const asking = asked.map(({ by, at }) => askBy(at ? cast.graph.url : other.url, by));
        if (isCut) await wire.cut();
        const answers = await Promise.all(asking);
        const distinct = new Set(asked.flatMap(({ ids }) => ids)).size;
        const at = `seed ${seed}, run ${run}`;
        for (const answer of answers)
          assert.ok(
            namesIn(answer)?.every((name) => name !== undefined),
            at,
          );
        const charged = answers.reduce((sum, answer) => sum + creditsIn(answer).charged, 0);
        assert.equal(await spent(), charged, at);
        if (isCut) await wire.mend();
        if (isCut || failures > failedBefore) assert.ok(charged <= 2 * distinct, at);
        else {
          assert.equal(charged, distinct, at);
          undisturbed += 1;
        }
      }
      assert.ok(undisturbed > 0, `seed ${seed}: Redis failed in every run.`);
    });
  });

describe('loads in flight in a graph with its file', () => {
  it('are charged once if they are repeated with their key after it was killed, whoever asks for them first', async () => {
    await using service = await openCast();
    await using upstream = await openRecorder(service.url);
    await using directory = await temporaryDirectory();
    const fetches = '/v3/profiles/fetch';
    const key = keyOf('orchard');
    const [ada, ben, third] = Object.values(people).map(({ id }) => id);
    const open = () =>
      openReplica({
        ...{ upstreamUrl: upstream.url, secret: 'a secret of this test, long enough', chargesOncePerKey: true },
        keptPath: join(directory.path, 'records.sqlite'),
        credits: { keep: { keepMs: 86_400_000, bytes: 1e9 } },
      });
    const askAt = async ({ url }: { readonly url: string }, ids: readonly (string | undefined)[], name: string) => {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key, 'idempotency-key': name },
        body: JSON.stringify({
          query: 'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename ... on Profile { fullName } } }',
          variables: { by: ids.map((id) => ({ id })) },
        }),
      });
      const { data }: GraphAnswer<People> = await response.json();
      return data?.profiles.map((one) => one?.__typename);
    };
    const usage = async () => {
      const response = await fetch(`${service.url}/credits/usage`, { headers: { 'x-api-key': key } });
      const { usage: credits }: { usage: number } = await response.json();
      return credits;
    };
    const used = await usage();
    await using killed = await open();
    upstream.fault = ({ path }) => (path === fetches ? 'withholding' : undefined);
    const lost = askAt(killed, [ada, ben], 'one').catch(() => undefined);
    while ((await usage()) < used + 2) await setImmediate();
    await killed.kill();
    await lost;
    upstream.fault = undefined;
    await using again = await open();
    upstream.forget();
    const another = askAt(again, [ben, third], 'another');
    await until(() => upstream.count(fetches) === 1);
    assert.deepEqual(await askAt(again, [ada, ben], 'one'), ['Profile', 'Profile']);
    assert.deepEqual(await another, ['Profile', 'Profile']);
    assert.equal((await usage()) - used, 3);
  });
});
