import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { Redis } from 'ioredis';
import pino from 'pino';
import { defaultExecutionLimits } from '../../../../src/graph/operation/execution-limits.ts';
import { type Graph, openGraph } from '../../../../src/graph/server.ts';
import { Database } from '../../../../src/graph/state/database.ts';
import { noLoadGuard } from '../../../../src/http/limits/load-guard.ts';
import { keyOf, people, teams } from '../../../support/cast/cast.ts';
import type { GraphAnswer } from '../../../support/graph/graph.ts';
import { temporaryDirectory } from '../../../support/kith.ts';
import { openRecorder, type Recorder } from '../../../support/network/recorder.ts';
import { type CastService, openCast } from '../../../support/service.ts';
import { until } from '../../../support/until.ts';

const { KITH_TEST_REDIS_URL } = process.env;

async function keysOf(url: string): Promise<readonly string[]> {
  const redis = new Redis(url);
  try {
    return await redis.keys('kith:records:*');
  } finally {
    redis.disconnect();
  }
}
const dayMs = 86_400_000;
const keepMs = 30 * dayMs;

interface People {
  readonly profiles: readonly ({
    readonly fullName?: string | null;
    readonly fetchedAt?: string | null;
    readonly tags?: readonly { readonly name: string }[] | null;
  } | null)[];
}

/** Where records are kept: a file of the graph, or a Redis. */
const places = [
  { name: 'a file', redisUrl: undefined, skip: false },
  {
    name: 'Redis',
    redisUrl: KITH_TEST_REDIS_URL && new URL('/8', KITH_TEST_REDIS_URL).href,
    skip: KITH_TEST_REDIS_URL ? false : 'KITH_TEST_REDIS_URL names no Redis',
  },
] as const;

