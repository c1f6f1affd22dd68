import assert from 'node:assert/strict';
import { it } from 'node:test';
import { demoTeams } from '../../../../../src/store/sample/demo.ts';
import type { Between } from '../../../../support/graph/between.ts';
import { openFaultyProxy } from '../../../../support/network/faulty-proxy.ts';
import { randomFrom } from '../../../../support/random.ts';
import { openSampleGraph } from '../../../../support/sample/sample-graph.ts';

interface Plan {
  readonly introPlan: {
    readonly asks: readonly {
      readonly introductions: readonly { readonly path: { readonly steps: readonly unknown[] } }[];
    }[];
  };
}

const document = `query ($to: [IntroTarget!]!) {
  introPlan(to: $to, hops: 2, perConnector: 4) {
    confidence
    asks { connector { name } confidence introductions { at path { confidence steps { kind monthsAtLeast } } } }
    unreached { at reason message }
  }
}`;

interface Network {
  readonly relationships: { readonly nodes: readonly { readonly profile: { readonly id: string } }[] };
}

/** A proxy before the upstream that delays each answer by another time. */
const delaying =
  (random: () => number) =>
  async (url: string): Promise<Between> => {
    let calls = 0;
    // Of three numbers for each call, the first chooses the fault: late.
    const late = () => (calls++ % 3 === 0 ? 0.25 : random());
    const proxy = await openFaultyProxy({ target: () => url, spoils: () => true, random: late, longestDelayMs: 20 });
    return Object.assign(proxy, { options: {} });
  };

it('is the same plan of two steps in whatever order the searches answer', async (t) => {
  const seed = Date.now() % 100_000;
  t.diagnostic(`seed ${seed}`);
  await using graph = await openSampleGraph({ profiles: 2000 }, delaying(randomFrom(seed)));
  const { key } = demoTeams.team;
  const { data: network } = await graph.ask<Network, object>(
    key,
    '{ relationships(first: 2000) { nodes { profile { id } } } }',
  );
  const known = new Set(network?.relationships.nodes.map(({ profile }) => profile.id));
  const strangers = graph.profiles.filter(({ id }) => !known.has(id)).slice(0, 24);
  const to = strangers.map(({ id }) => ({ profile: { id } }));
  const plans = [];
  for (let run = 0; run < 3; run += 1) {
    const { data, errors } = await graph.ask<Plan, object>(key, document, { to });
    assert.equal(errors, undefined, JSON.stringify(errors));
    plans.push(data?.introPlan);
  }
  const steps = plans[0]?.asks.flatMap(({ introductions }) => introductions.map(({ path }) => path.steps.length)) ?? [];
  assert.ok(steps.filter((count) => count === 2).length > 3, `${steps}`);
  for (const plan of plans.slice(1)) assert.deepEqual(plan, plans[0]);
});
