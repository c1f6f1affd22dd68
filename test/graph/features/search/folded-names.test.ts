import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { keyOf, people } from '../../../support/cast/cast.ts';
import { openTestGraph, type TestGraph } from '../../../support/graph/graph.ts';
import { itOrRefused, type Upstream, unlessRefused, upstreams } from '../../../support/graph/upstreams.ts';
import { type CastService, openCast } from '../../../support/service.ts';

const key = keyOf('orchard');

/** The ids of the people found. */
async function find(
  { ask }: Pick<TestGraph, 'ask'>,
  where: string,
  upstream: Pick<Upstream, 'anyPath'> = { anyPath: true },
): Promise<readonly string[]> {
  const answer = await ask<{ searchProfiles: { nodes: { id: string }[] } }, object>(
    key,
    `{ searchProfiles(where: ${where}) { nodes { id } } }`,
  );
  const { data, errors } = unlessRefused(upstream, answer);
  assert.equal(errors, undefined);
  return data?.searchProfiles.nodes.map(({ id }) => id) ?? [];
}

const chloe = [people.chloe.id];

for (const upstream of upstreams)
  describe(`a name in where, over ${upstream.name}`, () => {
    let graph: TestGraph;
    before(async () => {
      graph = await upstream.openCast();
    });
    after(() => graph.close());

    const itFinds = itOrRefused(upstream, 5);

    itFinds('is found as it is written', async () => {
      assert.deepEqual(await find(graph, '{ fullName: { matches: "Núñez" } }', upstream), chloe);
      assert.deepEqual(await find(graph, '{ fullName: { phrase: "chloé núñez" } }', upstream), chloe);
    });

    for (const where of [
      '{ fullName: { matches: "nunez CHLOE" } }',
      '{ fullName: { phrase: "chloe nunez" } }',
      '{ and: [{ lastName: { matches: "nunez" } }, { not: { firstName: { matches: "ada" } } }] }',
    ])
      itFinds(`is found without its accents where the upstream has that: ${where}`, async () => {
        assert.deepEqual(await find(graph, where, upstream), upstream.ours ? chloe : []);
      });

    itFinds('is exact in the interface’s own DSL', async () => {
      const dsl = { match: { 'profile_info.full_name': 'nunez' } };
      const answer = await graph.ask<{ searchProfiles: { totalCount: number } }, object>(
        key,
        'query ($dsl: JSON) { searchProfiles(dsl: $dsl) { totalCount } }',
        { dsl },
      );
      const { data, errors } = unlessRefused(upstream, answer);
      assert.equal(errors, undefined);
      assert.equal(data?.searchProfiles.totalCount, 0);
    });
  });

describe('an upstream that refuses names without accents', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(async () => {
    await service.close();
    await service.store.close();
  });

  /** Passes on what does not ask for the sub-field. */
  async function openRefusing() {
    const server = createServer(async (request, response) => {
      const body = await text(request);
      if (body.includes('.folded')) {
        response.writeHead(400, { 'content-type': 'application/json' });
        return response.end('{"code":400,"message":"Bad Request","errors":["query: must name a field."]}');
      }
      const headers = { 'content-type': 'application/json', 'x-api-key': String(request.headers['x-api-key']) };
      const answer = await fetch(service.url + request.url, {
        method: request.method ?? 'GET',
        headers,
        body: body || null,
      });
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      return response.end(await answer.text());
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(address && typeof address === 'object');
    const graph = await openTestGraph(`http://127.0.0.1:${address.port}`);
    return {
      ...graph,
      async [Symbol.asyncDispose]() {
        await graph.close();
        server.closeAllConnections();
        server.close();
      },
    };
  }

  it('is asked for the name alone, at once where that is known', async () => {
    await using graph = await openRefusing();
    const where =
      '{ and: [{ fullName: { matches: "Núñez" } }, { experience: { some: { company: { name: { matches: "aurora" } } } } }] }';
    assert.deepEqual(await find(graph, where), chloe);
    // The search, two of the graph's own that tell why it is refused, and the search for the name alone.
    assert.equal(graph.upstream.count('/v3/profiles/search'), 4);
    graph.upstream.forget();
    assert.deepEqual(await find(graph, where), chloe);
    assert.deepEqual(await find(graph, '{ fullName: { phrase: "nunez" } }'), []);
    assert.equal(graph.upstream.count('/v3/profiles/search'), 2);
  });

  it('says what is wrong with a query that it refuses for another reason', async () => {
    await using graph = await openRefusing();
    const { errors } = await graph.ask(
      key,
      '{ searchProfiles(where: { fullName: { matches: "x" } }, dsl: { script: { script: "1" } }) { totalCount } }',
    );
    assert.equal(errors?.[0]?.extensions?.code, 'BAD_UPSTREAM_REQUEST');
    graph.upstream.forget();
    assert.deepEqual(await find(graph, '{ fullName: { matches: "Núñez" } }'), chloe);
    assert.equal(graph.upstream.count('/v3/profiles/search'), 1);
  });
});
