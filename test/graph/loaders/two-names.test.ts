import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { upstreams } from '../../support/graph/upstreams.ts';
import { inRounds } from '../../support/network/rounds.ts';
import type { SampleGraph } from '../../support/sample/sample-graph.ts';

for (const upstream of upstreams)
  describe(`a record under two names in one operation, over ${upstream.name}`, () => {
    let sample: SampleGraph;
    before(async () => {
      sample = await upstream.openSample();
    });
    after(() => sample[Symbol.asyncDispose]());

    const ask = async (query: string, variables: object = {}) => {
      const response = await fetch(`${sample.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': 'kith_demo_partner' },
        body: JSON.stringify({ query, variables }),
      });
      return await response.json();
    };

    it('waits for a free call in flight that may show that they are one, and is paid for once', async () => {
      const known = await ask('{ relationships(first: 1) { nodes { profile { id xnetUrl } } } }');
      const [{ profile }] = known.data.relationships.nodes;
      const { result, rounds } = await inRounds(sample.upstream, () =>
        ask(
          `query ($by: ProfileBy!) {
            profile(by: $by) { ... on Profile { id headline } }
            relationships(first: 1) { nodes { profile { id headline } } }
          }`,
          { by: { xnetUrl: profile.xnetUrl } },
        ),
      );
      assert.equal(result.errors, undefined);
      assert.equal(result.data.profile.id, profile.id);
      assert.deepEqual(result.data.relationships.nodes, [{ profile: result.data.profile }]);
      const fetches = rounds.map(({ fetchProfiles = 0 }) => fetchProfiles);
      // Held back while the relationships are under way, which name the person by an id.
      assert.equal(fetches[0], 0);
      assert.equal(
        fetches.reduce((sum, count) => sum + count),
        1,
      );
      assert.equal(result.extensions.credits.charged, 1);
    });
  });
