import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { buildSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../../../support/graph/schema.ts';
import { write } from './document.ts';
import { Selections } from './selection.ts';

describe('random operations', () => {
  it('are the same in whatever order a schema declares its fields', () => {
    const drawn = (of: typeof schema) =>
      fc.sample(new Selections(of).ofQueries(4).map(write), { seed: 20_261_128, numRuns: 20 });
    const declared = buildSchema(printSchema(schema));
    assert.notEqual(printSchema(declared), printSchema(lexicographicSortSchema(declared)));
    assert.deepEqual(drawn(declared), drawn(lexicographicSortSchema(declared)));
  });
});
