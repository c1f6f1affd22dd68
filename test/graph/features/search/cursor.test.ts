import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { keyOf, present, teams } from '../../../support/cast/cast.ts';
import type { CastGraph } from '../../../support/cast/cast-graph.ts';
import { openTestGraph } from '../../../support/graph/graph.ts';
import { upstreams } from '../../../support/graph/upstreams.ts';
import { openCast } from '../../../support/service.ts';

interface Found {
  readonly found: {
    readonly nodes: readonly { readonly id: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  };
}

const page =
  'query ($first: Int, $after: String, $stable: Boolean) { found: searchProfiles(first: $first, after: $after, stable: $stable) { nodes { id } pageInfo { hasNextPage endCursor } } }';
const key = keyOf('orchard');

for (const upstream of upstreams)
  describe(`a cursor, over ${upstream.name}`, () => {
    let graph: CastGraph;
    before(async () => {
      graph = await upstream.openCast();
    });
    after(() => graph[Symbol.asyncDispose]());
    beforeEach(() => {
      graph.upstream.fault = undefined;
    });

    it('goes on where it stood, inside a page of the upstream, in another graph', async () => {
      const whole = await graph.ask<Found, object>(key, page, { first: 10 });
      const begun = await graph.ask<Found, object>(key, page, { first: 2 });
      // The graph's place in the upstream's pages lies in the cursor alone: one that starts later knows it.
      await using later = await openTestGraph(graph.upstream.url);
      const rest = await later.ask<Found, object>(key, page, { first: 8, after: begun.data?.found.pageInfo.endCursor });
      assert.equal(rest.errors, undefined);
      assert.deepEqual(
        [...(begun.data?.found.nodes ?? []), ...(rest.data?.found.nodes ?? [])],
        whole.data?.found.nodes,
      );
    });

    it('that the upstream accepts no more says so under a code of its own, and what to do', async () => {
      const { data } = await graph.ask<Found, object>(key, page, { first: 3 });
      const after = data?.found.pageInfo.endCursor;
      graph.upstream.fault = ({ body }) =>
        body?.pagination_token === undefined ? undefined : { status: 400, body: { errors: ['that token is no more'] } };
      const { errors } = await graph.ask(key, page, { first: 3, after });
      assert.match(errors?.[0]?.message ?? '', /Ask again without `after`/);
      const { code, upstream } = errors?.[0]?.extensions ?? {};
      assert.deepEqual({ code, upstream }, { code: 'CURSOR_EXPIRED', upstream: ['that token is no more'] });
    });

    it('is not to blame where a page asks for none', async () => {
      graph.upstream.fault = () => ({ status: 400, body: { errors: ['no'] } });
      const { errors } = await graph.ask(key, page, { first: 3 });
      assert.equal(errors?.[0]?.extensions?.code, 'BAD_UPSTREAM_REQUEST');
    });
  });

/** When a place is lost is the upstream's to say; ours says so by its clock and its teams. */
describe('a cursor of our own service', () => {
  const relationships =
    'query ($after: String) { found: relationships(first: 1, after: $after) { nodes { profile { id } } pageInfo { hasNextPage endCursor } } }';

  it('expires five minutes after its view was last used', async () => {
    let now = present;
    await using service = await openCast({ now: () => now });
    await using graph = await openTestGraph(service.url);
    const first = await graph.ask<Found, object>(key, relationships);
    assert.equal(first.data?.found.pageInfo.hasNextPage, true);
    const after = first.data?.found.pageInfo.endCursor;
    now = new Date(present.getTime() + 5 * 60_000);
    assert.equal((await graph.ask(key, relationships, { after })).errors, undefined);
    now = new Date(present.getTime() + 11 * 60_000);
    const { errors } = await graph.ask(key, relationships, { after });
    assert.equal(errors?.[0]?.extensions?.code, 'CURSOR_EXPIRED');
  });

  it('is of no use in another team', async () => {
    await using service = await openCast();
    await using graph = await openTestGraph(service.url);
    const { data } = await graph.ask<Found, object>(keyOf('harbor'), page, { first: 2 });
    const { errors } = await graph.ask(
      keyOf('harbor'),
      'query ($id: ID!, $after: String) { childTeam(id: $id) { searchProfiles(first: 2, after: $after, stable: false) { nodes { id } } } }',
      { id: teams.lighthouse.id, after: data?.found.pageInfo.endCursor },
    );
    assert.equal(errors?.[0]?.extensions?.code, 'CURSOR_EXPIRED');
    assert.deepEqual(errors?.[0]?.path, ['childTeam', 'searchProfiles']);
  });
});
