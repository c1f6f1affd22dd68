import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf } from '../../../support/cast/cast.ts';
import type { CastGraph } from '../../../support/cast/cast-graph.ts';
import { upstreams } from '../../../support/graph/upstreams.ts';

interface Found {
  readonly introPaths: {
    readonly complete: boolean;
    readonly nodes: readonly { readonly target: { readonly id: string } }[];
  };
}

const document = `query ($website: String!) {
  introPaths(to: { companyWebsite: $website }) { complete nodes { target { id } } }
}`;

const spellings = [
  'https://brightwater.example',
  'http://www.brightwater.example/',
  'WWW.Brightwater.example',
  ' brightwater.example. ',
  'brightwater.example:443',
];

for (const upstream of upstreams)
  describe(`introductions to a company by its website, over ${upstream.name}`, () => {
    let cast: CastGraph;
    before(async () => {
      cast = await upstream.openCast();
    });
    after(() => cast[Symbol.asyncDispose]());

    const ask = async (website: string) => {
      const { data, errors } = await cast.ask<Found, object>(keyOf('orchard'), document, { website });
      assert.equal(errors, undefined, JSON.stringify(errors));
      return data?.introPaths;
    };

    for (const website of spellings)
      it(`find the same people for ${JSON.stringify(website)} as for the host alone`, async () => {
        const expected = await ask('brightwater.example');
        assert.ok(expected && expected.nodes.length > 0);
        assert.deepEqual(await ask(website), expected);
      });

    it('find them for another page of a host that one company has', async () => {
      const { nodes } = (await ask('brightwater.example')) ?? {};
      assert.deepEqual((await ask('https://brightwater.example/another'))?.nodes, nodes);
    });
  });
