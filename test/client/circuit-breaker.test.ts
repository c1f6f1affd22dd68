import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BreakerOptions, defaultBreaker } from '../../src/client/circuit-breaker.ts';
import { type ClientOptions, createClient } from '../../src/client/client.ts';
import { CallError, CircuitOpen, UpstreamFailed, UpstreamTimeout } from '../../src/client/errors.ts';
import { creditUsage } from '../../src/contract/operation/credits.ts';
import type { Operation } from '../../src/contract/operation/operation.ts';
import { fetchProfiles, searchProfiles } from '../../src/contract/operation/profiles.ts';
import { createTeam } from '../../src/contract/operation/team.ts';
import { timedOut } from '../support/network/timed-out.ts';
import { until } from '../support/until.ts';
import { answers, gate, isSilent, openUpstream, type Step, type Upstream } from './scripted-upstream.ts';

const credential = { apiKey: 'kith_test' };
const fails = answers(503, { code: 503, errors: ['No.'] });
const usage = answers(200, { usage: 7 });
const noProfiles = answers(200, { results: [], not_found: [] });

/** Opens after three failures, and is probed at once. */
const quick: BreakerOptions = { ...defaultBreaker, leastCalls: 3, firstProbeMs: 1, lastProbeMs: 1 };
/** Opens after three failures, and is never probed while a test lasts. */
const shut: BreakerOptions = { ...quick, firstProbeMs: 3_600_000, lastProbeMs: 3_600_000 };

const clientOf = (upstream: Upstream, breaker: BreakerOptions, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: upstream.url, retries: 0, breaker, ...options });

/** What came with a key: the others are neutral probes. */
const ofKey = ({ seen }: Upstream) => seen.filter(({ headers }) => headers['x-api-key'] !== 'none');
const callsOf = (upstream: Upstream): number => ofKey(upstream).length;

type Client = ReturnType<typeof createClient>;
const call = (client: Client, operation: Operation) => client.call<unknown, unknown>(operation, {}, credential);
const failure = (client: Client, operation: Operation): Promise<unknown> =>
  call(client, operation).then(
    () => undefined,
    (error: unknown) => error,
  );

async function trip(client: Client, operation: Operation): Promise<void> {
  for (let count = 0; count < 3; count += 1) assert.ok((await failure(client, operation)) instanceof UpstreamFailed);
}

/** Calls until the circuit lets something through. */
async function untilProbed(client: Client, operation: Operation): Promise<unknown> {
  let error = await failure(client, operation);
  while (error instanceof CircuitOpen) error = await failure(client, operation);
  return error;
}

describe('a circuit', () => {
  for (const operation of [searchProfiles, fetchProfiles, createTeam])
    it(`fails calls at once and unsent when the upstream has failed too often: ${operation.name}`, async () => {
      await using upstream = await openUpstream(fails);
      await using client = clientOf(upstream, shut);
      await trip(client, operation);
      for (let count = 0; count < 50; count += 1) {
        const error = await failure(client, operation);
        assert.ok(error instanceof CircuitOpen);
        assert.deepEqual([error.code, error.charged, error.shouldRetry()], ['UPSTREAM_UNREACHABLE', 'no', false]);
      }
      assert.equal(callsOf(upstream), 3);
    });

  it('is one for what can be repeated without cost, and another for what may charge or act', async () => {
    const script: Step = (response, request) => (request.url === fetchProfiles.path ? fails : usage)(response, request);
    await using upstream = await openUpstream(script);
    await using client = clientOf(upstream, shut);
    await trip(client, fetchProfiles);
    assert.ok((await failure(client, createTeam)) instanceof CircuitOpen);
    assert.equal(await failure(client, creditUsage), undefined);
  });

  it('stays closed when the upstream refuses', async () => {
    await using upstream = await openUpstream(answers(422, { code: 422, errors: ['No.'] }));
    await using client = clientOf(upstream, shut);
    for (let count = 0; count < 20; count += 1)
      assert.ok(!((await failure(client, searchProfiles)) instanceof CircuitOpen));
    assert.equal(callsOf(upstream), 20);
  });

  it('closes after one probe: a free call is its own', async () => {
    let answer = fails;
    await using upstream = await openUpstream((response, request) => answer(response, request));
    await using client = clientOf(upstream, quick);
    await trip(client, creditUsage);
    answer = usage;
    assert.equal(await untilProbed(client, creditUsage), undefined);
    assert.equal(callsOf(upstream), 4);
    assert.equal(await failure(client, creditUsage), undefined);
  });

  for (const operation of [fetchProfiles, createTeam])
    it(`asks something free before anything that may charge or act is sent again: ${operation.name}`, async () => {
      let isUp = false;
      const script: Step = (response, request) => {
        const answer = request.method === 'GET' ? usage : noProfiles;
        (isUp ? answer : fails)(response, request);
      };
      await using upstream = await openUpstream(script);
      await using client = clientOf(upstream, quick);
      await trip(client, operation);
      while (callsOf(upstream) < 6) await failure(client, operation);
      const paths = () => ofKey(upstream).map(({ url }) => url);
      assert.deepEqual(new Set(paths().slice(3)), new Set([creditUsage.path]));
      isUp = true;
      await untilProbed(client, operation);
      assert.deepEqual(paths().slice(-2), [creditUsage.path, operation.path]);
      assert.equal(paths().filter((path) => path === operation.path).length, 4);
    });

  it('fails all other calls at once while it is probed', async () => {
    const { hold, open } = gate(usage);
    // Neutral probes take no step of the script.
    const script = [fails, fails, fails, hold, usage];
    await using upstream = await openUpstream((response, request) => {
      const step = request.headers['x-api-key'] === 'none' ? fails : script[Math.min(callsOf(upstream), 5) - 1];
      step?.(response, request);
    });
    await using client = clientOf(upstream, quick);
    await trip(client, searchProfiles);
    let probe = failure(client, creditUsage);
    while (callsOf(upstream) < 4) {
      const outcome = await Promise.race([probe, until(() => callsOf(upstream) >= 4)]);
      if (outcome instanceof CircuitOpen) probe = failure(client, creditUsage);
    }
    assert.ok((await failure(client, searchProfiles)) instanceof CircuitOpen);
    assert.equal(callsOf(upstream), 4);
    open();
    assert.equal(await probe, undefined);
  });
});

