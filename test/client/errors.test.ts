import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import { createClient } from '../../src/client/client.ts';
import {
  BadUpstreamRequest,
  CallError,
  ConnectionLost,
  CreditLimitReached,
  Forbidden,
  RateLimited,
  RecordsMissing,
  RefusedByGateway,
  StillInFlight,
  Unauthenticated,
  UpstreamFailed,
  UpstreamMalformed,
  UpstreamTimeout,
  UpstreamUnreachable,
} from '../../src/client/errors.ts';
import { retryAfterMs } from '../../src/client/retry.ts';
import { creditUsage } from '../../src/contract/operation/credits.ts';
import { mapNetwork } from '../../src/contract/operation/network-mapper.ts';
import type { Operation } from '../../src/contract/operation/operation.ts';
import { fetchProfiles, searchProfiles } from '../../src/contract/operation/profiles.ts';
import { addConnector, createTeam } from '../../src/contract/operation/team.ts';
import { timedOut } from '../support/network/timed-out.ts';
import {
  answers,
  babbles,
  closedAddress,
  isSilent,
  openUpstream,
  resets,
  resetsMidBody,
  type Step,
} from './scripted-upstream.ts';

const credential = { apiKey: 'kith_secret_of_the_test' };
const standard = (code: number) => ({ code, errors: ['limit: must be between 0 and 1000, but got 5000'] });

/** The error of one call, never sent again, to an upstream that takes this step; a test's own clock ends its silence. */
async function failureOf(operation: Operation, step: Step, t?: TestContext, { apiKey } = credential) {
  const timeoutMs = 5_000;
  await using upstream = await openUpstream(step);
  await using client = createClient({ baseUrl: upstream.url, retries: 0, timeoutMs });
  const fail = () => errorOf(client.call<unknown, unknown>(operation, {}, { apiKey }, { requestId: 'r-1' }));
  return await (t && step === isSilent ? timedOut(t, timeoutMs, fail, () => upstream.seen.length === 1) : fail());
}

async function errorOf(call: Promise<unknown>): Promise<CallError> {
  const error: unknown = await call.then(
    () => assert.fail('the call succeeded'),
    (reason) => reason,
  );
  assert.ok(error instanceof CallError, inspect(error));
  return error;
}

/** Each way to fail of a priced operation: what happens, the class, its code, and whether it may have cost credits. */
const failures: readonly (readonly [string, Step, new (...args: never) => CallError, string, 'no' | 'maybe'])[] = [
  ['400', answers(400, standard(400)), BadUpstreamRequest, 'BAD_UPSTREAM_REQUEST', 'no'],
  ['404', answers(404, standard(404)), RecordsMissing, 'BAD_UPSTREAM_REQUEST', 'no'],
  ['404 in HTML', answers(404, '<h1>Not found</h1>'), BadUpstreamRequest, 'BAD_UPSTREAM_REQUEST', 'no'],
  ['401', answers(401, standard(401)), Unauthenticated, 'UNAUTHENTICATED', 'no'],
  ['402', answers(402, standard(402)), CreditLimitReached, 'CREDIT_LIMIT', 'no'],
  ['403', answers(403, standard(403)), Forbidden, 'FORBIDDEN', 'no'],
  ['401 in HTML', answers(401, '<h1>Sign in</h1>'), RefusedByGateway, 'UPSTREAM_FAILED', 'no'],
  ['403 in HTML', answers(403, '<h1>Blocked</h1>'), RefusedByGateway, 'UPSTREAM_FAILED', 'no'],
  ['an empty 401', answers(401, ''), RefusedByGateway, 'UPSTREAM_FAILED', 'no'],
  ['429', answers(429, standard(429)), RateLimited, 'RATE_LIMITED', 'no'],
  ['500', answers(500, standard(500)), UpstreamFailed, 'UPSTREAM_FAILED', 'no'],
  ['503 in HTML', answers(503, '<h1>Sorry</h1>'), UpstreamFailed, 'UPSTREAM_FAILED', 'no'],
  ['a redirect', answers(302, '', { location: '/elsewhere' }), UpstreamFailed, 'UPSTREAM_FAILED', 'no'],
  ['a reset before the answer', resets, ConnectionLost, 'UPSTREAM_UNREACHABLE', 'maybe'],
  ['a reset within a 200', resetsMidBody(200), ConnectionLost, 'UPSTREAM_UNREACHABLE', 'maybe'],
  ['a reset within a 500', resetsMidBody(500), ConnectionLost, 'UPSTREAM_UNREACHABLE', 'no'],
  ['silence', isSilent, UpstreamTimeout, 'UPSTREAM_TIMEOUT', 'maybe'],
  ['another protocol', babbles, UpstreamMalformed, 'UPSTREAM_MALFORMED', 'maybe'],
  ['half an answer', answers(200, '{"results":[{"id":"Ada'), UpstreamMalformed, 'UPSTREAM_MALFORMED', 'maybe'],
  ['an empty answer', answers(200, ''), UpstreamMalformed, 'UPSTREAM_MALFORMED', 'maybe'],
  ['an answer of another shape', answers(200, { Ada: 1 }), UpstreamMalformed, 'UPSTREAM_MALFORMED', 'maybe'],
  ['an empty 204', answers(204, ''), UpstreamMalformed, 'UPSTREAM_MALFORMED', 'no'],
];

