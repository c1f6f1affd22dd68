import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Redis } from 'ioredis';
import { Database } from '../../../../../src/graph/state/database.ts';
import { noLoadGuard } from '../../../../../src/http/limits/load-guard.ts';
import { openService } from '../../../../../src/service/server.ts';
import { keyOf } from '../../../../support/cast/cast.ts';
import { crowdMember, crowdSeed } from '../../../../support/crowd.ts';
import type { GraphAnswer } from '../../../../support/graph/graph.ts';
import { openReplica, type Replica } from '../../../../support/graph/graph-replica.ts';
import { kith, temporaryDirectory } from '../../../../support/kith.ts';
import { openRecorder } from '../../../../support/network/recorder.ts';
import { randomFrom } from '../../../../support/random.ts';
import { openEmbeddedTestStore } from '../../../../support/store.ts';

const { KITH_TEST_REDIS_URL } = process.env;
/** A database of its own, which is read as a whole. */
const redisUrl = KITH_TEST_REDIS_URL && new URL('/10', KITH_TEST_REDIS_URL).href;

const secret = 'a secret of this test, which is long enough';
const seed = Number(process.env.KITH_PROPERTY_SEED ?? randomInt(1_000_000));
/** People whom each caller asks for each week. */
const weekly = Number(process.env.KITH_MONTH_PEOPLE ?? 10_000);
const weeks = 4;
const killsAWeek = 5;
const dayMs = 86_400_000;
const key = keyOf('orchard');
const fetches = '/v3/profiles/fetch';

interface People {
  readonly profiles: readonly ({ readonly id?: string; readonly fetchedAt?: string } | null)[];
}

/** A nightly job, a script of a colleague, and the pages of an app; each with its own names, and people a request. */
const callers = [
  { nameOf: ({ id }: ReturnType<typeof crowdMember>) => ({ id }), atOnce: 1000 },
  { nameOf: ({ id }: ReturnType<typeof crowdMember>) => ({ id }), atOnce: 400 },
  { nameOf: ({ id }: ReturnType<typeof crowdMember>) => ({ id }), atOnce: 100 },
] as const;

const places = [
  {
    name: 'two graphs on one Redis',
    replicas: 2,
    redisUrl,
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  },
  { name: 'one graph with its file', replicas: 1, redisUrl: undefined, skip: false },
] as const;

