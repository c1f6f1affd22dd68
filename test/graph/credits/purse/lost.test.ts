import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { Redis } from 'ioredis';
import pino from 'pino';
import type { Purse } from '../../../../src/graph/credits/purse/purse.ts';
import { PurseRefused } from '../../../../src/graph/credits/purse/purse-refused.ts';
import type { Draw } from '../../../../src/graph/credits/purse/purse-store.ts';
import { RedisPurseStore } from '../../../../src/graph/credits/purse/redis-purse-store.ts';
import { connectRedis } from '../../../../src/graph/redis-connections.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;
const skip = redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis';

const purseOf = (owner: string): Purse => ({
  id: randomUUID(),
  owner,
  scope: 'key',
  childTeamId: undefined,
  label: 'a purse',
  total: 5,
  period: 'none',
  createdAt: Date.now(),
  expiresAt: undefined,
});

const draw = (): Draw => ({
  id: randomUUID(),
  childTeamId: undefined,
  sessionPurse: undefined,
  credits: 8,
  unit: 1,
  cause: 'fetchProfiles',
});

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
    const answer = await store.reserve(payer, draw());
    return answer instanceof PurseRefused ? answer.extensions.code : answer.credits;
  };

  await store.create(purseOf(owner));
  assert.equal(await reserve(owner), 5);
  await redis.del(await redis.keys(`kith:purse:{${owner}}:*`));
  assert.equal(await reserve(owner), 'PURSE_UNAVAILABLE');
  assert.equal(await reserve(randomUUID()), 8);

  const next = purseOf(owner);
  await store.create(next);
  assert.equal(await reserve(owner), 5);
  await store.close(owner, next.id);
  assert.equal(await reserve(owner), 8);
});
