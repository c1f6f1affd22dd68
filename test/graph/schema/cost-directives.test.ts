import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { subgraphSdl } from '../../../src/graph/schema/index.ts';

const sdl = subgraphSdl();

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
});
