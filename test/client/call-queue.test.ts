import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultBreaker } from '../../src/client/circuit-breaker.ts';
import { createClient } from '../../src/client/client.ts';
import { Cancelled, RateLimited } from '../../src/client/errors.ts';
import { creditUsage } from '../../src/contract/operation/credits.ts';
import { fetchProfiles, searchProfiles } from '../../src/contract/operation/profiles.ts';
import { until } from '../support/until.ts';
import { fastClock, manualClock } from './fast-clock.ts';
import { answers, gate, openUpstream, type Step, type Upstream } from './scripted-upstream.ts';

const answer = answers(200, { usage: 7, ids: [], count: 0, total_count: 0, results: [], not_found: [] });
const [hog, other] = [{ apiKey: 'kith_hog' }, { apiKey: 'kith_other' }];
const query = { query: { match_all: {} } };

const keysOf = ({ seen }: Upstream) => seen.map(({ headers }) => headers['x-api-key']);
const slowly =
  (ms: number): Step =>
  (response, request) => {
    setTimeout(() => answer(response, request), ms);
  };

describe('a key with many calls', () => {
  it('delays a call of another key by one round of the connections at most', async () => {
    await using upstream = await openUpstream(slowly(2));
    await using client = createClient({ baseUrl: upstream.url, connections: 4 });
    const many = Array.from({ length: 400 }, () => client.call(creditUsage, undefined, hog));
    await upstream.sees(20);
    for (let call = 0; call < 5; call += 1) {
      const before = upstream.seen.length;
      await client.call(creditUsage, undefined, other);
      const between = keysOf(upstream).slice(before).indexOf(other.apiKey);
      assert.ok(between <= 5, `${between} calls of the other key came before it`);
    }
    await Promise.all(many);
  });

  it('leaves connections to others while its own hang', async () => {
    const { hold, open } = gate(answer);
    await using upstream = await openUpstream((response, request) =>
      (request.headers['x-api-key'] === hog.apiKey ? hold : answer)(response, request),
    );
    await using client = createClient({ baseUrl: upstream.url, connections: 4 });
    await client.call(creditUsage, undefined, other);
    const many = Array.from({ length: 100 }, () => client.call(creditUsage, undefined, hog));
    await upstream.sees(4);
    for (let call = 0; call < 10; call += 1) await client.call(creditUsage, undefined, other);
    assert.equal(keysOf(upstream).filter((key) => key === hog.apiKey).length, 3);
    const opening = setInterval(open, 1);
    await Promise.all(many);
    clearInterval(opening);
  });

  it('does not time out by waiting, and opens no circuit', async () => {
    const { hold, open } = gate(answer);
    await using upstream = await openUpstream(hold, answer);
    const breaker = { ...defaultBreaker, leastCalls: 3 };
    await using client = createClient({ baseUrl: upstream.url, connections: 1, timeoutMs: 500, retries: 0, breaker });
    const first = client.call(creditUsage, undefined, hog, { timeoutMs: 60_000 });
    await upstream.sees(1);
    const sendBy = performance.now() + 60_000;
    const patient = Array.from({ length: 50 }, () => client.call(creditUsage, undefined, hog, { sendBy }));
    const late = Array.from({ length: 50 }, () => client.call(creditUsage, undefined, hog, { timeoutMs: 600 }));
    const errors = (await Promise.allSettled(late)).flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    assert.equal(errors.length, 50);
    for (const error of errors) assert.ok(error instanceof RateLimited && error.charged === 'no', String(error));
    open();
    await Promise.all([first, ...patient]);
    assert.deepEqual(client.circuits(), { repeatable: 'closed', charging: 'closed' });
  });

  it('has its operations answered in turns, interactive ones before bulk and background last', async () => {
    const { hold, open } = gate(answer);
    await using upstream = await openUpstream(hold);
    await using client = createClient({ baseUrl: upstream.url, connections: 1 });
    const ask = (requestId: string, isBackground = false) =>
      client.call(creditUsage, undefined, hog, { requestId, isBackground });
    const calls = [ask('first')];
    await upstream.sees(1);
    calls.push(ask('watch', true));
    for (let call = 0; call < 60; call += 1) calls.push(ask('bulk'));
    const opening = setInterval(open, 0);
    await upstream.sees(45);
    for (let call = 0; call < 4; call += 1) calls.push(ask('one'), ask('two'));
    const asked = upstream.seen.length;
    await Promise.all(calls);
    clearInterval(opening);
    const order = upstream.seen.map(({ headers }) => String(headers['x-request-id']));
    const interactive = order.slice(asked).filter((id) => id === 'one' || id === 'two');
    assert.equal(interactive.filter((id) => id === 'one').length, 4);
    // Two in flight or granted before, and one of eight turns.
    assert.ok(order.slice(asked).lastIndexOf('two') <= 11, order.slice(asked).join());
    assert.ok(order.slice(asked, asked + 11).indexOf('two') <= 3, order.slice(asked).join());
    assert.ok(order.indexOf('watch') > 3, order.join());
  });
});