describe('a failed fetch', () => {
  for (const [what, step, Class, code, charged] of failures) {
    it(`is ${Class.name} after ${what}, charged: ${charged}`, async (t) => {
      const error = await failureOf(fetchProfiles, step, t);
      assert.equal(error.constructor, Class);
      assert.equal(error.name, Class.name);
      assert.equal(error.code, code);
      assert.equal(error.charged, charged);
      assert.equal(error.operation, 'fetchProfiles');
      // A refused key concerns every operation.
      assert.match(error.message, Class === Unauthenticated ? /^The data service .+\.$/ : /^fetchProfiles: .+\.$/);
    });
  }

  it('is UpstreamUnreachable, charged: no, where nobody listens', async () => {
    await using client = createClient({ baseUrl: await closedAddress(), retries: 0 });
    const error = await errorOf(client.call(fetchProfiles, { ids: [] }, credential));
    assert.ok(error instanceof UpstreamUnreachable);
    assert.equal(error.reason, 'ECONNREFUSED');
    assert.equal(error.code, 'UPSTREAM_UNREACHABLE');
    assert.equal(error.charged, 'no');
  });

  it('is charged: no when the time was over before a connection was free', async () => {
    await using upstream = await openUpstream(isSilent);
    await using client = createClient({ baseUrl: upstream.url, retries: 0, connections: 1 });
    const first = errorOf(client.call(fetchProfiles, { ids: [] }, credential));
    await upstream.sees(1);
    const second = await errorOf(client.call(fetchProfiles, { ids: [] }, credential, { timeoutMs: 20 }));
    assert.ok(second instanceof RateLimited);
    assert.match(second.message, /was not sent/);
    assert.equal(second.charged, 'no');
    assert.equal(upstream.seen.length, 1);
    await upstream[Symbol.asyncDispose]();
    assert.equal((await first).charged, 'maybe');
  });
});

