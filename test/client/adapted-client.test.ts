import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adaptedClient } from '../../src/client/adapted-client.ts';
import { createClient } from '../../src/client/client.ts';
import { BadUpstreamRequest } from '../../src/client/errors.ts';
import { searchProfiles } from '../../src/contract/operation/profiles.ts';
import { findRelationships } from '../../src/contract/operation/relationships.ts';
import type { UpstreamProfile } from '../../src/contract/upstream-profile.ts';
import { plainProfile } from '../support/graph/upstream-profile.ts';
import { answers, openUpstream } from './scripted-upstream.ts';

const credential = { apiKey: 'kith_test' };
const everything = { query: { match_all: {} }, limit: 1000 };
const page = answers(200, { ids: [], items: [], count: 0, total_count: 0 });
const profile: UpstreamProfile = {
  ...plainProfile,
  unindexed: ['profile_info.about'],
  longestPage: { search: 700, relationships: 300 },
};

describe('a client that knows its upstream', () => {
  it('asks for half a page again where a gateway lets no whole one through, and later for no more', async () => {
    await using upstream = await openUpstream(
      answers(413, '<html>'),
      answers(502, '<html>'),
      answers(504, '<html>'),
      page,
    );
    await using plain = createClient({ baseUrl: upstream.url, retries: 0 });
    const client = adaptedClient(plain);
    await client.call(searchProfiles, everything, credential);
    await client.call(searchProfiles, everything, credential);
    assert.deepEqual(
      upstream.seen.map(({ body }) => JSON.parse(body).limit),
      [1000, 500, 250, 125, 125],
    );
  });

  it('asks for the pages and queries that its profile says', async () => {
    await using upstream = await openUpstream(page);
    await using plain = createClient({ baseUrl: upstream.url, profile });
    const client = adaptedClient(plain);
    await client.call(findRelationships, { limit: 1000 }, credential);
    await client.call(searchProfiles, everything, credential);
    assert.deepEqual(
      upstream.seen.map(({ body }) => JSON.parse(body)),
      [
        { query: { match_all: {} }, limit: 300 },
        { query: { match_all: {} }, limit: 700 },
      ],
    );
  });

  it('refuses a query by a path that the upstream does not search by, and sends nothing', async () => {
    await using upstream = await openUpstream(page);
    await using plain = createClient({ baseUrl: upstream.url, profile });
    const client = adaptedClient(plain);
    const query = { bool: { filter: [{ exists: { field: 'profile_info.about' } }] } };
    await assert.rejects(
      client.call(searchProfiles, { query }, credential),
      (error) => error instanceof BadUpstreamRequest && /does not search by profile_info\.about/.test(error.message),
    );
    assert.equal(upstream.seen.length, 0);
  });
});
