import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { openService } from '../../src/service/server.ts';
import { keyOf } from '../support/cast/cast.ts';
import { type CastService, openCast } from '../support/service.ts';

const redisUrl = process.env.KITH_TEST_REDIS_URL;

suite('the rate limit', () => {
  let service: CastService;
  before(async () => {
    service = await openCast({ traffic: { requestsPerMinute: 4 } });
  });
  after(() => service.close());

  const ask = (as: 'orchard' | 'meadow') => service.get(as, '/credits/usage');

  test('it does not count what has no valid key', async () => {
    for (let count = 0; count < 10; count += 1) assert.equal((await service.send('/credits/usage')).status, 401);
  });

  test('it says with every answer what is left', async () => {
    const { status, headers } = await ask('orchard');
    assert.equal(status, 200);
    assert.equal(headers.get('ratelimit-policy'), '"key";q=4;w=60');
    assert.equal(headers.get('ratelimit'), '"key";r=3;t=60');
  });

  test('it refuses a key past it with 429, says when to come back, and leaves other keys alone', async () => {
    for (let count = 1; count < 4; count += 1) assert.equal((await ask('orchard')).status, 200);
    const { status, headers, body } = await ask('orchard');
    assert.equal(status, 429);
    assert.match(JSON.stringify(body), /x-api-key: At most 4 requests a minute are taken, but got more/);
    assert.match(headers.get('retry-after') ?? '', /^[1-6]\d$/);
    assert.match(headers.get('ratelimit') ?? '', /^"key";r=0;t=\d+$/);
    assert.ok(headers.get('x-request-id'));
    assert.equal((await ask('meadow')).status, 200);
  });

  test('it counts over all services that share a Redis', { skip: redisUrl ? false : 'no Redis' }, async () => {
    await using one = await openCast({ secret: randomUUID(), traffic: { requestsPerMinute: 2, redisUrl } });
    const { store, context } = one;
    await using other = await openService({
      store,
      secret: context.secret,
      urls: context.urls,
      traffic: { requestsPerMinute: 2, redisUrl },
    });
    const statuses: number[] = [];
    for (const { url } of [one, other, one, other]) {
      const { status } = await fetch(`${url}/credits/usage`, { headers: { 'x-api-key': keyOf('orchard') } });
      statuses.push(status);
    }
    assert.deepEqual(statuses, [200, 200, 429, 429]);
  });

  test('it is off unless configured', async () => {
    await using other = await openCast();
    for (let count = 0; count < 20; count += 1) {
      const { status, headers } = await other.get('orchard', '/credits/usage');
      assert.equal(status, 200);
      assert.equal(headers.get('ratelimit'), null);
    }
  });
});
