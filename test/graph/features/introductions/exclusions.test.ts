import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf, people } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;

const document = `query ($to: IntroTarget!, $plan: [IntroTarget!]!) {
  introPaths(to: $to, hops: 2) { nodes { connector { id name } steps { profile { fullName } } } }
  introPlan(to: $plan, hops: 2) { asks { connector { name } } }
  introExclusions { kind value reason excludedAt }
}`;

interface Answer {
  readonly introPaths: {
    readonly nodes: readonly {
      readonly connector: { readonly id: string; readonly name: string };
      readonly steps: readonly { readonly profile: { readonly fullName: string } }[];
    }[];
  };
  readonly introPlan: { readonly asks: readonly { readonly connector: { readonly name: string } }[] };
  readonly introExclusions: readonly {
    readonly kind: string;
    readonly value: string;
    readonly reason: string | null;
  }[];
}

const stores = [
  { name: 'the graph’s own database', options: {}, skip: false },
  {
    name: 'Redis',
    options: { redisUrl: redisUrl ?? '' },
    skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  },
];

for (const { name, options, skip } of stores)
  describe(`people whom a team keeps out of introductions, in ${name}`, { skip }, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await openCastGraph(options);
    });
    after(() => cast?.[Symbol.asyncDispose]());

    const key = keyOf('orchard');
    const toJonas = { profile: { id: people.jonas.id } };

    async function ask(apiKey = key) {
      const { data, errors } = await cast.ask<Answer, object>(apiKey, document, { to: toJonas, plan: [toJonas] });
      assert.equal(errors, undefined, JSON.stringify(errors));
      assert.ok(data);
      const { introPaths, introPlan, introExclusions } = data;
      return {
        connectors: introPaths.nodes,
        asked: introPlan.asks.map(({ connector }) => connector.name),
        kept: introExclusions.map(({ kind, value, reason }) => [kind, value, reason]),
      };
    }

    async function change(mutation: 'excludeFromIntros' | 'includeInIntros', input: object) {
      const { data, errors } = await cast.ask<Record<string, { changed: number; problems: unknown[] }>, object>(
        key,
        `mutation ($input: ${mutation === 'excludeFromIntros' ? 'ExcludeFromIntrosInput' : 'IncludeInIntrosInput'}!) {
          ${mutation}(input: $input) { changed problems { message } }
        }`,
        { input },
      );
      assert.equal(errors, undefined, JSON.stringify(errors));
      assert.deepEqual(data?.[mutation]?.problems, []);
      return data?.[mutation]?.changed;
    }

    it('are not kept out again by the mutation that is still looking who they are, once they are taken back', async () => {
      const { id } = people.ben;
      const hold = cast.upstream.hold('/v3/relationships');
      const excluding = change('excludeFromIntros', { profiles: [{ id }], reason: 'is on leave' });
      await hold.arrived(1);
      await change('includeInIntros', { profiles: [{ id }] });
      hold.release();
      assert.equal(await excluding, 1);
      assert.deepEqual((await ask()).kept, []);
    });

    it('are named neither as connectors nor in between, until they are taken back', async () => {
      const before = await ask();
      assert.deepEqual(before.connectors.map(({ connector }) => connector.name).sort(), ['Ada Moreau', 'Ben Okafor']);
      assert.deepEqual(before.kept, []);
      assert.equal(
        await change('excludeFromIntros', { profiles: [{ xnetSlug: 'Ben-Okafor' }], reason: 'On leave' }),
        1,
      );
      const withoutBen = await ask();
      assert.deepEqual(
        withoutBen.connectors.map(({ connector }) => connector.name),
        ['Ada Moreau'],
      );
      assert.deepEqual(withoutBen.asked, ['Ada Moreau']);
      assert.deepEqual(withoutBen.kept, [['PROFILE_XNET_SLUG', 'Ben-Okafor', 'On leave']]);

      // Ada leads to Jonas through Dmitri alone.
      await change('excludeFromIntros', { profiles: [{ id: people.dmitri.id }] });
      assert.deepEqual((await ask()).connectors, []);
      assert.equal(await change('includeInIntros', { profiles: [{ id: people.dmitri.id }, { id: people.eve.id }] }), 1);
      const ada = (await ask()).connectors[0]?.connector.id;
      await change('excludeFromIntros', { connectors: [ada?.toUpperCase()] });
      assert.deepEqual((await ask()).asked, []);
      assert.equal(await change('includeInIntros', { connectors: [ada], profiles: [{ xnetSlug: 'ben-okafor' }] }), 2);
      assert.deepEqual(await ask(), before);
    });

    it('are one team’s own', async () => {
      await change('excludeFromIntros', { profiles: [{ id: people.dmitri.id }] });
      assert.deepEqual((await ask(keyOf('meadow'))).kept, []);
      await change('includeInIntros', { profiles: [{ id: people.dmitri.id }] });
    });

    it('are kept for nobody whose key the data service refuses', async () => {
      const { data, errors } = await cast.ask<{ excludeFromIntros: { changed: number } }, object>(
        'kith_no_such_key',
        'mutation ($input: ExcludeFromIntrosInput!) { excludeFromIntros(input: $input) { changed } }',
        { input: { connectors: [people.ada.id] } },
      );
      assert.deepEqual([data ?? null, errors?.map(({ extensions }) => extensions?.code)], [null, ['UNAUTHENTICATED']]);
    });
  });