/** Takes so many calls a second of each key, by this clock, and refuses the others. */
function limitedTo(perSecond: number, now: () => number): { readonly step: Step; readonly refused: () => number } {
  const taken = new Map<string, number[]>();
  let refused = 0;
  return {
    refused: () => refused,
    step(response, request) {
      const key = String(request.headers['x-api-key']);
      const lately = (taken.get(key) ?? []).filter((at) => now() - at < 1_000);
      taken.set(key, lately);
      if (lately.length >= perSecond) {
        refused += 1;
        answers(429, { code: 429, errors: ['Slow down.'] })(response, request);
      } else {
        lately.push(now());
        answer(response, request);
      }
    },
  };
}

describe('an upstream that takes five calls a second', () => {
  it('answers 40 operations at once within a minute, and is paid by each that is answered', async () => {
    const clock = fastClock(5);
    const { step, refused } = limitedTo(5, clock.now);
    await using upstream = await openUpstream(step);
    await using client = createClient({ baseUrl: upstream.url, clock, timeoutMs: 600_000 });
    const began = clock.now();
    const sendBy = began + 59_500;
    let paid = 0;
    const operation = async (_: unknown, n: number) => {
      const options = { requestId: `r-${n}`, sendBy };
      await client.call(searchProfiles, query, hog, options);
      await client.call(searchProfiles, query, hog, options);
      await client.call(fetchProfiles, { ids: [] }, hog, options);
      paid += 1;
      await client.call(searchProfiles, query, hog, options);
    };
    const others = Array.from({ length: 5 }, async () => {
      const asked = clock.now();
      await client.call(creditUsage, undefined, other);
      return clock.now() - asked;
    });
    const outcomes = await Promise.allSettled(Array.from({ length: 40 }, operation));
    const seconds = (clock.now() - began) / 1_000;
    assert.deepEqual(
      new Set(outcomes.map(({ status }) => status)),
      new Set(['fulfilled']),
      JSON.stringify(outcomes[0]),
    );
    assert.equal(paid, 40);
    assert.ok(seconds < 60, `${seconds} s`);
    assert.ok(refused() < 100, `${refused()} calls were refused`);
    for (const ms of await Promise.all(others)) assert.ok(ms < 5_000, `another key waited ${ms} ms`);
  });

  it('ends no operation by a few 429s without Retry-After while its deadline is a minute away', async () => {
    for (const [operation, refusals] of [
      [searchProfiles, 4],
      [fetchProfiles, 4],
    ] as const) {
      const clock = fastClock(100);
      const refuse = Array.from({ length: refusals }, () => answers(429, { code: 429, errors: ['Slow down.'] }));
      await using upstream = await openUpstream(...refuse, answer);
      await using client = createClient({ baseUrl: upstream.url, clock, timeoutMs: 30_000 });
      const began = clock.now();
      await client.call<unknown, unknown>(operation, query, hog, { sendBy: began + 60_000 });
      assert.equal(upstream.seen.length, refusals + 1);
      assert.ok(clock.now() - began < 60_000);
    }
  });

  it('is not asked for a paid record that would come too late', async () => {
    const clock = fastClock(10);
    await using upstream = await openUpstream(limitedTo(2, clock.now).step);
    await using client = createClient({ baseUrl: upstream.url, clock, timeoutMs: 600_000 });
    const many = Array.from({ length: 60 }, (_, n) =>
      client.call(creditUsage, undefined, hog, { requestId: `r-${n}`, sendBy: clock.now() + 300_000 }),
    );
    await until(() => upstream.seen.length > 62);
    const asked = clock.now();
    const late = client.call(fetchProfiles, { ids: [] }, hog, { requestId: 'late', sendBy: clock.now() + 3_000 });
    await assert.rejects(late, (error) => {
      assert.ok(error instanceof RateLimited && error.charged === 'no');
      assert.match(error.message, /in about \d+ s, which is too late, so it was not sent/);
      assert.ok((error.retryAfterMs ?? 0) > 3_000, `${error.retryAfterMs}`);
      return true;
    });
    assert.ok(clock.now() - asked < 1_000, 'it was refused only at its deadline');
    assert.ok(!upstream.seen.some(({ url }) => url === fetchProfiles.path));
    await Promise.all(many);
  });
});

