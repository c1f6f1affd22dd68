import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type CastService, openCast } from '../support/service.ts';

suite('the rate limit', () => {
  let service: CastService;
  let clock = new Date('2026-01-15T12:00:00.000Z');
  before(async () => {
    service = await openCast({ requestsPerMinute: 4, now: () => clock });
  });
  after(() => service.close());

  const pass = (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000);
  };
  const ask = (as: 'orchard' | 'meadow') => service.get(as, '/credits/usage');

  test('it says with every answer what is left', async () => {
    const { status, headers } = await ask('orchard');
    assert.equal(status, 200);
    assert.equal(headers.get('ratelimit-policy'), '"key";q=4;w=60');
    assert.equal(headers.get('ratelimit'), '"key";r=3;t=15');
  });

  test('it refuses a key past its bucket with 429, says when to come back, and leaves other keys alone', async () => {
    for (let count = 1; count < 4; count += 1) assert.equal((await ask('orchard')).status, 200);
    const { status, headers, body } = await ask('orchard');
    assert.deepEqual(
      { status, body },
      {
        status: 429,
        body: { code: 429, errors: ['x-api-key: must be used at most 4 times a minute; try again in 15 s'] },
      },
    );
    assert.equal(headers.get('retry-after'), '15');
    assert.equal(headers.get('ratelimit'), '"key";r=0;t=60');
    assert.ok(headers.get('x-request-id'));
    assert.equal((await ask('meadow')).status, 200);
  });

  test('it fills the bucket evenly, and never above its size', async () => {
    pass(14.9);
    assert.equal((await ask('orchard')).status, 429);
    pass(0.1);
    assert.equal((await ask('orchard')).status, 200);
    assert.equal((await ask('orchard')).status, 429);
    pass(3600);
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await ask('orchard')).status);
    assert.deepEqual(statuses, [200, 200, 200, 200, 429]);
  });

  test('it does not count what has no valid key', async () => {
    pass(3600);
    for (let count = 0; count < 10; count += 1) assert.equal((await service.send('/credits/usage')).status, 401);
    assert.equal((await ask('orchard')).status, 200);
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
