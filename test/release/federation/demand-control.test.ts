import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { composers, type HiveGateway, openHive } from './gateways.ts';

/** The most that an operation may weigh here: far less than a page of 1,000 records. */
const maxCost = 100;

interface Page {
  readonly searchProfiles: { readonly totalCount: number } | null;
}

/** What the gateway says of an operation's weight. */
const estimated = (extensions: Readonly<Record<string, unknown>> | undefined): unknown => {
  const cost = extensions?.cost;
  return typeof cost === 'object' && cost !== null && 'estimated' in cost ? cost.estimated : undefined;
};

/** A router weighs an operation by the supergraph's `@cost` and `@listSize` before any subgraph is asked. */
describe('the demand control of Hive Gateway', () => {
  let graph: CastGraph;
  let gateway: HiveGateway;
  before(async () => {
    graph = await openCastGraph();
    const { data } = await graph.ask<{ _service: { sdl: string } }, object>(undefined, '{ _service { sdl } }');
    const subgraph = { name: 'kith', url: `${graph.graph.url}/graphql`, sdl: data?._service.sdl ?? '' };
    const { supergraph = '' } = composers['@theguild/federation-composition']([subgraph]);
    gateway = await openHive(supergraph, maxCost);
  });
  after(async () => {
    await gateway?.[Symbol.asyncDispose]();
    await graph?.[Symbol.asyncDispose]();
  });

  const weigh = (selection: string, first: number) =>
    gateway.ask<Page>(`{ searchProfiles(first: ${first}) { totalCount nodes { ${selection} } } }`, keyOf('orchard'));

  it('lets a page of 1,000 ids pass, which weighs nothing', async () => {
    const { data, errors, extensions } = await weigh('id', 1000);
    assert.equal(errors, undefined);
    assert.ok((data?.searchProfiles?.totalCount ?? 0) > 0);
    assert.equal(estimated(extensions), 0);
  });

  it('weighs 1 for each record that a page may load, and field of it', async () => {
    const { errors, extensions } = await weigh('id headline', 10);
    assert.equal(errors, undefined);
    assert.equal(estimated(extensions), 10);
  });

  it('refuses a page whose records weigh more, before the graph is asked', async () => {
    const before = await graph.usage(keyOf('orchard'));
    const { data, errors } = await weigh('id headline', 1000);
    assert.equal(data?.searchProfiles ?? null, null);
    assert.equal(errors?.[0]?.extensions?.code, 'COST_ESTIMATED_TOO_EXPENSIVE');
    assert.equal(await graph.usage(keyOf('orchard')), before);
  });
});
