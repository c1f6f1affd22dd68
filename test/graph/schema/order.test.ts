import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf, type PersonName, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { upstreams } from '../../support/graph/upstreams.ts';

interface Connector {
  readonly connectorName: string;
}

const idOf = (name: PersonName): string => people[name].id;

for (const upstream of upstreams)
  describe(`orderBy, over ${upstream.name}`, () => {
    let graph: CastGraph;
    before(async () => {
      graph = await upstream.openCast();
    });
    after(() => graph[Symbol.asyncDispose]());

    async function titles(orderBy: string | undefined): Promise<readonly string[]> {
      const { data, errors } = await graph.ask<{ profile: { experience: { title: string }[] } }, object>(
        keyOf('orchard'),
        'query ($id: ID!, $orderBy: DateOrder) { profile(by: { id: $id }) { ... on Profile { experience(orderBy: $orderBy) { title } } } }',
        { id: idOf('ada'), orderBy },
      );
      assert.equal(errors, undefined);
      return data?.profile.experience.map(({ title }) => title) ?? [];
    }

    it('sorts a career by its first days', async () => {
      assert.deepEqual(await titles('EARLIEST_FIRST'), ['Engineer', 'Chief Engineer']);
      assert.deepEqual(await titles('LATEST_FIRST'), ['Chief Engineer', 'Engineer']);
      assert.deepEqual(await titles(undefined), ['Chief Engineer', 'Engineer'], 'as sent');
    });

    it('sorts the connectors of a person and of a team by name', async () => {
      const { data, errors } = await graph.ask<
        {
          profile: { connections: Connector[] };
          viewer: { connectors: { nodes: { name: string }[]; complete: boolean } };
        },
        object
      >(
        keyOf('orchard'),
        'query ($id: ID!) { profile(by: { id: $id }) { ... on Profile { connections(orderBy: CONNECTOR_NAME) { connectorName } } } viewer { connectors(orderBy: NAME) { complete nodes { name } } } }',
        { id: idOf('chloe') },
      );
      assert.equal(errors, undefined);
      assert.deepEqual(
        data?.profile.connections.map(({ connectorName }) => connectorName),
        ['Ada Moreau', 'Ben Okafor'],
      );
      assert.deepEqual(data?.viewer.connectors, {
        complete: true,
        nodes: [{ name: 'Ada Moreau' }, { name: 'Ben Okafor' }],
      });
    });
  });

/** An upstream in whose order nothing can be trusted, with days, names and strengths that are missing or odd. */
describe('orderBy, over what an upstream left open', () => {
  let graph: CastGraph;
  before(async () => {
    graph = await openCastGraph();
    const source = (overlap: object) => ({ origin: 'work_overlap', ...overlap });
    const connection = (id: number, connector: string, more: object) => ({
      connector_id: `dddddddd-0000-4000-8000-00000000000${id}`,
      connector_name: connector,
      ...more,
    });
    graph.upstream.fault = ({ path }) => {
      if (path !== '/v3/relationships') return undefined;
      const connections = [
        connection(1, 'Zoë', {
          connection_strength: 0.2,
          sources: [source({ overlap_start_date: '2019-01-01', overlap_end_date: '2020-01-01' })],
        }),
        connection(2, 'ada', {
          connection_strength: 0.9,
          sources: [source({ overlap_start_date: 'sometime in 2019' })],
        }),
        connection(3, 'Émile', {
          connection_strength: 0.1,
          manual_strength: 0.95,
          sources: [source({ overlap_start_date: '2001-01-01', overlap_end_date: '2024-01-01' }), null],
        }),
        connection(4, 'Nobody', { sources: null }),
      ];
      const profile = { id: idOf('chloe'), full_name: 'Chloé Núñez' };
      return { status: 200, body: { items: [{ profile, connections }], total_count: 1, count: 1 } };
    };
  });
  after(() => graph[Symbol.asyncDispose]());

  const orders: readonly (readonly [order: string, connectors: readonly string[]])[] = [
    ['STRONGEST_FIRST', ['Émile', 'ada', 'Zoë', 'Nobody']],
    ['LATEST_FIRST', ['ada', 'Émile', 'Zoë', 'Nobody']],
    ['CONNECTOR_NAME', ['ada', 'Émile', 'Nobody', 'Zoë']],
  ];
  for (const [order, connectors] of orders)
    it(`sorts connections ${order}`, async () => {
      const { data, errors } = await graph.ask<{ relationships: { nodes: { connections: Connector[] }[] } }, object>(
        keyOf('orchard'),
        `{ relationships(first: 1) { nodes { connections(orderBy: ${order}) { connectorName } } } }`,
      );
      assert.equal(errors, undefined);
      assert.deepEqual(
        data?.relationships.nodes[0]?.connections.map(({ connectorName }) => connectorName),
        connectors,
      );
    });

  it('is by strength where nothing is said; introductions are ranked by confidence', async () => {
    const { data } = await graph.ask<
      {
        relationships: { nodes: { connections: Connector[] }[] };
        introPaths: { nodes: { confidence: number; steps: { connection: Connector }[]; others: Connector[] }[] };
      },
      object
    >(
      keyOf('orchard'),
      'query ($id: ID!) { relationships(first: 1) { nodes { connections { connectorName } } } introPaths(to: { profile: { id: $id } }) { nodes { confidence steps { connection { connectorName } } others { connectorName } } } }',
      { id: idOf('chloe') },
    );
    assert.deepEqual(data?.relationships.nodes[0]?.connections[0]?.connectorName, 'Émile');
    const [path, ...rest] = data?.introPaths.nodes ?? [];
    // Set by hand; then one year some time ago, a time whose beginning is no date, and nothing at all.
    assert.deepEqual(
      [path?.steps[0]?.connection, ...(path?.others ?? [])].map((connection) => connection?.connectorName),
      ['Émile', 'Zoë', 'ada', 'Nobody'],
    );
    assert.equal(path?.confidence, 0.95);
    const confidences = rest.map(({ confidence }) => confidence);
    assert.deepEqual(
      confidences,
      confidences.toSorted((a, b) => b - a),
    );
    assert.equal(confidences.at(-1), 0);
  });
});
