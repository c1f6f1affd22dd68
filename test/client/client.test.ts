import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { createClient } from '../../src/client/client.ts';
import { Cancelled, UpstreamUnreachable } from '../../src/client/errors.ts';
import { creditUsage } from '../../src/contract/operation/credits.ts';
import { mapNetwork, mappingStatus } from '../../src/contract/operation/network-mapper.ts';
import { fetchProfiles, searchProfiles } from '../../src/contract/operation/profiles.ts';
import { findRelationships } from '../../src/contract/operation/relationships.ts';
import { createTeam } from '../../src/contract/operation/team.ts';
import { answers, gate, isSilent, openUpstream } from './scripted-upstream.ts';

const credential = { apiKey: 'kith_test' };
const noProfiles = answers(200, { results: [], not_found: [] });

describe('a call', () => {
  it('posts its request as JSON, with the key, the child team and the request id', async () => {
    await using upstream = await openUpstream(noProfiles);
    await using client = createClient({ baseUrl: upstream.url });
    const childTeamId = '0b6f4b61-95f3-4c3f-8a3e-6f7d3d8f9a01';
    await client.call(fetchProfiles, { xnet_names: ['zoë'] }, { ...credential, childTeamId }, { requestId: 'r-1' });
    const [seen] = upstream.seen;
    assert.equal(seen?.method, 'POST');
    assert.equal(seen?.url, '/v3/profiles/fetch');
    assert.deepEqual(JSON.parse(seen?.body ?? ''), { xnet_names: ['zoë'] });
    assert.equal(seen?.headers['content-type'], 'application/json');
    assert.equal(seen?.headers['x-api-key'], 'kith_test');
    assert.equal(seen?.headers['x-authenticate-team'], childTeamId);
    assert.equal(seen?.headers['x-request-id'], 'r-1');
    assert.equal(seen?.headers['accept-encoding'], 'identity');
  });

  it('has an idempotency key where the operation takes one, the same on each attempt', async () => {
    const inFlight = answers(409, { code: 409, errors: [] }, { 'retry-after': '0' });
    const replayed = answers(202, { task_id: 't-1' }, { 'idempotent-replayed': 'true' });
    await using upstream = await openUpstream(inFlight, replayed, noProfiles);
    await using client = createClient({ baseUrl: upstream.url });
    const mapped = await client.call(mapNetwork, { query: {} }, credential, { idempotencyKey: 'once' });
    const fetched = await client.call(fetchProfiles, { ids: [] }, credential, { idempotencyKey: 'once' });
    assert.deepEqual(
      upstream.seen.map(({ headers }) => headers['idempotency-key']),
      ['once', 'once', 'once'],
    );
    assert.deepEqual([mapped.replayed, fetched.replayed], [true, false]);
  });

  it('sends the request of a GET as query parameters, encoded', async () => {
    await using upstream = await openUpstream(answers(200, { status: 'Mapped' }));
    await using client = createClient({ baseUrl: upstream.url });
    const { body } = await client.call(mappingStatus, { task_id: 'a&b=ü' }, credential);
    assert.deepEqual(body, { status: 'Mapped' });
    const url = new URL(upstream.seen[0]?.url ?? '', upstream.url);
    assert.equal(url.pathname, '/v3/network-mapper/status');
    assert.deepEqual([...url.searchParams], [['task_id', 'a&b=ü']]);
    assert.equal(upstream.seen[0]?.body, '');
  });

  it('sends nothing with a GET that has no request', async () => {
    await using upstream = await openUpstream(answers(200, { usage: 7 }));
    await using client = createClient({ baseUrl: upstream.url });
    assert.equal((await client.call(creditUsage, undefined, credential)).body.usage, 7);
    assert.equal(upstream.seen[0]?.url, '/credits/usage');
  });

  it('keeps the path of the base URL before the operation’s', async () => {
    await using upstream = await openUpstream(answers(200, { usage: 7 }));
    await using client = createClient({ baseUrl: `${upstream.url}/data/` });
    await client.call(creditUsage, undefined, credential);
    assert.equal(client.baseUrl, `${upstream.url}/data`);
    assert.equal(upstream.seen[0]?.url, '/data/credits/usage');
  });

  it('tells the status, the bytes, the time and the upstream’s request id', async () => {
    const text = '{"task_id":"t-1","name":"ü"}';
    await using upstream = await openUpstream(answers(202, text, { 'x-request-id': 'theirs' }), answers(202, text));
    await using client = createClient({ baseUrl: upstream.url });
    const first = await client.call(mapNetwork, { query: {} }, credential, { requestId: 'ours' });
    assert.equal(first.status, 202);
    assert.equal(first.bytes, Buffer.byteLength(text));
    assert.equal(first.requestId, 'theirs');
    assert.ok(first.milliseconds > 0 && first.milliseconds < 5_000);
    const second = await client.call(mapNetwork, { query: {} }, credential, { requestId: 'ours' });
    assert.equal(second.requestId, 'ours');
  });

  it('reads an answer of many megabytes whose characters are torn between chunks', async () => {
    const results = Array.from({ length: 2_000 }, (_, index) => ({
      id: `${index}`,
      profile_info: { full_name: '李小龍 Łukasz 🎉', about: 'é€𝄞'.repeat(200) },
    }));
    const text = JSON.stringify({ results, not_found: [] });
    await using upstream = await openUpstream(async (response) => {
      response.writeHead(200);
      const bytes = Buffer.from(text);
      // An odd size, so that pieces end within characters of two, three and four bytes.
      for (let at = 0; at < bytes.length; at += 7_919) response.write(bytes.subarray(at, at + 7_919));
      response.end();
    });
    await using client = createClient({ baseUrl: upstream.url });
    const { body, bytes } = await client.call(fetchProfiles, { ids: [] }, credential);
    assert.ok(bytes > 3_000_000);
    assert.deepEqual(whole(body), { results, not_found: [] });
  });

  it('reuses its connections', async () => {
    await using upstream = await openUpstream(answers(200, { usage: 7 }));
    await using client = createClient({ baseUrl: upstream.url });
    for (let call = 0; call < 20; call += 1) await client.call(creditUsage, undefined, credential);
    assert.equal(upstream.seen.length, 20);
    // The pool frees a connection a moment after the answer, so that two take turns.
    assert.ok(upstream.connections() <= 2);
  });

  it('opens no more connections than allowed, and one call at a time goes over each', async () => {
    const { hold, open } = gate(answers(200, { usage: 7 }));
    await using upstream = await openUpstream(hold);
    await using client = createClient({ baseUrl: upstream.url, connections: 2 });
    let done = 0;
    const calls = Array.from({ length: 6 }, async () => {
      await client.call(creditUsage, undefined, credential);
      done += 1;
    });
    for (const seen of [2, 4, 6]) {
      await upstream.sees(seen);
      assert.equal(upstream.seen.length, seen);
      assert.equal(upstream.connections(), 2);
      open();
    }
    await Promise.all(calls);
    assert.equal(done, 6);
  });
});

