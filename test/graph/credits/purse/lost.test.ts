import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import pino from 'pino';
import { PurseRefused } from '../../../../src/graph/credits/purse/purse-refused.ts';
import { RedisPurseStore } from '../../../../src/graph/credits/purse/redis-purse-store.ts';
import { connectRedis } from '../../../../src/graph/redis-connections.ts';
import { drawOf, purseOf } from '../../../support/graph/purse.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;
const skip = redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis';

test('a key whose purses a Redis has lost pays for nothing until it has a new one', { skip }, async () => {
  await using opened = new AsyncDisposableStack();
  const { commands, subscriptions } = await connectRedis(redisUrl ?? '', pino({ level: 'silent' }));
  opened.defer(() => {
    commands.disconnect();
    subscriptions.disconnect();
  });
  const store = await RedisPurseStore.open({ commands, subscriptions }, Date.now, (error) =>
    assert.fail(String(error)),
  );
  opened.defer(() => store.end());
  const redis = new Redis(redisUrl ?? '');
  opened.defer(() => redis.disconnect());
  const owner = randomUUID();
  const reserve = async (payer: string) => {
    const answer = await store.reserve(payer, drawOf({ credits: 8 }));
    return answer instanceof PurseRefused ? answer.extensions.code : answer.credits;
  };

  await store.create(purseOf({ owner, total: 5 }));
  assert.equal(await reserve(owner), 5);
  await redis.del(await redis.keys(`kith:purse:{${owner}}:*`));
  assert.equal(await reserve(owner), 'PURSE_UNAVAILABLE');
  assert.equal(await reserve(randomUUID()), 8);

  const next = purseOf({ owner, total: 5 });
  await store.create(next);
  assert.equal(await reserve(owner), 5);
  await store.close(owner, next.id);
  assert.equal(await reserve(owner), 8);
});
