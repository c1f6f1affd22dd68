import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClientOptions, createClient } from '../../src/client/client.ts';
import { CallError, Cancelled } from '../../src/client/errors.ts';
import { operations } from '../../src/contract/operation/all.ts';
import { fetchCompanies } from '../../src/contract/operation/companies.ts';
import { creditUsage } from '../../src/contract/operation/credits.ts';
import { mapNetwork, mappingStatus } from '../../src/contract/operation/network-mapper.ts';
import type { Operation } from '../../src/contract/operation/operation.ts';
import { fetchProfiles, searchProfiles } from '../../src/contract/operation/profiles.ts';
import { findRelationships } from '../../src/contract/operation/relationships.ts';
import { addConnector, createTeam } from '../../src/contract/operation/team.ts';
import { fastClock, manualClock } from './fast-clock.ts';
import {
  answers,
  closedAddress,
  isSilent,
  openUpstream,
  resets,
  resetsMidBody,
  type Step,
} from './scripted-upstream.ts';

const credential = { apiKey: 'kith_test' };
const usage = answers(200, { usage: 7 });
const fails = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  answers(status, { code: status, errors: ['No.'] }, headers);

/** A client whose waits are written down instead of waited for; chance is always one half. */
function patient(baseUrl: string, options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const wait = async (ms: number) => {
    waits.push(ms);
  };
  return { client: createClient({ baseUrl, wait, random: () => 0.5, ...options }), waits };
}

/** How often the upstream is asked for one call that keeps failing. */
async function attempts(operation: Operation, step: Step, options: Partial<ClientOptions> = {}): Promise<number> {
  await using upstream = await openUpstream(step);
  const { client, waits } = patient(upstream.url, options);
  await using _ = client;
  await assert.rejects(client.call<unknown, unknown>(operation, {}, credential), CallError);
  assert.equal(waits.length, upstream.seen.length - 1);
  return upstream.seen.length;
}

const freeReads = [searchProfiles, findRelationships, mappingStatus, creditUsage];
const pricedReads = [fetchProfiles, fetchCompanies];
const withEffects = [createTeam, addConnector, mapNetwork];