for (const place of places)
  describe(`a month of ${place.name} (seed ${seed})`, { skip: place.skip, timeout: 3_600_000 }, () => {
    it('costs three callers each of their people once, whatever is killed', async (t) => {
      const random = randomFrom(seed);
      await using opened = new AsyncDisposableStack();
      const directory = opened.use(await temporaryDirectory());
      const at = (file: string) => join(directory.path, file);
      const pool = Math.ceil(weekly * 2.5);
      const store = await openEmbeddedTestStore({ seed: crowdSeed(pool) });
      opened.defer(() => store.close());
      const service = await openService({
        store,
        secret,
        urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
        traffic: { load: noLoadGuard },
      });
      opened.defer(() => service.close());
      const upstream = opened.use(await openRecorder(service.url));
      const redis = place.redisUrl === undefined ? undefined : new Redis(place.redisUrl);
      opened.defer(() => redis?.disconnect());
      await redis?.flushdb();

      let laterMs = 0;
      const graphs: Replica[] = [];
      opened.defer(async () => {
        for (const graph of graphs) await graph.kill();
      });
      const open = async (number: number) => {
        graphs[number] = await openReplica({
          ...{ upstreamUrl: upstream.url, secret, laterMs, chargesOncePerKey: true, breaker: 'off' },
          databasePath: at(`graph-${number}.sqlite`),
          ...(place.redisUrl === undefined ? { keptPath: at('records.sqlite') } : { redisUrl: place.redisUrl }),
          traffic: { load: noLoadGuard },
          credits: { keep: { keepMs: 30 * dayMs, bytes: 1e9 } },
        });
      };
      let reopened = Promise.resolve();
      let kills = 0;
      /** Kills a graph, and opens it again; false if it is not there. Another one may be away, too. */
      const kill = (number: number): boolean => {
        const graph = graphs[number];
        if (!graph || graph.process.killed) return false;
        kills += 1;
        const killed = graph.kill();
        reopened = reopened.then(() => killed).then(() => open(number));
        return true;
      };
      const reopenAll = async () => {
        await reopened;
        for (let number = 0; number < place.replicas; number += 1) {
          await graphs[number]?.kill();
          await open(number);
        }
      };

      const distinct = new Set<number>();
      /** When each record was fetched, by the latest answer. */
      const fetchedAt = new Map<string, number>();
      let asked = 0;
      let onAnswer = (): void => undefined;
      const query = 'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { id fullName fetchedAt } } }';
      const load = async (by: readonly object[], idempotencyKey: string, maxAgeMs: number, first: number) => {
        for (let tries = first; ; tries += 1) {
          const to = graphs[tries % place.replicas]?.url;
          const answer: GraphAnswer<People> | undefined = await fetch(`${to}/graphql`, {
            method: 'POST',
            headers: {
              ...{ 'content-type': 'application/json', 'x-api-key': key, 'x-credit-budget': '1000' },
              ...{ 'x-kith-max-age': String(maxAgeMs / 1000), 'idempotency-key': idempotencyKey },
            },
            body: JSON.stringify({ query, variables: { by } }),
          })
            .then((response) => response.json())
            // The graph was killed.
            .catch(() => undefined);
          if (answer === undefined) {
            if (place.replicas === 1 || tries > first) await reopened;
            continue;
          }
          assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
          for (const one of answer.data?.profiles ?? []) {
            const fetched = Date.parse(one?.fetchedAt ?? '');
            assert.ok(fetched >= Date.now() + laterMs - maxAgeMs, `${one?.id} was fetched ${one?.fetchedAt}`);
            fetchedAt.set(one?.id ?? '', fetched);
          }
          asked += by.length;
          onAnswer();
          return answer.extensions?.credits?.charged ?? Number.NaN;
        }
      };
      const spent = async () => {
        const answer = await fetch(`${service.url}/credits/usage`, { headers: { 'x-api-key': key } });
        const { usage }: { usage: number } = await answer.json();
        return usage;
      };

      for (let week = 0; week < weeks; week += 1) {
        laterMs = week * 7 * dayMs;
        await reopenAll();
        upstream.forget();
        /** How many fetches, and how many answers, until the next kill. */
        let [untilFetch, untilAnswer] = [0, 0];
        const mayKill = () => {
          if (kills >= killsAWeek * (week + 1) || !kill(Math.floor(random() * place.replicas))) return;
          plan();
        };
        const plan = () => {
          untilFetch = 1 + Math.floor(random() * 6);
          untilAnswer = 1 + Math.floor((random() * weekly) / 100 / killsAWeek);
        };
        plan();
        upstream.fault = ({ path }) => {
          untilFetch -= 1;
          if (path === fetches && untilFetch <= 0) mayKill();
          return undefined;
        };
        onAnswer = () => {
          untilAnswer -= 1;
          if (week > 0 && untilAnswer <= 0) mayKill();
        };
        const before = await spent();
        await Promise.all(
          callers.map(async ({ nameOf, atOnce }, caller) => {
            const start = Math.floor(random() * pool);
            for (let from = 0; from < weekly; from += atOnce) {
              const numbers = Array.from(
                { length: Math.min(atOnce, weekly - from) },
                (_, n) => (start + from + n) % pool,
              );
              for (const number of numbers) distinct.add(number);
              // Small months would be over before each graph that was killed is there again.
              if (kills < killsAWeek * (week + 1)) await reopened;
              await load(
                numbers.map((number) => nameOf(crowdMember(number))),
                `${caller}-${week}-${from}`,
                30 * dayMs,
                caller + from / atOnce,
              );
            }
          }),
        );
        upstream.fault = undefined;
        onAnswer = () => undefined;
        await reopened;
        t.diagnostic(`week ${week + 1}: ${(await spent()) - before} credits, ${kills} kills so far`);
      }
      const total = await spent();
      t.diagnostic(`${total} credits for ${distinct.size} people, who were asked for ${asked} times; ${kills} kills`);
      assert.ok(total >= distinct.size);
      assert.ok(total <= distinct.size * 1.001, `${total} credits for ${distinct.size} people`);

      // Those who are older than the caller allows are paid for again, and nobody else.
      const some = [...fetchedAt.keys()].slice(0, 500);
      const maxAgeMs = 10 * dayMs;
      const tooOld = some.filter((id) => (fetchedAt.get(id) ?? 0) < Date.now() + laterMs - maxAgeMs).length;
      assert.equal(
        await load(
          some.map((id) => ({ id })),
          'no-older',
          maxAgeMs,
          0,
        ),
        tooOld,
      );
      t.diagnostic(`${tooOld} of ${some.length} were older than 10 days`);

      const stored = async (): Promise<ReadonlySet<string>> => {
        if (redis) {
          const names = await redis.keys('kith:records:*:is:*');
          return new Set((await redis.mget(names)).map((value) => value?.split(' ')[2] ?? ''));
        }
        for (const graph of graphs) await graph.kill();
        let rows: ReadonlySet<string>;
        {
          using database = new Database(at('records.sqlite'));
          rows = new Set(
            database.all`SELECT sealed FROM kept_record`.map(({ sealed }) =>
              Buffer.from(sealed instanceof Uint8Array ? sealed : []).toString('latin1'),
            ),
          );
        }
        await open(0);
        return rows;
      };
      const files = async (): Promise<string> => {
        const found = await readdir(directory.path, { recursive: true, withFileTypes: true });
        const texts = found
          .filter((file) => file.isFile())
          .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
        const values = redis
          ? (await redis.mget(await redis.keys('kith:records:*:is:*'))).map((value) => value ?? '')
          : [];
        return [...(await Promise.all(texts)), ...values].join('\n');
      };
      const [purged, forgotten] = [...distinct].map(crowdMember);
      assert.ok(purged && forgotten);
      const before = await stored();
      const purge = await kith(['purge', '--profile', purged.id, '--graph', graphs[0]?.url ?? ''], {
        KITH_SECRET: secret,
      });
      assert.equal(purge.code, 0, purge.err);
      const answer = await fetch(`${graphs[0]?.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify({
          query: `mutation { forgetRecords(input: { profiles: [{ id: "${forgotten.id}" }] }) { forgotten } }`,
        }),
      });
      assert.equal((await answer.json()).errors, undefined);
      const left = await files();
      const after = await stored();
      const gone = [...before].filter((one) => !after.has(one));
      assert.equal(gone.length, 2);
      for (const one of gone)
        for (let from = 0; from + 32 <= one.length; from += 32) assert.ok(!left.includes(one.slice(from, from + 32)));
      for (const legible of [purged.id, purged.slug, forgotten.id, forgotten.slug]) assert.ok(!left.includes(legible));
    });
  });
