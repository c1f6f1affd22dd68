import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { byAnyPath, upstreams } from '../../../support/graph/upstreams.ts';
import { openSampleGraph, type SampleGraph } from '../../../support/sample/sample-graph.ts';

interface Paths {
  readonly introPaths: {
    readonly notes: readonly string[];
    readonly complete: boolean;
    readonly nodes: readonly object[];
  };
}

const document = `query ($to: IntroTarget!, $hops: Int!, $evidence: IntroEvidence) {
  introPaths(to: $to, hops: $hops, evidence: $evidence) { notes complete nodes { why } }
}`;
const plan = `query ($to: [IntroTarget!]!, $hops: Int!) {
  introPlan(to: $to, hops: $hops) { notes asks { confidence } unreached { reason } }
}`;

const empty = 'kith_demo_empty';
const sentence =
  'The team has no connectors, or none is mapped yet: add connectors (addConnectors) or map a network (mapNetwork), then ask again.';

for (const upstream of upstreams)
  describe(`paths of a team that reaches nobody, over ${upstream.name}`, () => {
    let sample: SampleGraph;
    before(async () => {
      sample = await upstream.openSample();
    });
    after(() => sample[Symbol.asyncDispose]());
    beforeEach(() => sample.upstream.forget());

    const isFetch = ({ path }: { readonly path: string }) => path.endsWith('/fetch');

    async function ask(variables: object, key = empty) {
      const { data, errors, extensions } = await sample.ask<Paths, object>(key, document, variables);
      assert.equal(errors, undefined, JSON.stringify(errors));
      return { ...data?.introPaths, charged: extensions?.credits?.charged };
    }

    const none = { notes: [sentence], complete: true, nodes: [], charged: 0 };

    it('say so in two steps before the record is paid for, by whichever name', async () => {
      const [person] = sample.profiles;
      for (const profile of [{ id: person?.id }, { xnetSlug: person?.slug }])
        for (const evidence of ['FREE', 'FULL'])
          assert.deepEqual(await ask({ to: { profile }, hops: 2, evidence }), none);
      assert.ok(!sample.upstream.calls.some(isFetch));
    });

    it('say so in one step', async () => {
      const [person] = sample.profiles;
      assert.deepEqual(await ask({ to: { profile: { id: person?.id } }, hops: 1 }), none);
      assert.ok(!sample.upstream.calls.some(isFetch));
    });

    it('say so into a company', byAnyPath(upstream, 'It asks for people by their employer’s id.'), async () => {
      for (const hops of [1, 2])
        assert.deepEqual(await ask({ to: { company: { id: sample.companyIds[0] } }, hops }), none);
    });

    it('are quoted for nothing', async () => {
      const to = { profile: { id: sample.profiles[0]?.id } };
      const { quote, errors } = await sample.quote(empty, document, { to, hops: 2 });
      assert.equal(errors, undefined);
      assert.deepEqual([quote?.min, quote?.max, quote?.open], [0, 0, false]);
    });

    it('make a plan that pays for nobody', async () => {
      const to = sample.profiles.slice(0, 3).map(({ id }) => ({ profile: { id } }));
      for (const hops of [1, 2]) {
        const { data, errors, extensions } = await sample.ask<{ introPlan: object }, object>(empty, plan, { to, hops });
        assert.equal(errors, undefined, JSON.stringify(errors));
        assert.deepEqual(data?.introPlan, {
          notes: [sentence],
          asks: [],
          unreached: to.map(() => ({ reason: 'NO_PATH' })),
        });
        assert.equal(extensions?.credits?.charged, 0);
      }
      assert.ok(!sample.upstream.calls.some(isFetch));
    });
  });

it('that a team has a network is asked once, and not where paths were found before', async () => {
  await using sample = await openSampleGraph({ graph: { credits: { cache: { keepMs: 60_000 } } } });
  const looks = () =>
    sample.upstream.calls.filter(({ path, body }) => path === '/v3/relationships' && body?.limit === 1).length;
  const ask = (key: string, id: string | undefined, hops: number) =>
    sample.ask<Paths, object>(key, document, { to: { profile: { id } }, hops });
  const [one, other] = sample.profiles;
  for (const person of [one, other]) await ask('kith_demo_partner', person?.id, 2);
  assert.equal(looks(), 1);
  const { data } = await sample.ask<{ relationships: { nodes: { profile: { id: string } }[] } }, object>(
    'kith_demo_team',
    '{ relationships(first: 2) { nodes { profile { id } } } }',
    {},
  );
  const known = data?.relationships.nodes[1]?.profile.id;
  sample.upstream.forget();
  await ask('kith_demo_team', known, 1);
  assert.equal((await ask('kith_demo_team', known, 2)).extensions?.credits?.charged, 1);
  assert.equal(looks(), 0);
});
