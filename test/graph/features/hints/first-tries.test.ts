import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';
import { furtherTries, tries } from './tries.ts';

describe('what a newcomer tries first', () => {
  let graph: CastGraph;
  before(async () => {
    graph = await openCastGraph();
  });
  after(() => graph.close());

  it('is forty things', () => assert.equal(tries.length, 40));

  for (const { query, variables, leadsTo } of [...tries, ...furtherTries])
    it(`leads on: ${query}`, async () => {
      const { errors = [], extensions } = await graph.ask(keyOf('orchard'), query, variables);
      const said = [...errors.map(({ message }) => message), ...(extensions?.warnings ?? [])];
      for (const text of leadsTo)
        assert.ok(
          said.some((message) => message.includes(text)),
          `must say "${text}", but says:\n${said.join('\n')}`,
        );
    });
});