for (const { name, redisUrl, skip } of places)
  describe(`records kept in ${name}`, { skip }, () => {
    let service: CastService;
    let upstream: Recorder;
    let directory: Awaited<ReturnType<typeof temporaryDirectory>>;
    let graph: Graph;
    let path: string;
    /** Keys that earlier runs have left in Redis to expire. */
    let earlier: ReadonlySet<string> = new Set();
    const secret = randomUUID();
    const clock = { now: 0, wall: Date.UTC(2026, 10, 2, 9) };
    const later = (milliseconds: number) => {
      clock.now += milliseconds;
      clock.wall += milliseconds;
    };
    const open = (options: object = {}) =>
      openGraph({
        upstreamUrl: upstream.url,
        log: pino({ level: 'silent' }),
        traffic: { load: noLoadGuard },
        breaker: 'off',
        secret,
        redisUrl,
        ...(redisUrl === undefined && { keptDatabase: new Database(path) }),
        credits: {
          cache: { now: () => clock.now, wallNow: () => clock.wall },
          keep: { keepMs, bytes: 64_000_000 },
          ...options,
        },
      });
    /** Ends the graph and opens another, which remembers nothing but what was kept. */
    const restart = async () => {
      await graph.close();
      graph = await open();
    };
    before(async () => {
      if (redisUrl !== undefined) earlier = new Set(await keysOf(redisUrl));
      service = await openCast();
      upstream = await openRecorder(service.url);
      directory = await temporaryDirectory();
      path = join(directory.path, 'records.sqlite');
      graph = await open();
    });
    after(async () => {
      await graph.close();
      await upstream[Symbol.asyncDispose]();
      await service.close();
      await directory[Symbol.asyncDispose]();
    });
    beforeEach(async () => {
      later(keepMs + dayMs);
      await graph.cache.purge();
    });

    const key = keyOf('orchard');
    const post = async <Answer>(
      to: string,
      query: string,
      { variables = {}, as = key, headers = {} }: { variables?: object; as?: string; headers?: object } = {},
    ): Promise<Answer> => {
      const response = await fetch(`${graph.url}${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': as, ...headers },
        body: JSON.stringify({ query, variables }),
      });
      return await response.json();
    };
    const queryOf = (selection: string) =>
      `query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { ${selection} } } }`;
    const ada = { id: people.ada.id };
    const ben = { id: people.ben.id };
    const ask = (by: readonly object[], selection = 'fullName', options: { as?: string; headers?: object } = {}) =>
      post<GraphAnswer<People>>('/graphql', queryOf(selection), { variables: { by }, ...options });
    const quote = async (by: readonly object[], selection = 'fullName') => {
      const { quote: price } = await post<{ quote: { min: number; max: number; kept?: number } }>(
        '/quote',
        queryOf(selection),
        { variables: { by } },
      );
      return { min: price.min, max: price.max, kept: price.kept };
    };
    const paid = ({ extensions }: GraphAnswer<unknown>) => {
      const { charged, kept } = extensions?.credits ?? {};
      return { charged, kept };
    };

    it('are paid for once, whatever their name, across a restart and for days', async () => {
      const used = await service.spent('orchard');
      const first = await ask([ada], 'fullName fetchedAt');
      assert.deepEqual(paid(first), { charged: 1, kept: undefined });
      later(29 * dayMs);
      await restart();
      assert.deepEqual(await quote([ada, ben]), { min: 1, max: 1, kept: 1 });
      for (const by of [ada, { xnetSlug: 'ada-moreau' }, { xnetId: 1001 }, { xnetEntityId: 'ACoAA1' }]) {
        const again = await ask([by], 'fullName fetchedAt');
        assert.deepEqual(paid(again), { charged: 0, kept: 1 });
        assert.deepEqual(again.data, first.data);
      }
      assert.equal((await service.spent('orchard')) - used, 1);
    });

    it('expire, and are no older than the caller allows', async () => {
      await ask([ada]);
      later(2 * dayMs);
      const day = { headers: { 'x-kith-max-age': String(dayMs / 1000) } };
      assert.deepEqual(paid(await ask([ada], 'fullName', day)), { charged: 1, kept: undefined });
      later(dayMs);
      assert.deepEqual(paid(await ask([ada])), { charged: 0, kept: 1 });
      later(keepMs);
      assert.deepEqual(paid(await ask([ada])), { charged: 1, kept: undefined });
    });

    it('lack the team’s tags and lists, which are loaded and priced as if nothing were kept', async () => {
      await ask([ada, ben]);
      later(dayMs);
      assert.deepEqual(await quote([ada, ben], 'fullName tags { name }'), { min: 2, max: 2, kept: 0 });
      const answer = await ask([ada], 'fullName tags { name }');
      assert.deepEqual(paid(answer), { charged: 1, kept: undefined });
      assert.deepEqual(answer.data?.profiles[0]?.tags, await tagsOf('ada'));
      // Free members of a kept record are answered if the team's own cannot be paid for.
      const capped = await ask([ben], 'fullName tags { name }', { headers: { 'x-credit-budget': '0' } });
      assert.equal(capped.data?.profiles[0]?.fullName, 'Ben Okafor');
      assert.equal(capped.data?.profiles[0]?.tags, null);
      assert.match(capped.errors?.[0]?.message ?? '', /budget of 0 credits/);
    });

    it('are one load for two fields of which one needs the tags', async () => {
      await ask([ada]);
      later(dayMs);
      upstream.forget();
      const answer = await post<GraphAnswer<unknown>>(
        '/graphql',
        `query ($a: ProfileBy!, $b: ProfileBy!) {
          plain: profiles(by: [$a, $b]) { ... on Profile { fullName } }
          whole: profiles(by: [$a, $b]) { ... on Profile { fullName tags { name } } }
        }`,
        { variables: { a: ada, b: ben } },
      );
      assert.equal(answer.errors, undefined);
      assert.deepEqual(paid(answer), { charged: 2, kept: 1 });
      assert.equal(upstream.count('/v3/profiles/fetch'), 1);
    });

    it('belong to one key and one team', async () => {
      const harbor = keyOf('harbor');
      await ask([ada], 'fullName', { as: harbor });
      later(dayMs);
      await restart();
      const inTeam =
        'query ($id: ID!, $child: ID!) { childTeam(id: $child) { profile(by: { id: $id }) { ... on Profile { fullName } } } }';
      const child = () =>
        post<GraphAnswer<unknown>>('/graphql', inTeam, {
          as: harbor,
          variables: { id: ada.id, child: teams.lighthouse.id },
        });
      assert.deepEqual(paid(await child()), { charged: 1, kept: undefined });
      assert.deepEqual(paid(await ask([ada])), { charged: 1, kept: undefined });
      later(dayMs);
      await restart();
      assert.deepEqual(paid(await child()), { charged: 0, kept: 1 });
      assert.deepEqual(paid(await ask([ada], 'fullName', { as: harbor })), { charged: 0, kept: 1 });
    });

    it('are forgotten by the caller, and by a purge', async () => {
      await ask([ada, ben]);
      later(dayMs);
      await restart();
      const forget = 'mutation ($id: ID!) { forgetRecords(input: { profiles: [{ id: $id }] }) { __typename } }';
      const forgot = await post<GraphAnswer<unknown>>('/graphql', forget, { variables: { id: ada.id } });
      assert.equal(forgot.errors, undefined);
      assert.deepEqual(paid(await ask([ada, ben])), { charged: 1, kept: 1 });
      await graph.cache.purge();
      await restart();
      assert.deepEqual(paid(await ask([ada, ben])), { charged: 2, kept: undefined });
    });

    it('leave nothing legible where they are kept, nor a trace once they are forgotten', async () => {
      await ask([ada]);
      const kept = await contents();
      for (const legible of ['Moreau', 'ada-moreau', people.ada.id]) assert.ok(!kept.includes(legible), legible);
      const sealed = Buffer.from(kept.match(/ (A[\w+/]{200})/)?.[1] ?? '');
      await graph.cache.forget('profile', { kind: 'ids', value: people.ada.id });
      if (redisUrl === undefined) assert.ok((await contents()).length > 0);
      else {
        assert.ok(sealed.length > 0, kept);
        const left = await contents();
        assert.ok(!left.includes(sealed.toString()), left);
      }
      await restart();
      assert.deepEqual(paid(await ask([ada])), { charged: 1, kept: undefined });
    });

    const contents = async (): Promise<string> => {
      if (redisUrl === undefined) {
        const files = ['', '-wal'].map((suffix) => readFile(path + suffix, 'latin1').catch(() => ''));
        return (await Promise.all(files)).join('');
      }
      const redis = new Redis(redisUrl);
      try {
        const keys = (await redis.keys('kith:records:*')).filter((one) => !earlier.has(one));
        const values = await Promise.all(keys.map((one) => redis.get(one).catch(() => '')));
        return values.join('\n');
      } finally {
        redis.disconnect();
      }
    };
    const tagsOf = async (person: 'ada') => {
      const { body } = await service.post('orchard', '/v3/profiles/fetch', {
        ids: [people[person].id],
        fields: ['tags'],
      });
      const { results } = Object(body);
      return results[0].tags.map(({ name: tag }: { name: string }) => ({ name: tag }));
    };
  });

describe('records kept on a disk that is full by now', () => {
  it('are served, and those that are paid for are answered, missing ones as missing', async () => {
    await using service = await openCast();
    using database = new Database(':memory:');
    const clock = { now: 1 };
    const troubles: string[] = [];
    await using graph = await openGraph({
      upstreamUrl: service.url,
      log: pino({ level: 'warn' }, { write: (line: string) => void troubles.push(JSON.parse(line).reason) }),
      traffic: { load: noLoadGuard },
      chargesOncePerKey: true,
      keptDatabase: database,
      credits: { cache: { now: () => clock.now }, keep: { keepMs, bytes: 64_000_000 } },
    });
    const ask = async (ids: readonly string[], headers = {}) => {
      const response = await fetch(`${graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keyOf('orchard'), ...headers },
        body: JSON.stringify({
          query: 'query ($by: [ProfileBy!]!) { profiles(by: $by) { __typename ... on Profile { fullName } } }',
          variables: { by: ids.map((id) => ({ id })) },
        }),
      });
      const { data, extensions }: GraphAnswer<{ profiles: readonly ({ __typename: string } | null)[] }> =
        await response.json();
      const { charged, kept } = extensions?.credits ?? {};
      return { profiles: data?.profiles.map((one) => one?.__typename), charged, kept };
    };
    await ask([people.ada.id]);
    clock.now += dayMs;
    for (const table of ['kept_record', 'kept_saving', 'kept_claim'])
      database.migrate(`full ${table}`, [
        `CREATE TRIGGER full_${table} BEFORE INSERT ON ${table} BEGIN SELECT RAISE(FAIL, 'There is no space left.'); END`,
      ]);
    assert.deepEqual(await ask([people.ada.id, people.ben.id, randomUUID()]), {
      profiles: ['Profile', 'Profile', 'NotFound'],
      charged: 1,
      kept: 1,
    });
    clock.now += dayMs;
    assert.deepEqual(await ask([people.ben.id], { 'idempotency-key': 'one' }), {
      profiles: ['Profile'],
      charged: 1,
      kept: undefined,
    });
    assert.deepEqual(new Set(troubles), new Set(['There is no space left.']));
  });
});

