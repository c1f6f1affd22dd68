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

  test('it says with every answer what is left [rate-limit.says-every-answer]', async () => {
    const { status, headers } = await ask('orchard');
    assert.equal(status, 200);
    assert.equal(headers.get('ratelimit-policy'), '"key";q=4;w=60');
    assert.equal(headers.get('ratelimit'), '"key";r=3;t=60');
  });

  test('it refuses a key past it with 429, says when to come back, and leaves other keys alone [rate-limit.refuses-key-past]', async () => {
    for (let count = 1; count < 4; count += 1) assert.equal((await ask('orchard')).status, 200);
    const { status, headers, body } = await ask('orchard');
    assert.equal(status, 429);
    assert.match(JSON.stringify(body), /x-api-key: At most 4 requests a minute are accepted, but got more/);
    assert.match(headers.get('retry-after') ?? '', /^[1-6]\d$/);
    assert.match(headers.get('ratelimit') ?? '', /^"key";r=0;t=\d+$/);
    assert.ok(headers.get('x-request-id'));
    assert.equal((await ask('meadow')).status, 200);
  });

  test('it counts over all services that share a Redis [rate-limit.counts-over-services]', {
    skip: redisUrl ? false : 'no Redis',
  }, async () => {
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

  test('it is off unless configured [rate-limit.off-unless-configured]', async () => {
    await using other = await openCast();
    for (let count = 0; count < 20; count += 1) {
      const { status, headers } = await other.get('orchard', '/credits/usage');
      assert.equal(status, 200);
      assert.equal(headers.get('ratelimit'), null);
    }
  });
});

suite('the rate limit of requests without an accepted key', () => {
  const from = (address: string, key?: string) => ({
    headers: { 'x-forwarded-for': address, ...(key && { 'x-api-key': key }) },
  });
  const [stranger, neighbour] = ['203.0.113.7', '203.0.113.8'];
  const openBehindProxy = (statements: string[] = []) =>
    openCast({
      traffic: { anonymousPerMinute: 3, trustedProxies: ['127.0.0.1'] },
      onStatement: ({ sql }) => statements.push(sql),
    });

  test('it refuses an address past it with 429, without a look into the store, and leaves other addresses alone', async () => {
    const statements: string[] = [];
    await using service = await openBehindProxy(statements);
    const ask = (address: string) => service.send('/credits/usage', from(address, `sk_${randomUUID()}`));
    const first = await ask(stranger);
    assert.equal(first.status, 401);
    assert.equal(first.headers.get('ratelimit-policy'), '"address";q=3;w=60');
    assert.equal(first.headers.get('ratelimit'), '"address";r=2;t=60');
    assert.equal((await service.send('/credits/usage', from(stranger))).status, 401);
    assert.equal((await ask(stranger)).status, 401);
    const lookUps = () => statements.filter((sql) => sql.includes('api_key')).length;
    const before = lookUps();
    const { status, headers, body } = await ask(stranger);
    assert.equal(status, 429);
    assert.equal(lookUps(), before);
    assert.match(JSON.stringify(body), /x-api-key: must be an accepted API key, since one address may send at most 3/);
    assert.match(headers.get('retry-after') ?? '', /^\d+$/);
    assert.match(headers.get('ratelimit') ?? '', /^"address";r=0;t=\d+$/);
    assert.equal((await ask(neighbour)).status, 401);
  });

  test('it takes ports and brackets off an address, and counts what is none as the proxy', async () => {
    await using service = await openBehindProxy();
    for (const [one, other] of [
      ['203.0.113.20:4000', '203.0.113.20'],
      ['[2001:db8:1::7]:4000', '2001:db8:1::8'],
      ['junk1', '_hidden2'],
    ]) {
      const statuses: number[] = [];
      for (const address of [one, other, one, other])
        statuses.push((await service.send('/credits/usage', from(address ?? ''))).status);
      assert.deepEqual(statuses, [401, 401, 401, 429]);
    }
  });

  test('it counts no key that is accepted, and answers one that was lately from an address past it', async () => {
    await using service = await openBehindProxy();
    const ask = (key?: string) => service.send('/credits/usage', from(stranger, key));
    for (let count = 0; count < 10; count += 1) {
      const { status, headers } = await ask(keyOf('orchard'));
      assert.equal(status, 200);
      assert.equal(headers.get('ratelimit'), null);
    }
    for (const expected of [401, 401, 401, 429]) assert.equal((await ask()).status, expected);
    assert.equal((await ask(keyOf('orchard'))).status, 200);
    assert.equal((await ask(keyOf('meadow'))).status, 429);
  });

  test('it knows a key for as long as that is in use', async (t) => {
    await using service = await openBehindProxy();
    const ask = (key?: string) => service.send('/credits/usage', from(stranger, key));
    const now = performance.now.bind(performance);
    let later = 0;
    t.mock.method(performance, 'now', () => now() + later);
    assert.equal((await ask(keyOf('orchard'))).status, 200);
    for (const expected of [401, 401, 401, 429]) assert.equal((await ask()).status, expected);
    for (const expected of [200, 200, 200]) {
      later += 40_000;
      assert.equal((await ask(keyOf('orchard'))).status, expected);
    }
    later += 70_000;
    assert.equal((await ask(keyOf('orchard'))).status, 429);
  });

  test('it does not count this machine, where a graph asks for all its callers', async () => {
    await using service = await openBehindProxy();
    for (let count = 0; count < 10; count += 1) assert.equal((await service.send('/credits/usage')).status, 401);
  });

  test('it can be changed and turned off while the service runs', async () => {
    await using service = await openBehindProxy();
    const limits = { requestsPerMinute: undefined, atOnce: 64, waitMs: 10_000, searchesAtOnce: 4, searchMs: 250 };
    const ask = async () => (await service.send('/credits/usage', from(stranger))).status;
    await service.reload({ ...limits, anonymousPerMinute: 1 });
    assert.deepEqual([await ask(), await ask()], [401, 429]);
    await service.reload({ ...limits, anonymousPerMinute: 0 });
    assert.equal(await ask(), 401);
  });
});
