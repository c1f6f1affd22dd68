import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { keyOf } from '../../../support/cast/cast.ts';
import { type CastGraph, openCastGraph } from '../../../support/cast/cast-graph.ts';

describe('a message', () => {
  let graph: CastGraph;
  before(async () => {
    graph = await openCastGraph();
  });
  after(() => graph.close());

  it('says once that the key is wrong, without the names of calls', async () => {
    const query =
      '{ profile(by: {xnetSlug: "ada-moreau"}) { __typename } relationships { totalCount } credits { usage } }';
    const { errors, data } = await graph.ask('kith_test_stranger', query);
    assert.deepEqual(
      [data, errors?.map(({ message }) => message)],
      [null, ['The data service does not know the API key: it is mistyped, expired or revoked.']],
    );
  });

  for (const [what, where, warned] of [
    [
      'the condition that is empty by itself',
      '{workEmail: {eq: "ada@brightwater.example"}, skills: {eq: "rust"}}',
      /^Nothing .* "rust" is compared with skills case/,
    ],
    [
      'a single condition, without further calls',
      '{skills: {eq: "rust"}}',
      /^Nothing .* "rust" is compared with skills case/,
    ],
    [
      'none if only all together are empty',
      '{skills: {eq: "Rust"}, workEmail: {eq: "ben@cobalt-systems.example"}}',
      undefined,
    ],
  ] as const)
    it(`about upper and lower case names ${what}`, async () => {
      const before = graph.upstream.count('/v3/profiles/search');
      const { extensions } = await graph.ask(keyOf('orchard'), `{ searchProfiles(where: ${where}) { totalCount } }`);
      const [warning] = extensions?.warnings ?? [];
      if (warned) assert.match(warning ?? '', warned);
      else assert.equal(warning, undefined);
      const calls = graph.upstream.count('/v3/profiles/search') - before;
      assert.equal(calls, where.includes(',') ? 3 : 1);
    });
});
