import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { upstreams } from '../../../support/graph/upstreams.ts';
import type { SampleGraph } from '../../../support/sample/sample-graph.ts';

interface Path {
  readonly confidence: number;
  readonly why: string;
  readonly connector: { readonly name: string };
  readonly steps: readonly { readonly kind: string; readonly monthsAtLeast: number | null }[];
}

const document = `query ($id: ID!, $hops: Int!, $evidence: IntroEvidence) {
  introPaths(to: { profile: { id: $id } }, hops: $hops, first: 10000, evidence: $evidence) {
    nodes { confidence why connector { name } steps { kind confidence from until monthsAtLeast why } }
  }
}`;

const key = 'kith_demo_team';
const maxTargets = 12;

for (const upstream of upstreams)
  describe(`direct ties, over ${upstream.name}`, () => {
    let sample: SampleGraph;
    before(async () => {
      sample = await upstream.openSample();
    });
    after(() => sample[Symbol.asyncDispose]());

    async function ask<Data>(query: string, variables: object = {}): Promise<Data> {
      const { data, errors } = await sample.ask<Data, object>(key, query, variables);
      assert.equal(errors, undefined, JSON.stringify(errors));
      assert.ok(data);
      return data;
    }

    const direct = async (variables: object): Promise<readonly Path[]> =>
      (await ask<{ introPaths: { nodes: readonly Path[] } }>(document, variables)).introPaths.nodes.filter(
        ({ steps }) => steps.length === 1,
      );

    it('have one confidence, one evidence and one order, whatever else is looked for', async () => {
      const { relationships } = await ask<{ relationships: { nodes: { profile: { id: string } | null }[] } }>(
        '{ relationships(first: 200) { nodes { profile { id } connections { connector { id } } } } }',
      );
      const targets = relationships.nodes.flatMap(({ profile }) => profile?.id ?? []).slice(0, maxTargets);
      assert.equal(targets.length, maxTargets);
      for (const id of targets) {
        const alone = await direct({ id, hops: 1 });
        assert.notEqual(alone.length, 0);
        assert.deepEqual(await direct({ id, hops: 2 }), alone);
      }
      const [id] = targets;
      assert.deepEqual(await direct({ id, hops: 2, evidence: 'FULL' }), await direct({ id, hops: 1 }));
    });
  });
