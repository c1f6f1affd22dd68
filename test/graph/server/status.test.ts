import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';

const spec = 'application/graphql-response+json';
const json = 'application/json';
const wrong = 'no such key';
const usage = '{ credits { usage } }';

interface Case {
  readonly does: string;
  readonly path?: string;
  readonly accept: string;
  readonly key?: string;
  readonly query?: string;
  readonly status: number;
}

// A query string has Yoga answer.
for (const search of ['', '?yoga'])
  describe(`the status of an answer, ${search ? 'through Yoga' : 'without Yoga'}`, () => {
    let graph: CastGraph;
    before(async () => {
      graph = await openCastGraph();
    });
    after(() => graph.close());

    const cases: readonly Case[] = [
      { does: 'is 401 where nothing came for a wrong key', accept: spec, key: wrong, status: 401 },
      { does: 'stays 200 for who knows application/json only', accept: json, key: wrong, status: 200 },
      {
        does: 'is 401 below a field that is there, too',
        accept: spec,
        key: wrong,
        query: '{ viewer { relationships { totalCount } } }',
        status: 401,
      },
      {
        does: 'is 200 where something came',
        accept: spec,
        key: wrong,
        query: '{ __typename credits { usage } }',
        status: 200,
      },
      { does: 'is 401 for the price of a wrong key', path: '/quote', accept: json, key: wrong, status: 401 },
      {
        does: 'is 400 for the price of what is no operation',
        path: '/quote',
        accept: json,
        query: '{ credits {',
        status: 400,
      },
      {
        does: 'stays 200 for what is no operation, where application/json asks for it',
        accept: json,
        query: '{ credits {',
        status: 200,
      },
      { does: 'is 400 for what is no operation', accept: spec, query: '{ credits {', status: 400 },
      { does: 'is 200 for a price', path: '/quote', accept: json, status: 200 },
    ];
    for (const { does, path = '/graphql', accept, key = keyOf('orchard'), query = usage, status } of cases)
      it(does, async () => {
        const answer = await fetch(graph.graph.url + path + search, {
          method: 'POST',
          headers: { 'content-type': 'application/json', accept, 'x-api-key': key },
          body: JSON.stringify({ query }),
        });
        const { data } = await answer.json();
        assert.equal(answer.status, status);
        // The protocol: an answer with data is 200.
        if (status !== 200) assert.equal(data ?? null, null);
      });

    it('tells another method how prices are asked for', async () => {
      const answer = await fetch(`${graph.graph.url}/quote${search}`);
      assert.equal(answer.status, 405);
      assert.equal(answer.headers.get('allow'), 'OPTIONS, POST');
      const { errors } = await answer.json();
      assert.equal(errors[0].message, '/quote takes OPTIONS, POST, but got GET.');
    });
  });
