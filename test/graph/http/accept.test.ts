import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';

const [json, newer] = ['application/json', 'application/graphql-response+json'];

/** What a caller accepts, and the type of the answer; 406 where it takes none that there is. */
const accepts: readonly (readonly [accept: string, answer: string | 406])[] = [
  ['application/json, application/graphql-response+json', json],
  ['application/json;q=0.5, application/graphql-response+json', newer],
  ['application/json;q=0.5, application/graphql-response+json;q=0.4', json],
  ['application/json;q=0, application/graphql-response+json', newer],
  ['application/json;q=0, */*', newer],
  ['*/*;q=0.1, application/graphql-response+json;q=0.2', newer],
  ['APPLICATION/JSON;Q=0.9', json],
  ['application/json;q=0', 406],
  ['*/*;q=0', 406],
  ['text/html', 406],
];

describe('an answer to a query', () => {
  let cast: CastGraph;
  before(async () => {
    cast = await openCastGraph();
  });
  after(() => cast?.[Symbol.asyncDispose]());

  for (const [accept, expected] of accepts)
    it(`is of the type that has the most weight: ${accept}`, async () => {
      const answer = await fetch(`${cast.graph.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': keyOf('orchard'), accept },
        body: JSON.stringify({ query: '{ viewer { id } }' }),
      });
      await answer.text();
      const type = answer.headers.get('content-type')?.split(';')[0];
      assert.deepEqual([answer.status, answer.status === 406 ? 406 : type], [expected === 406 ? 406 : 200, expected]);
    });
});