describe('a failed call', () => {
  it('is never charged if the operation is free', async () => {
    for (const operation of [searchProfiles, creditUsage, createTeam, addConnector]) {
      assert.equal((await failureOf(operation, resets)).charged, 'no');
      assert.equal((await failureOf(operation, answers(200, '{'))).charged, 'no');
    }
    assert.equal((await failureOf(mapNetwork, resets)).charged, 'maybe');
  });

  it('tells the status and the request id: the upstream’s, or the one sent', async () => {
    const theirs = await failureOf(searchProfiles, answers(500, standard(500), { 'x-request-id': 'theirs' }));
    assert.deepEqual([theirs.status, theirs.requestId], [500, 'theirs']);
    const ours = await failureOf(searchProfiles, answers(500, standard(500)));
    assert.deepEqual([ours.status, ours.requestId], [500, 'r-1']);
    const none = await failureOf(searchProfiles, resets);
    assert.deepEqual([none.status, none.requestId], [undefined, 'r-1']);
  });

  it('is passing where an earlier call with its idempotency key is not answered yet', async () => {
    await using upstream = await openUpstream(answers(409, standard(409)));
    await using client = createClient({ baseUrl: upstream.url, retries: 0 });
    const call = (idempotencyKey?: string) =>
      errorOf(client.call(mapNetwork, { query: {} }, credential, { idempotencyKey }));
    const keyed = await call('once');
    assert.ok(keyed instanceof StillInFlight);
    assert.deepEqual([keyed.code, keyed.charged, keyed.shouldRetry()], ['UPSTREAM_FAILED', 'no', true]);
    assert.ok((await call()) instanceof BadUpstreamRequest);
  });

  it('keeps the upstream’s sentences, but not in its message', async () => {
    const error = await failureOf(searchProfiles, answers(400, standard(400)));
    assert.deepEqual(error.sentences, standard(400).errors);
    assert.equal(error.message, 'searchProfiles: the data service refused the request with 400.');
    for (const body of ['', 'null', '[]', '{"errors":7}', '{"errors":[null,7,{}]}']) {
      assert.deepEqual((await failureOf(searchProfiles, answers(400, body))).sentences, []);
    }
    assert.deepEqual((await failureOf(searchProfiles, answers(400, '{"errors":"no"}'))).sentences, ['no']);
  });

  it('keeps the beginnings of the upstream’s sentences, however long and many they are', async () => {
    const { sentences } = await failureOf(
      searchProfiles,
      answers(400, { code: 400, errors: Array.from({ length: 1_000 }, () => 'long '.repeat(10_000)) }),
    );
    assert.equal(sentences.length, 20);
    for (const sentence of sentences) assert.match(sentence, /^(?:long ){100}…$/);
  });

  it('strikes the key out of whole words of sentences, and out of nothing else', async () => {
    const refusal = (sentence: string) => answers(401, { code: 401, errors: [sentence] });
    const sentence = 'x-api-key: must be a valid key, is unknown, "expired" or {errors}';
    for (const apiKey of ['a', 'no', 'key', 'errors', '401', '"', '{', ':', 'unknow', 'x-api-ke'])
      assert.deepEqual(
        (await failureOf(searchProfiles, refusal(sentence), undefined, { apiKey })).sentences,
        [sentence],
        apiKey,
      );
    for (const apiKey of ['kith_0123', 'a.b*c(d)$', 'quo"ted\\key', 'with words in it'])
      assert.deepEqual(
        (await failureOf(searchProfiles, refusal(`key=${apiKey}, "${apiKey}" or x${apiKey}`), undefined, { apiKey }))
          .sentences,
        [`key=[key], "[key]" or x${apiKey}`],
      );
  });

  it('tells what is wrong with an answer’s shape, in words of the contract', async () => {
    const cases = [
      [fetchProfiles, '[]', 'expected an object, but got an array'],
      [fetchProfiles, 'null', 'expected an object, but got null'],
      [fetchProfiles, { not_found: [] }, 'results: is missing'],
      [fetchProfiles, { results: {}, not_found: [] }, 'results: expected an array, but got an object'],
      [searchProfiles, { ids: [], total_count: 'many' }, 'total_count: expected a number, but got a string'],
      [creditUsage, { usage: null }, 'usage: expected a number, but got null'],
      [createTeam, { team_id: 7 }, 'team_id: expected a string, but got a number'],
      [mapNetwork, { task_id: 't' }, 'items: is missing'],
      [searchProfiles, '{"ids": Ada', 'its body is not JSON'],
    ] as const;
    for (const [operation, body, problem] of cases) {
      const { message } = await failureOf(operation, answers(200, body));
      assert.equal(message, `${operation.name}: the data service’s answer cannot be read: ${problem}.`);
    }
  });
});

describe('a call that no upstream should see', () => {
  it('is refused where its key or its team fits no header', async () => {
    await using upstream = await openUpstream(answers(200, { results: [], not_found: [] }));
    await using client = createClient({ baseUrl: upstream.url });
    for (const apiKey of ['', 'kith\r\nx-authenticate-team: other', 'kith_李', ' kith', 'kith\t']) {
      const error = await errorOf(client.call(fetchProfiles, { ids: [] }, { apiKey }));
      assert.ok(error instanceof Unauthenticated);
      assert.equal(error.charged, 'no');
      assert.equal(error.status, undefined);
    }
    for (const childTeamId of ['a\nb', ' a', 'a '])
      assert.ok(
        (await errorOf(client.call(fetchProfiles, { ids: [] }, { ...credential, childTeamId }))) instanceof Forbidden,
      );
    assert.equal(upstream.connections(), 0);
  });

  it('is refused where the operation knows no child team, and might answer for the partner', async () => {
    await using upstream = await openUpstream(answers(200, { usage: 7 }));
    await using client = createClient({ baseUrl: upstream.url });
    const error = await errorOf(client.call(creditUsage, undefined, { ...credential, childTeamId: 'child' }));
    assert.ok(error instanceof BadUpstreamRequest);
    assert.equal(error.message, 'creditUsage: it cannot run in a child team’s context.');
    assert.equal(upstream.connections(), 0);
  });
});

