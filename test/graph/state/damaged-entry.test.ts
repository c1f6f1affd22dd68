import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { Redis } from 'ioredis';
import { Database } from '../../../src/graph/state/database.ts';
import { people } from '../../support/cast/cast.ts';
import { administer } from '../../support/graph/administer.ts';
import { sessionToken } from '../../support/session-token.ts';
import { openWatched } from '../features/watches/watched.ts';

/** Entries of one kind, by the beginnings of their partition and key, and how to read them. */
const kinds = [
  ['watches', 'watch:', 'watch', '{ found: watches { id } }'],
  ['purses', 'purses:', 'purse/', '{ found: purses { id } }'],
  ['target lists', 'target-lists:', 'list:', '{ found: targetLists { id } }'],
] as const;

const createList = `mutation ($name: String!) {
  createTargetList(input: { name: $name }) { problems { message } }
}`;

const { KITH_TEST_REDIS_URL } = process.env;
const stores = [
  ['SQLite', undefined],
  ['Redis', KITH_TEST_REDIS_URL],
] as const;

for (const [[what, partition, key, query], [store, redisUrl]] of kinds.flatMap((kind) =>
  stores.map((one) => [kind, one] as const),
)) {
  const skip = store === 'Redis' && redisUrl === undefined ? 'KITH_TEST_REDIS_URL names no Redis' : false;
  it(`leaves one damaged entry out of a key’s ${what} on ${store}, and forgets people all the same`, {
    skip,
  }, async () => {
    using database = new Database(':memory:');
    const secret = randomUUID();
    await using watched = await openWatched({ database, redisUrl, secret });
    const { url } = watched.graph.graph;
    for (const name of ['one', 'other']) {
      if (what === 'watches') await watched.create({ name });
      if (what === 'purses') await sessionToken(url, 'key', { label: name, total: 5 });
      if (what === 'target lists') await watched.ask(createList, { name });
    }
    const idsNow = async () => (await watched.ask<{ found: { id: string }[] }>(query)).found.map(({ id }) => id);
    const [damaged, ...others] = await idsNow();
    assert.equal(others.length, 1);
    const damage = redisUrl === undefined ? damageRow(database) : damageField(redisUrl);
    const purge = { profiles: [people.chloe.id], names: [], companies: [], all: false };
    for (const garbage of ['', '{', 'null', '[]', '{"id":7}', '7']) {
      await damage(partition, key, damaged ?? '', garbage);
      assert.deepEqual(await idsNow(), others, garbage);
      const { status, body } = await administer(url, secret, 'POST', '/purge', undefined, purge);
      assert.equal(status, 200, JSON.stringify(body));
    }
    // The graphs of other tests read what is stored in Redis, too.
    if (redisUrl !== undefined) await damage(partition, key, damaged ?? '', undefined);
  });
}

/** Overwrites the value of an entry, whose partition or key has an id, or removes the entry. */
type Damage = (partition: string, key: string, id: string, garbage: string | undefined) => Promise<void>;

const damageRow =
  (database: Database): Damage =>
  async (partition, key, id, garbage) => {
    const [row] = database.all`
      SELECT partition, key FROM state_entry
      WHERE partition LIKE ${`${partition}%`} AND key LIKE ${`${key}%`} AND partition || key LIKE ${`%${id}%`}`;
    database.run`UPDATE state_entry SET value = ${garbage ?? ''}, version = version + 1
      WHERE partition = ${String(row?.partition)} AND key = ${String(row?.key)}`;
  };

const damageField =
  (redisUrl: string): Damage =>
  async (partition, key, id, garbage) => {
    const redis = new Redis(redisUrl);
    let damaged = 0;
    for (const hash of await redis.keys(`*${partition}*}`))
      for (const field of await redis.hkeys(hash)) {
        if (!field.startsWith(key) || !(hash + field).includes(id)) continue;
        const [version = '', end = ''] = (await redis.hget(hash, field))?.split(' ') ?? [];
        if (garbage === undefined) await redis.hdel(hash, field);
        else await redis.hset(hash, field, `${BigInt(version) + 1n} ${end} ${garbage}`);
        damaged += 1;
      }
    assert.equal(damaged, 1);
    await redis.quit();
  };