/** Fails what this key asks for, and what comes without a key if the upstream is down. */
const failsFor =
  (keys: readonly string[], isDown = false): Step =>
  (response, request) => {
    const key = String(request.headers['x-api-key']);
    const failing = keys.includes(key) || (key === 'none' && isDown);
    const answer = failing ? fails : request.url === fetchProfiles.path ? noProfiles : usage;
    answer(response, request);
  };

describe('a circuit of all keys', () => {
  const failureOf = (client: Client, operation: Operation, apiKey: string): Promise<unknown> =>
    client.call<unknown, unknown>(operation, {}, { apiKey }).then(
      () => undefined,
      (error: unknown) => error,
    );

  for (const operation of [creditUsage, fetchProfiles]) {
    it(`stays closed if the calls of one key fail, which then has its own open: ${operation.name}`, async () => {
      await using upstream = await openUpstream(failsFor(['one']));
      await using client = clientOf(upstream, shut);
      for (let count = 0; count < 20; count += 1) {
        await failureOf(client, operation, 'one');
        assert.equal(await failureOf(client, operation, 'two'), undefined);
      }
      assert.ok((await failureOf(client, operation, 'one')) instanceof CircuitOpen);
      assert.equal(upstream.seen.filter(({ headers }) => headers['x-api-key'] === 'one').length, 3);
      assert.deepEqual(client.circuits(), { repeatable: 'closed', charging: 'closed' });
    });

    it(`opens if the calls of two keys fail: ${operation.name}`, async () => {
      await using upstream = await openUpstream(failsFor(['one', 'two']));
      await using client = clientOf(upstream, shut);
      for (let count = 0; count < 4; count += 1)
        for (const key of ['one', 'two']) await failureOf(client, operation, key);
      assert.ok((await failureOf(client, operation, 'three')) instanceof CircuitOpen);
    });

    it(`opens if those of one key fail, and a neutral free call fails, too: ${operation.name}`, async () => {
      await using upstream = await openUpstream(failsFor(['one'], true));
      await using client = clientOf(upstream, shut);
      for (let count = 0; count < 3; count += 1) await failureOf(client, operation, 'one');
      const state = operation === creditUsage ? 'repeatable' : 'charging';
      await until(() => client.circuits()?.[state] === 'open');
      assert.ok((await failureOf(client, operation, 'two')) instanceof CircuitOpen);
    });
  }
});

describe('the calls of one client', () => {
  it('retry a fifth of all calls at most in the long run', async () => {
    await using upstream = await openUpstream(fails);
    await using client = createClient({ baseUrl: upstream.url, wait: async () => undefined });
    for (let count = 0; count < 100; count += 1) await failure(client, searchProfiles);
    const retries = callsOf(upstream) - 100;
    assert.ok(retries >= 20 && retries <= 20 + 100 / 5, `${retries} retries`);
  });

  it('have one deadline, retries within it', async (t) => {
    await using upstream = await openUpstream(fails, isSilent);
    await using client = createClient({ baseUrl: upstream.url, timeoutMs: 500, wait: async () => undefined });
    const error = await timedOut(
      t,
      500,
      () => failure(client, searchProfiles),
      () => callsOf(upstream) === 2,
    );
    assert.ok(error instanceof UpstreamTimeout && error.timeoutMs === 500);
    assert.equal(callsOf(upstream), 2);
  });

  it('are not tried again past it', async () => {
    const later = answers(503, { code: 503, errors: ['No.'] }, { 'retry-after': '5' });
    await using upstream = await openUpstream(later);
    const waits: number[] = [];
    const wait = async (ms: number) => void waits.push(ms);
    await using client = createClient({ baseUrl: upstream.url, timeoutMs: 2000, wait });
    const error = await failure(client, searchProfiles);
    assert.ok(error instanceof CallError && error.status === 503);
    assert.deepEqual(waits, []);
  });
});