/** A body with every member of its records, which are parsed when they are read. */
const whole = (body: unknown): unknown => JSON.parse(JSON.stringify(body));

describe('the border', () => {
  it('lets unknown members, unknown words and nulls through [client.lets-unknown-members]', async () => {
    const profile = { id: null, profile_info: { full_name: null, horoscope: 'aries' }, found_by: null, extra: [1] };
    const page = { results: [profile, null], not_found: [], next: { more: true } };
    await using upstream = await openUpstream(answers(200, page), answers(200, { status: 'Dreaming' }));
    await using client = createClient({ baseUrl: upstream.url });
    assert.deepEqual(whole((await client.call(fetchProfiles, { ids: [] }, credential)).body), page);
    assert.deepEqual((await client.call(mappingStatus, { task_id: 't' }, credential)).body, { status: 'Dreaming' });
  });

  it('does without a token, whether it is absent, null or empty', async () => {
    await using upstream = await openUpstream(
      answers(200, { ids: [], total_count: 0 }),
      answers(200, { ids: [], total_count: 0, pagination_token: null }),
      answers(200, { ids: [], total_count: 0, pagination_token: '' }),
    );
    await using client = createClient({ baseUrl: upstream.url });
    const request = { query: { match_all: {} } };
    for (let call = 0; call < 3; call += 1)
      assert.equal((await client.call(searchProfiles, request, credential)).body.pagination_token, undefined);
  });

  it('takes a required list that is null as an empty one', async () => {
    await using upstream = await openUpstream(answers(200, { items: null, count: 0, total_count: 0 }));
    await using client = createClient({ baseUrl: upstream.url });
    const { body } = await client.call(findRelationships, { query: { match_all: {} } }, credential);
    assert.deepEqual(body, { items: [], count: 0, total_count: 0 });
  });

  it('tells the two answers of the network mapper apart by status', async () => {
    const items = { items: [], count: 0, total_count: 0 };
    await using upstream = await openUpstream(answers(202, { task_id: 't' }), answers(200, items));
    await using client = createClient({ baseUrl: upstream.url });
    assert.deepEqual((await client.call(mapNetwork, { query: {} }, credential)).body, { task_id: 't' });
    assert.deepEqual((await client.call(mapNetwork, { query: {} }, credential)).body, items);
  });

  it('reads a success under another status where the specification shows none', async () => {
    const created = { team_id: '0b6f4b61-95f3-4c3f-8a3e-6f7d3d8f9a01' };
    await using upstream = await openUpstream(answers(201, created));
    await using client = createClient({ baseUrl: upstream.url });
    const { status, body } = await client.call(createTeam, { team_name: 'North' }, credential);
    assert.equal(status, 201);
    assert.deepEqual(body, created);
  });
});