describe('a call is sent again', () => {
  it('whatever it does, when it was never sent', async () => {
    const address = await closedAddress();
    for (const operation of operations) {
      const { client, waits } = patient(address);
      await using _ = client;
      await assert.rejects(client.call<unknown, unknown>(operation, {}, credential), /cannot be reached/);
      assert.equal(waits.length, 2, operation.name);
    }
  });

  it('whatever it does, after 429, for as long as it may wait', async () => {
    for (const operation of operations) {
      await using upstream = await openUpstream(fails(429), fails(429), fails(429), fails(429), answers(400, {}));
      await using client = createClient({ baseUrl: upstream.url, clock: fastClock(1_000), timeoutMs: 3_600_000 });
      await assert.rejects(client.call<unknown, unknown>(operation, {}, credential), /400/, operation.name);
    }
  });

  it('after 5xx, if it is a free read', async () => {
    for (const status of [500, 502, 504]) {
      for (const operation of freeReads) assert.equal(await attempts(operation, fails(status)), 3);
      // A proxy that gives up says so, though the data service may have answered, and charged.
      for (const operation of [...pricedReads, ...withEffects])
        assert.equal(await attempts(operation, fails(status)), 1);
    }
  });

  it('after 503, by which nothing was done, unless it might act twice', async () => {
    for (const operation of [...freeReads, ...pricedReads]) assert.equal(await attempts(operation, fails(503)), 3);
    for (const operation of withEffects) assert.equal(await attempts(operation, fails(503)), 1);
  });

  it('once after a reset, if it is a free read', async () => {
    for (const step of [resets, resetsMidBody(200)]) {
      for (const operation of freeReads) assert.equal(await attempts(operation, step), 2);
      for (const operation of [...pricedReads, ...withEffects]) assert.equal(await attempts(operation, step), 1);
    }
  });

  it('never after a time-out, which is over all attempts', async () => {
    const silence = (operation: Operation) => attempts(operation, isSilent, { timeoutMs: 1_000 });
    assert.deepEqual(await Promise.all([searchProfiles, fetchProfiles, createTeam].map(silence)), [1, 1, 1]);
  });

  it('with no less than half of its time, if it might be charged without an answer', async () => {
    const attemptsOf = async (operation: Operation, status: number, tookMs: number) => {
      const clock = manualClock();
      await using upstream = await openUpstream((...to) => {
        clock.advance(tookMs);
        fails(status, { 'retry-after': '0' })(...to);
      });
      const { client } = patient(upstream.url, { clock, timeoutMs: 30_000 });
      await using _ = client;
      await assert.rejects(client.call<unknown, unknown>(operation, {}, credential), CallError);
      return upstream.seen.length;
    };
    assert.equal(await attemptsOf(fetchProfiles, 503, 4_000), 3);
    for (const status of [429, 503]) assert.equal(await attemptsOf(fetchProfiles, status, 16_000), 1);
    assert.equal(await attemptsOf(searchProfiles, 503, 16_000), 2);
  });

  it('never after a refusal, a redirect or an answer that cannot be read', async () => {
    for (const step of [...[302, 400, 401, 402, 403, 404, 409].map((status) => fails(status)), answers(200, '{')]) {
      for (const operation of [searchProfiles, fetchProfiles, createTeam]) {
        assert.equal(await attempts(operation, step), 1);
      }
    }
  });

  it('as often as configured at most', async () => {
    assert.equal(await attempts(searchProfiles, fails(503), { retries: 0 }), 1);
    assert.equal(await attempts(searchProfiles, fails(503), { retries: 5 }), 6);
  });

  it('until it is answered', async () => {
    await using upstream = await openUpstream(fails(503), resets, usage);
    const { client } = patient(upstream.url);
    await using _ = client;
    await assert.rejects(client.call(creditUsage, undefined, credential), /was lost/);
    assert.equal((await client.call(creditUsage, undefined, credential)).body.usage, 7);
    assert.equal(upstream.seen.length, 3);
  });

  it('with the same request id', async () => {
    await using upstream = await openUpstream(fails(503), usage);
    const { client } = patient(upstream.url);
    await using _ = client;
    await client.call(creditUsage, undefined, credential, { requestId: 'r-1' });
    assert.deepEqual(
      upstream.seen.map(({ headers }) => headers['x-request-id']),
      ['r-1', 'r-1'],
    );
  });
});

describe('the wait before it', () => {
  it('doubles, with jitter', async () => {
    await using upstream = await openUpstream(fails(503));
    const { client, waits } = patient(upstream.url, { retries: 4 });
    await using _ = client;
    await assert.rejects(client.call(creditUsage, undefined, credential), /failed with 503/);
    assert.deepEqual(waits, [75, 150, 300, 600]);
  });

  it('is what the upstream asks for, and a little more', async () => {
    await using upstream = await openUpstream(fails(503, { 'retry-after': '1' }), usage);
    const { client, waits } = patient(upstream.url);
    await using _ = client;
    await client.call(creditUsage, undefined, credential);
    assert.deepEqual(waits, [1_050]);
  });

  it('is really waited for', async () => {
    await using upstream = await openUpstream(fails(503), usage);
    await using client = createClient({ baseUrl: upstream.url, random: () => 0 });
    assert.ok((await client.call(creditUsage, undefined, credential)).milliseconds >= 49);
  });

  it('ends when the caller leaves', async () => {
    await using upstream = await openUpstream(fails(429, { 'retry-after': '9' }), usage);
    const leaving = new AbortController();
    await using client = createClient({ baseUrl: upstream.url });
    const call = client.call(creditUsage, undefined, credential, { signal: leaving.signal });
    await upstream.sees(1);
    setTimeout(() => leaving.abort(), 50);
    await assert.rejects(call, Cancelled);
    assert.equal(upstream.seen.length, 1);
  });

  it('does not follow when the caller left during the attempt', async () => {
    const leaving = new AbortController();
    await using upstream = await openUpstream((response, request) => {
      leaving.abort();
      fails(503)(response, request);
    });
    const { client, waits } = patient(upstream.url);
    await using _ = client;
    const call = client.call(fetchProfiles, { ids: [] }, credential, { signal: leaving.signal });
    await assert.rejects(call, /failed with 503/);
    assert.deepEqual(waits, []);
  });
});