describe('a pause that an upstream asks for', () => {
  const pauses = (retryAfter: string) => answers(429, {}, { 'retry-after': retryAfter });

  it('is kept by all calls of the key, and told with its end; other keys go on', async () => {
    const clock = manualClock();
    await using upstream = await openUpstream(pauses('7'), answer);
    await using client = createClient({ baseUrl: upstream.url, clock, timeoutMs: 600_000 });
    const first = client.call(creditUsage, undefined, hog);
    await upstream.sees(1);
    await client.call(creditUsage, undefined, other);
    clock.advance(6_900);
    await client.call(creditUsage, undefined, other);
    assert.deepEqual(keysOf(upstream), [hog.apiKey, other.apiKey, other.apiKey]);
    const moving = setInterval(clock.advance, 1, 1_000);
    await first;
    clearInterval(moving);
  });

  it('refuses what must be sent before its end at once', async () => {
    await using upstream = await openUpstream(pauses('600'), answer);
    await using client = createClient({ baseUrl: upstream.url });
    for (const operation of [fetchProfiles, searchProfiles])
      await assert.rejects(client.call<unknown, unknown>(operation, {}, hog), (error) => {
        assert.ok(error instanceof RateLimited);
        assert.match(error.message, /this key’s calls pause until 2\d\d\d-.*Z\.$/);
        return true;
      });
    assert.equal(upstream.seen.length, 1);
  });

  it('is tried by one free call a minute, and ends when that is answered', async () => {
    const clock = fastClock(1_000);
    await using upstream = await openUpstream(pauses('3600'), pauses('3600'), answer);
    await using client = createClient({ baseUrl: upstream.url, clock, timeoutMs: 600_000 });
    const began = clock.now();
    await assert.rejects(client.call(creditUsage, undefined, hog, { sendBy: began + 60_000 }), RateLimited);
    const paid = client.call(fetchProfiles, { ids: [] }, hog, { sendBy: began + 7_200_000 });
    await client.call(creditUsage, undefined, hog, { sendBy: began + 7_200_000 });
    await paid;
    const minutes = (clock.now() - began) / 60_000;
    assert.ok(minutes >= 2 && minutes < 20, `${minutes} minutes`);
    assert.deepEqual(
      upstream.seen.map(({ url }) => url),
      [creditUsage.path, creditUsage.path, creditUsage.path, fetchProfiles.path],
    );
  });

  it('ends for a call whose caller leaves', async () => {
    await using upstream = await openUpstream(pauses('9'), answer);
    await using client = createClient({ baseUrl: upstream.url });
    const leaving = new AbortController();
    await assert.rejects(client.call(creditUsage, undefined, hog, { sendBy: performance.now() + 5_000 }), RateLimited);
    const call = client.call(creditUsage, undefined, hog, { signal: leaving.signal });
    const next = client.call(fetchProfiles, { ids: [] }, hog, { signal: leaving.signal });
    setTimeout(() => leaving.abort(), 20);
    await assert.rejects(call, Cancelled);
    await assert.rejects(next, Cancelled);
    assert.equal(upstream.seen.length, 1);
  });
});