describe('a caller who leaves', () => {
  it('sends nothing if gone beforehand', async () => {
    await using upstream = await openUpstream(noProfiles);
    await using client = createClient({ baseUrl: upstream.url });
    const call = client.call(fetchProfiles, { ids: [] }, credential, { signal: AbortSignal.abort() });
    await assert.rejects(call, Cancelled);
    assert.equal(upstream.connections(), 0);
  });

  it('takes back a priced call that waits for a connection', async () => {
    const { hold, open } = gate(noProfiles);
    await using upstream = await openUpstream(hold);
    await using client = createClient({ baseUrl: upstream.url, connections: 1 });
    const first = client.call(fetchProfiles, { xnet_names: ['first'] }, credential);
    await upstream.sees(1);
    const leaving = new AbortController();
    const second = client.call(fetchProfiles, { xnet_names: ['second'] }, credential, { signal: leaving.signal });
    const third = client.call(fetchProfiles, { xnet_names: ['third'] }, credential);
    leaving.abort();
    await assert.rejects(second, (error) => error instanceof Cancelled && error.charged === 'no');
    open();
    await first;
    await upstream.sees(2);
    open();
    await third;
    assert.deepEqual(
      upstream.seen.map(({ body }) => JSON.parse(body).xnet_names[0]),
      ['first', 'third'],
    );
  });

  it('never stops a priced call that was sent', async () => {
    const { hold, open } = gate(noProfiles);
    await using upstream = await openUpstream(hold);
    await using client = createClient({ baseUrl: upstream.url });
    const leaving = new AbortController();
    const call = client.call(fetchProfiles, { ids: [] }, credential, { signal: leaving.signal });
    await upstream.sees(1);
    leaving.abort();
    open();
    assert.equal((await call).status, 200);
  });

  it('stops a free call that was sent', async () => {
    await using upstream = await openUpstream(isSilent);
    await using client = createClient({ baseUrl: upstream.url });
    const leaving = new AbortController();
    const call = client.call(findRelationships, {}, credential, { signal: leaving.signal });
    await upstream.sees(1);
    leaving.abort();
    await assert.rejects(call, Cancelled);
    assert.equal(upstream.seen.length, 1);
  });

  it('leaves no listener behind on a signal that many calls share', async () => {
    await using upstream = await openUpstream(answers(200, { usage: 7 }));
    await using client = createClient({ baseUrl: upstream.url });
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 20 }, () => client.call(creditUsage, undefined, credential, { signal })));
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });
});

describe('a client', () => {
  it('lets the calls under way finish when it closes, and takes no others', async () => {
    const { hold, open } = gate(answers(200, { usage: 7 }));
    await using upstream = await openUpstream(hold);
    const client = createClient({ baseUrl: upstream.url, wait: () => assert.fail('no call is sent again') });
    const call = client.call(creditUsage, undefined, credential);
    await upstream.sees(1);
    const closed = client.close();
    await assert.rejects(client.call(creditUsage, undefined, credential), UpstreamUnreachable);
    open();
    assert.equal((await call).body.usage, 7);
    await closed;
    await client.close();
  });

  it('refuses a base URL that is none', () => {
    for (const baseUrl of ['', 'data.example', 'ftp://data.example', 'http://me:secret@data.example', 'http://a/?b']) {
      assert.throws(() => createClient({ baseUrl }), /^TypeError: baseUrl: must be an http or https URL/);
    }
  });
});
