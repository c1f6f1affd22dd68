import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { keyOf, people } from '../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../support/cast/cast-graph.ts';
import { openRenamed } from '../../support/graph/between.ts';
import { plainProfile } from '../../support/graph/upstream-profile.ts';
import { contraryCast } from '../../support/second-upstream/graph.ts';

const key = keyOf('orchard');
const accounts = 'profile_info.social_media';
const usernames = 'profile_info.xnet_usernames';

/** Looks a person up by slug, for the id alone; answers how often the upstream was asked. */
async function lookUp(graph: CastGraph, name: 'ada' | 'ben'): Promise<number> {
  graph.upstream.forget();
  const before = await graph.usage(key);
  const slug = people[name].profile_info.social_media?.[0]?.slug;
  const { data, errors } = await graph.ask<{ profile: { id: string } }, object>(
    key,
    'query ($slug: String!) { profile(by: { xnetSlug: $slug }) { ... on Profile { id } } }',
    { slug },
  );
  assert.equal(errors, undefined);
  assert.equal(data?.profile.id, people[name].id);
  assert.equal(await graph.usage(key), before);
  assert.equal(graph.upstream.count('/v3/profiles/search'), graph.upstream.calls.length);
  return graph.upstream.calls.length;
}

const refusing = (path: string) => (graph: CastGraph) => {
  graph.upstream.fault = ({ body }) =>
    JSON.stringify(body).includes(`"${path}`) ? { status: 400, body: { code: 400, errors: ['no'] } } : undefined;
};

describe('a look-up by slug', () => {
  for (const [over, open] of [
    ['our own service', openCastGraph],
    ['an upstream of other words', () => openCastGraph({}, openRenamed)],
    ['an upstream that indexes the list of slugs alone', contraryCast({ documented: true })],
    ['an upstream that indexes accounts alone', contraryCast()],
  ] as const)
    it(`is free, and one call, over ${over}`, async () => {
      await using graph = await open();
      assert.equal(await lookUp(graph, 'ada'), 1);
      assert.equal(await lookUp(graph, 'ben'), 1);
    });

  it('asks both paths at once [slug-paths.one-call]', async () => {
    await using graph = await openCastGraph();
    assert.equal(await lookUp(graph, 'ada'), 1);
    const query = JSON.stringify(graph.upstream.calls[0]?.body?.query);
    for (const path of [accounts, usernames]) assert.ok(query.includes(`"${path}"`), query);
  });

  for (const path of [accounts, usernames])
    it(`is one call from the second on, over an upstream that refuses ${path}`, async () => {
      await using graph = await openCastGraph();
      refusing(path)(graph);
      // The client asks by searches of its own which clause is refused, for each of the two.
      assert.ok((await lookUp(graph, 'ada')) <= 8);
      assert.equal(await lookUp(graph, 'ben'), 1);
    });

  for (const path of [accounts, usernames])
    it(`is one call from the first on, where the profile says that ${path} is not indexed`, async () => {
      await using graph = await openCastGraph({ profile: { ...plainProfile, unindexed: [path] } });
      refusing(path)(graph);
      assert.equal(await lookUp(graph, 'ada'), 1);
    });
});
