import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { companies, keyOf, nobody, people } from '../../../support/cast/cast.ts';
import type { CastGraph } from '../../../support/cast/cast-graph.ts';
import { itOrRefused, unlessRefused, upstreams } from '../../../support/graph/upstreams.ts';

interface Plan {
  readonly introPlan: {
    readonly confidence: number;
    readonly notes: readonly string[];
    readonly asks: readonly {
      readonly connector: { readonly name: string };
      readonly confidence: number;
      readonly introductions: readonly {
        readonly at: number;
        readonly path: {
          readonly confidence: number;
          readonly steps: readonly { readonly kind: string; readonly monthsAtLeast: number | null }[];
        };
      }[];
    }[];
    readonly unreached: readonly { readonly at: number; readonly reason: string; readonly message: string }[];
  };
}

const document = `query ($to: [IntroTarget!]!, $perConnector: Int = 3, $hops: Int = 1, $exclude: IntroExclusion, $evidence: IntroEvidence) {
  introPlan(to: $to, perConnector: $perConnector, hops: $hops, exclude: $exclude, evidence: $evidence) {
    confidence notes
    asks { connector { name } confidence introductions { at path { confidence steps { kind monthsAtLeast } } } }
    unreached { at reason message }
  }
}`;

for (const upstream of upstreams)
  describe(`a plan of introductions, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await upstream.openCast();
    });
    after(() => cast[Symbol.asyncDispose]());
    beforeEach(() => cast.upstream.forget());

    const key = keyOf('orchard');
    const person = (name: keyof typeof people) => ({ profile: { id: people[name].id } });
    const withoutBen = { profiles: [{ xnetSlug: 'ben-okafor' }] };

    async function ask(variables: object, headers = {}) {
      const answer = await cast.ask<Plan, object>(key, document, variables, { headers });
      const { data, errors, extensions } = unlessRefused(upstream, answer);
      assert.equal(errors, undefined, JSON.stringify(errors));
      assert.ok(data);
      return { ...data.introPlan, charged: extensions?.credits?.charged };
    }

    it('asks nobody more often than is said, and says who stays unreached', async () => {
      const to = [person('chloe'), person('eve'), person('dmitri')];
      const { asks, unreached, charged, confidence } = await ask({ to, perConnector: 1 });
      assert.equal(charged, 0);
      assert.deepEqual(asks.map(({ connector }) => connector.name).sort(), ['Ada Moreau', 'Ben Okafor']);
      assert.ok(asks.every(({ introductions }) => introductions.length === 1));
      assert.deepEqual(
        unreached.map(({ reason }) => reason),
        ['CONNECTORS_TAKEN'],
      );
      const all = await ask({ to, perConnector: 3 });
      assert.deepEqual(all.unreached, []);
      assert.ok(all.confidence > confidence);
      const sum = all.asks.flatMap((one) => one.introductions).reduce((total, { path }) => total + path.confidence, 0);
      assert.ok(Math.abs(sum - all.confidence) < 1e-9);
    });

    it('names what is odd about a target', async () => {
      const to = [person('chloe'), person('chloe'), { profile: { id: nobody } }, person('ada'), person('ines')];
      const { unreached, asks } = await ask({ to });
      assert.deepEqual(
        unreached.map(({ at, reason }) => [at, reason]),
        [
          [1, 'DUPLICATE'],
          // Whether there is such a person is asked for free, or not at all.
          [2, upstream.anyPath ? 'UNKNOWN' : 'NO_PATH'],
          [3, 'CONNECTOR'],
          [4, 'NO_PATH'],
        ],
      );
      assert.equal(unreached[0]?.message, 'to.1 is the same as to.0, which is in the plan.');
      assert.deepEqual(
        asks.flatMap(({ introductions }) => introductions.map(({ at }) => at)),
        [0],
      );
      assert.deepEqual((await ask({ to: [] })).asks, []);
    });

    it('looks for two steps only where no direct way is left, for a credit each', async () => {
      const to = [person('chloe'), person('jonas')];
      const { asks, charged, unreached } = await ask({ to, hops: 2, exclude: withoutBen });
      assert.deepEqual(unreached, []);
      assert.equal(charged, 1);
      assert.deepEqual(
        asks.flatMap(({ introductions }) => introductions.map(({ at, path }) => [at, path.steps.length])).sort(),
        [
          [0, 1],
          [1, 2],
        ],
      );
    });

    it('weighs second steps exactly for another credit', async () => {
      const to = [person('jonas')];
      const free = await ask({ to, hops: 2, exclude: withoutBen });
      const full = await ask({ to, hops: 2, exclude: withoutBen, evidence: 'FULL' });
      assert.deepEqual([free.charged, full.charged], [1, 2]);
      const monthsOf = ({ asks: [ask] }: typeof free) => ask?.introductions[0]?.path.steps[1]?.monthsAtLeast ?? 0;
      assert.ok(monthsOf(full) > monthsOf(free), `${monthsOf(full)} months, and ${monthsOf(free)} at least`);
      const { quote } = await cast.quote(key, document, { to, hops: 2, exclude: withoutBen, evidence: 'FULL' });
      assert.deepEqual([quote?.min, quote?.max], [0, 2]);
    });

    it('checks the budget before the first record', async () => {
      const to = [person('jonas'), person('ines')];
      const { errors } = await cast.ask<Plan, object>(
        key,
        document,
        { to, hops: 2, exclude: withoutBen },
        { headers: { 'x-credit-budget': '1' } },
      );
      assert.equal(errors?.[0]?.extensions?.code, 'CREDIT_BUDGET');
      assert.ok(!cast.upstream.calls.some(({ path }) => path === '/v3/profiles/fetch'));
    });

    it('is quoted without paying', async () => {
      const to = [person('chloe'), person('jonas'), person('ines')];
      const before = await cast.usage(key);
      const { quote, errors } = await cast.quote(key, document, { to, hops: 2, exclude: withoutBen });
      assert.equal(errors, undefined);
      assert.deepEqual([quote?.min, quote?.max, quote?.open], [0, 2, false]);
      assert.equal(await cast.usage(key), before);
    });

    itOrRefused(upstream)('reaches a company by whoever is known there', async () => {
      const { asks } = await ask({ to: [{ company: { id: companies.brightwater.id } }] });
      // Where it cannot be asked who is there, the target is left out, and said to be.
      assert.equal(asks.length, upstream.anyPath ? 1 : 0);
    });

    it('refuses what is out of bounds, and sends nothing', async () => {
      const one = [person('chloe')];
      const many = Array.from({ length: 51 }, () => person('chloe'));
      for (const [variables, message] of [
        [{ to: one, perConnector: 0 }, 'perConnector: must be between 1 and 1000, but got 0.'],
        [{ to: one, hops: 3 }, 'hops: must be 1 or 2, but got 3.'],
        [{ to: many, hops: 2 }, 'to: must hold at most 50 targets with hops: 2, but got 51.'],
      ] as const) {
        const { errors } = await cast.ask<Plan, object>(key, document, variables);
        assert.equal(errors?.[0]?.message, message);
      }
      assert.equal(cast.upstream.calls.length, 0);
    });
  });
