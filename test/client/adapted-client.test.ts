import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { adaptedClient } from '../../src/client/adapted-client.ts';
import { createClient } from '../../src/client/client.ts';
import { BadUpstreamRequest } from '../../src/client/errors.ts';
import { withoutAccents } from '../../src/client/folded-names.ts';
import { searchProfiles } from '../../src/contract/operation/profiles.ts';
import { findRelationships } from '../../src/contract/operation/relationships.ts';
import type { UpstreamProfile } from '../../src/contract/upstream-profile.ts';
import { plainProfile } from '../support/graph/upstream-profile.ts';
import { answers, openUpstream, type Step, type Upstream } from './scripted-upstream.ts';

const credential = { apiKey: 'kith_test' };
const everything = { query: { match_all: {} }, limit: 1000 };
const page = answers(200, { ids: [], items: [], count: 0, total_count: 0 });
const profile: UpstreamProfile = {
  ...plainProfile,
  unindexed: ['profile_info.about'],
  longestPage: { search: 700, relationships: 300 },
};

describe('a client that knows its upstream', () => {
  const limits = (upstream: Upstream) => upstream.seen.map(({ body }) => JSON.parse(body).limit);
  const upTo =
    (most: number): Step =>
    (response, request, body = '{}') => {
      (JSON.parse(body).limit > most ? answers(502, '<html>') : page)(response, request);
    };

  it('asks by requests of its own how long a page a gateway lets through, once for a key', async () => {
    await using upstream = await openUpstream(upTo(300));
    await using plain = createClient({ baseUrl: upstream.url, retries: 0 });
    const client = adaptedClient(plain);
    const query = { term: { 'profile_info.location_country': 'Norway' } };
    await client.call(searchProfiles, { query, limit: 1000 }, credential);
    // The whole page, then 1 and the halves, then the next longer one again, and the page.
    assert.deepEqual(limits(upstream), [1000, 1, 1000, 500, 250, 501, 250]);
    assert.deepEqual(
      new Set(upstream.seen.slice(1, -1).map(({ body }) => JSON.stringify(JSON.parse(body).query))),
      new Set(['{"match_all":{}}']),
    );
    await client.call(searchProfiles, { query, limit: 1000 }, credential);
    assert.deepEqual(limits(upstream).slice(7), [250]);
    await client.call(searchProfiles, { query, limit: 100 }, { apiKey: 'kith_other' });
    assert.deepEqual(limits(upstream).slice(8), [100]);
  });

  it('learns nothing from an outage, whatever was asked for in it', async () => {
    let isDown = true;
    await using upstream = await openUpstream((response, request) =>
      (isDown ? answers(502, '<html>') : page)(response, request),
    );
    await using plain = createClient({ baseUrl: upstream.url, retries: 0 });
    const client = adaptedClient(plain);
    for (const limit of [3, 1000])
      for (const operation of [searchProfiles, findRelationships])
        await assert.rejects(client.call(operation as typeof searchProfiles, { ...everything, limit }, credential));
    isDown = false;
    const before = upstream.seen.length;
    for (const operation of [searchProfiles, findRelationships])
      await client.call(operation as typeof searchProfiles, everything, credential);
    assert.deepEqual(limits(upstream).slice(before), [1000, 1000]);
  });

  it('learns nothing from a fault that has passed', async () => {
    await using upstream = await openUpstream(answers(502, '<html>'), page);
    await using plain = createClient({ baseUrl: upstream.url, retries: 0 });
    const client = adaptedClient(plain);
    await client.call(searchProfiles, { ...everything, limit: 200 }, credential);
    await client.call(searchProfiles, everything, credential);
    assert.deepEqual(limits(upstream), [200, 1, 200, 200, 1000]);
  });

  it('does not learn from a caller’s query whether names are searched without accents', async () => {
    // Takes the sub-field, but no more than ten clauses.
    await using upstream = await openUpstream((response, request, body = '') => {
      const clauses = (body.match(/"match"/g) ?? []).length;
      (clauses > 10 ? answers(400, { code: 400, errors: ['too many clauses'] }) : page)(response, request);
    });
    await using plain = createClient({ baseUrl: upstream.url, retries: 0 });
    const client = adaptedClient(plain);
    const named = (name: string) => withoutAccents('profile_info.full_name', (path) => ({ match: { [path]: name } }));
    const many = { bool: { should: Array.from({ length: 8 }, (_, n) => named(`zz${n}`)) } };
    await assert.rejects(client.call(searchProfiles, { query: many }, { apiKey: 'kith_stranger' }), BadUpstreamRequest);
    await client.call(searchProfiles, { query: named('hemi') }, credential);
    assert.match(upstream.seen.at(-1)?.body ?? '', /full_name\.folded/);
  });

  it('searches names with accents where the upstream refuses the sub-field, and asks that once', async () => {
    await using upstream = await openUpstream((response, request, body = '') => {
      const isFolded = body.includes('.folded');
      (isFolded ? answers(400, { code: 400, errors: ['unknown path'] }) : page)(response, request);
    });
    await using plain = createClient({ baseUrl: upstream.url, retries: 0 });
    const client = adaptedClient(plain);
    const query = withoutAccents('profile_info.full_name', (path) => ({ match: { [path]: 'hemi' } }));
    await client.call(searchProfiles, { query }, credential);
    assert.equal(upstream.seen.length, 4);
    await client.call(searchProfiles, { query }, { apiKey: 'kith_other' });
    assert.equal(upstream.seen.length, 5);
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