describe('records whose load a graph has left in flight when it died', () => {
  it('do not keep the next graph from its work when who waits for them leaves', async () => {
    await using service = await openCast();
    await using upstream = await openRecorder(service.url);
    await using directory = await temporaryDirectory();
    const fetches = '/v3/profiles/fetch';
    const openAt = (path: string) =>
      openGraph({
        upstreamUrl: upstream.url,
        log: pino({ level: 'silent' }),
        traffic: { load: noLoadGuard, execution: { ...defaultExecutionLimits, deadlineMs: 8_000 } },
        secret: 'a secret of this test, long enough',
        chargesOncePerKey: true,
        keptDatabase: new Database(path),
        credits: { keep: { keepMs, bytes: 64_000_000 } },
      });
    const ask = ({ url }: Graph, ids: readonly string[], more: { headers?: object; signal?: AbortSignal } = {}) =>
      fetch(`${url}/graphql`, {
        ...more,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keyOf('orchard'), ...more.headers },
        body: JSON.stringify({
          query: 'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { fullName } } }',
          variables: { by: ids.map((id) => ({ id })) },
        }),
      }).then((response): Promise<GraphAnswer<People>> => response.json());

    const paths = ['dying', 'next'].map((name) => join(directory.path, `${name}.sqlite`));
    const [dyingPath = '', nextPath = ''] = paths;
    await using dying = await openAt(dyingPath);
    const hold = upstream.hold(fetches);
    const lost = ask(dying, [people.ada.id], { headers: { 'idempotency-key': 'one' } });
    await hold.arrived(1);
    // What a crash would leave.
    for (const suffix of ['', '-wal']) await copyFile(dyingPath + suffix, nextPath + suffix);
    hold.release();
    await lost;

    await using next = await openAt(nextPath);
    upstream.forget();
    const leaving = new AbortController();
    const left = ask(next, [people.ada.id, people.ben.id], { signal: leaving.signal }).catch(() => undefined);
    await until(() => upstream.count(fetches) === 1);
    leaving.abort();
    await left;
    const began = performance.now();
    // From the cache, once the load of those who nobody else loads has come.
    while ((await ask(next, [people.ben.id])).extensions?.credits?.charged !== 0);
    await ask(next, [people.ben.id]);
    assert.ok(performance.now() - began < 2_000);
    assert.equal(upstream.count(fetches), 1);
  });
});
