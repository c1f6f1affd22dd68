import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { UpstreamProfile } from '../../../src/contract/upstream-profile.ts';
import { keyOf, people } from '../../support/cast/cast.ts';
import { openRenamed } from '../../support/graph/between.ts';
import { openTestGraph, type TestGraph } from '../../support/graph/graph.ts';
import { plainProfile } from '../../support/graph/upstream-profile.ts';
import { type CastService, openCast } from '../../support/service.ts';

const key = keyOf('orchard');
const everybody = Object.values(people).map(({ id }) => id);

async function totals(graph: TestGraph) {
  const { data } = await graph.ask(
    key,
    '{ everybody: searchProfiles(first: 0) { totalCount atLeast } few: searchCompanies(first: 0) { totalCount atLeast } relationships(first: 0) { atLeast } }',
  );
  return data;
}

describe('a graph that knows its upstream by a profile', () => {
  let service: CastService;
  before(async () => {
    service = await openCast();
  });
  after(() => service?.close());
  const open = (found: Partial<UpstreamProfile>) =>
    openTestGraph(service.url, { profile: { ...plainProfile, ...found } });

  it('marks totals that are capped, and no others', async () => {
    await using capped = await open({ totalsCappedAt: 10 });
    assert.deepEqual(await totals(capped), {
      everybody: { totalCount: 10, atLeast: true },
      few: { totalCount: 4, atLeast: false },
      relationships: { atLeast: false },
    });
    await using exact = await open({});
    assert.partialDeepStrictEqual(await totals(exact), { everybody: { totalCount: 10, atLeast: false } });
    await using unknown = await openTestGraph(service.url);
    assert.partialDeepStrictEqual(await totals(unknown), { everybody: { totalCount: 10, atLeast: null } });
  });

  it('refuses a filter by a path that is not indexed with a sentence, and sends nothing', async () => {
    await using graph = await open({ unindexed: ['profile_info.about', 'profile_info.experience.title'] });
    const filters = [
      ['where: { about: { matches: "robots" } }', 'profile_info.about'],
      ['where: { experience: { some: { title: { matches: "engineer" } } } }', 'profile_info.experience.title'],
      ['where: { not: { about: { isNull: true } } }', 'profile_info.about'],
      [
        'dsl: { multi_match: { query: "robots", fields: ["profile_info.full_name", "profile_info.about^2"] } }',
        'profile_info.about',
      ],
      ['dsl: { query_string: { query: "profile_info.about:robots" } }', 'profile_info.about'],
    ] as const;
    for (const [filter, path] of filters) {
      const { errors } = await graph.ask(key, `{ searchProfiles(${filter}) { totalCount } }`);
      assert.match(String(errors?.[0]?.message), new RegExp(`does not search by ${path}`), filter);
      assert.equal(errors?.[0]?.extensions?.code, 'BAD_UPSTREAM_REQUEST');
    }
    assert.equal(graph.upstream.calls.length, 0);
    const { data } = await graph.ask(
      key,
      '{ searchProfiles(where: { fullName: { matches: "Moreau" } }) { totalCount } }',
    );
    assert.deepEqual(data, { searchProfiles: { totalCount: 1 } });
  });

  it('refuses it in the upstream’s own words, too', async () => {
    await using graph = await openTestGraph(
      service.url,
      { profile: { ...plainProfile, unindexed: ['profile_info.xnet_url'] } },
      openRenamed,
    );
    for (const path of ['profile_info.acme_url', 'profile_info.xnet_url']) {
      const dsl = { exists: { field: path } };
      const { errors } = await graph.ask(key, 'query ($dsl: JSON) { searchProfiles(dsl: $dsl) { totalCount } }', {
        dsl,
      });
      assert.match(String(errors?.[0]?.message), /does not search by profile_info\.xnet_url/);
    }
    assert.equal(graph.upstream.calls.length, 0);
  });

  it('asks for pages no longer than the longest', async () => {
    await using graph = await open({ longestPage: { search: 4, relationships: 3 } });
    const { data, errors } = await graph.ask<
      { searchProfiles: { nodes: { id: string }[] }; introPaths: { nodes: object[] } },
      object
    >(
      key,
      '{ searchProfiles(first: 100) { nodes { id } } introPaths(to: { companyWebsite: "brightwater.example" }) { nodes { why } } relationships(first: 100) { nodes { profile { id } } } }',
    );
    assert.equal(errors, undefined);
    assert.deepEqual(data?.searchProfiles.nodes.map(({ id }) => id).sort(), everybody.toSorted());
    const limits = graph.upstream.calls.map(({ path, body }) => [path.split('/').at(-1), body?.limit]);
    assert.ok(limits.length > 0);
    for (const [name, limit] of limits)
      assert.ok(Number(limit) <= (name === 'relationships' ? 3 : 4), `${name}: ${limit}`);
  });

  it('fetches no more records at once than a gateway lets through, and pays for each once', async () => {
    await using graph = await open({ longestAnswerBytes: 3_500, recordBytes: 1_000 });
    const { data, extensions } = await graph.ask<{ profiles: { id: string }[] }, object>(
      key,
      'query ($by: [ProfileBy!]!) { profiles(by: $by) { ... on Profile { id about } } }',
      { by: [...everybody.slice(0, 6).map((id) => ({ id })), { xnetSlug: 'ada-moreau' }] },
    );
    assert.equal(data?.profiles.length, 7);
    const fetches = graph.upstream.calls.filter(({ path }) => path === '/v3/profiles/fetch');
    for (const { body } of fetches)
      assert.ok([body?.ids, body?.xnet_names].flat().filter(Boolean).length <= 3, JSON.stringify(body));
    assert.equal(extensions?.credits?.charged, new Set(data.profiles.map(({ id }) => id)).size);
  });
});