describe('a 402', () => {
  const resolution = { enable_overages: 'https://kith.test/overages', upgrade_plan: 'https://kith.test/plans' };
  const overage = { code: 'OVERAGE_PROTECTION_ENABLED', message: 'The monthly credit limit is reached.', resolution };

  it('of overage protection carries the links out of it', async () => {
    const error = await failureOf(fetchProfiles, answers(402, { status: 402, errors: [overage] }));
    assert.ok(error instanceof CreditLimitReached);
    assert.deepEqual(error.resolution, {
      enableOverages: 'https://kith.test/overages',
      upgradePlan: 'https://kith.test/plans',
    });
    assert.deepEqual(error.sentences, ['The monthly credit limit is reached.']);
  });

  it('of the standard kind, or with half a resolution or a link that is none, carries none', async () => {
    const half = { ...overage, resolution: { enable_overages: 'https://kith.test/overages' } };
    const script = { ...overage, resolution: { ...resolution, enable_overages: 'javascript:alert(1)' } };
    const bodies = [standard(402), { status: 402, errors: [half] }, { status: 402, errors: [script] }, 'no credits'];
    for (const body of bodies) {
      const error = await failureOf(fetchProfiles, answers(402, body));
      assert.ok(error instanceof CreditLimitReached);
      assert.equal(error.resolution, undefined);
    }
  });
});

describe('Retry-After', () => {
  it('is kept by 429 and 503', async () => {
    for (const status of [429, 503]) {
      const error = await failureOf(searchProfiles, answers(status, standard(status), { 'retry-after': '3600' }));
      assert.ok(error instanceof RateLimited || error instanceof UpstreamFailed);
      assert.equal(error.retryAfterMs, 3_600_000);
    }
  });

  it('is read as seconds or as a date, and is nothing else', () => {
    const now = () => Date.UTC(2030, 0, 1, 12, 0, 0);
    assert.equal(retryAfterMs('0', now), 0);
    assert.equal(retryAfterMs('120', now), 120_000);
    assert.equal(retryAfterMs('Tue, 01 Jan 2030 12:00:30 GMT', now), 30_000);
    assert.equal(retryAfterMs('Tue, 01 Jan 2030 11:00:00 GMT', now), 0);
    assert.equal(retryAfterMs('3600', now), 3_600_000);
    for (const tooLong of ['3601', '1800000000', '99999999999999', 'Thu, 01 Jan 2099 00:00:00 GMT'])
      assert.equal(retryAfterMs(tooLong, now), 60_000, tooLong);
    assert.equal(retryAfterMs('soon', now), undefined);
    assert.equal(retryAfterMs(undefined, now), undefined);
  });
});

describe('an error', () => {
  const echo = { code: 400, errors: [`the key ${credential.apiKey} of Ada Lovelace is wrong`] };
  const echoes: readonly (readonly [string, Step])[] = [
    ...failures.map(([what, step]) => [what, step] as const),
    ...[400, 401, 402, 403, 429, 500].map((status) => [`an echoed ${status}`, answers(status, echo)] as const),
    ['an echo that is no JSON', answers(200, `${credential.apiKey} of Ada Lovelace`)],
    ['an echo as a member', answers(200, { [credential.apiKey]: 'Ada Lovelace', results: 'Ada Lovelace' })],
  ];

  it('never shows the key, nor what was sent or answered', async (t) => {
    for (const [what, step] of echoes) {
      const error = await failureOf(fetchProfiles, step, t);
      const shown = [
        error.message,
        `${error.stack}`,
        JSON.stringify(error),
        inspect(error, { depth: 10, showHidden: true }),
        inspect(error.cause),
      ].join('\n');
      assert.doesNotMatch(shown, /kith_secret|Ada/, what);
      assert.doesNotMatch(error.sentences.join(), /kith_secret/, what);
    }
  });
});
