import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { composeServices } from '@apollo/composition';
import { composeServices as composeByGuild } from '@theguild/federation-composition';
import { parse } from 'graphql';
import { schemaSdl } from '../../../src/graph/schema/index.ts';

const sdl = schemaSdl();

describe('the printed schema', () => {
  for (const line of [
    'type Profile @key(fields: "id") @key(fields: "xnetSlug") @cost(weight: 1) {',
    'type Company @key(fields: "id") @key(fields: "xnetSlug") @cost(weight: 1) {',
    'type Connection @cost(weight: 0) {',
    '): MapNetworkResult @cost(weight: 1)',
    '): ProfileSearchConnection @listSize(slicingArguments: ["first"], sizedFields: ["edges", "nodes"], requireOneSlicingArgument: false)',
    '): [Experience] @listSize(assumedSize: 20)',
  ])
    it(`tells what is in it costs: ${line}`, () => {
      assert.ok(sdl.includes(line));
    });

  it('is a subgraph whose costs reach the supergraph, by either composer', () => {
    const service = { name: 'kith', url: 'http://localhost:4000/graphql', typeDefs: parse(sdl) };
    const apollo = composeServices([service]);
    assert.equal(apollo.errors, undefined);
    assert.match(apollo.supergraphSdl ?? '', /type Profile\s.*@cost\(weight: 1\)/s);
    const guild = composeByGuild([service]);
    assert.equal(guild.errors, undefined);
    assert.match(guild.supergraphSdl ?? '', /@cost\(weight: 1\)/);
  });
});
