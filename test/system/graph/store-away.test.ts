import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { keyOf } from '../../support/cast/cast.ts';
import { openCastGraph } from '../../support/cast/cast-graph.ts';
import { kith } from '../../support/kith.ts';
import { openWire } from '../../support/network/wire.ts';

const { KITH_TEST_REDIS_URL: redisUrl } = process.env;

describe('sessions of a graph whose Redis is a port that nobody listens on', {
  skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
  timeout: 120_000,
}, () => {
  it('are answered with 503 once nobody knows whether they are revoked, never with 401, and go on once it is back', async () => {
    await using wire = await openWire(new URL(redisUrl ?? ''));
    await using cast = await openCastGraph({ redisUrl: wire.url, secret: randomUUID() });
    const post = async (path: string, headers: Record<string, string>, body: object) => {
      const answer = await fetch(cast.graph.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() };
    };
    const made = await post('/session', { 'x-api-key': keyOf('orchard') }, { rights: 'look' });
    const authorization = `Bearer ${made.body.token}`;
    const ask = () => post('/graphql', { authorization }, { query: '{ viewer { id } }' });
    assert.equal((await ask()).status, 200);

    await wire.cut();
    const statuses = new Set<number>();
    let last = await ask();
    for (; last.status === 200; last = await ask()) {
      statuses.add(last.status);
      await wait(200);
    }
    assert.deepEqual([...statuses, last.status], [200, 503]);
    assert.equal(last.body.errors[0].extensions.code, 'UNAVAILABLE');
    // None is made either, and the key itself goes on.
    assert.equal((await post('/session', { 'x-api-key': keyOf('orchard') }, {})).status, 503);
    assert.equal(
      (await post('/graphql', { 'x-api-key': keyOf('orchard') }, { query: '{ viewer { id } }' })).status,
      200,
    );

    await wire.mend();
    while ((await ask()).status !== 200) await wait(200);
  });
});

describe('a graph whose REDIS_URL names a database that Redis does not have', {
  skip: redisUrl ? false : 'KITH_TEST_REDIS_URL names no Redis',
}, () => {
  it('is refused at start, for it would use another', async () => {
    const { code, err } = await kith(['graph'], {
      KITH_UPSTREAM_URL: 'http://127.0.0.1:1',
      KITH_SECRET: randomUUID(),
      REDIS_URL: new URL('/9999', redisUrl).href,
    });
    assert.equal(code, 1);
    assert.match(err, /REDIS_URL names the database 9999, which cannot be used \(.*\): name another one/);
  });
});
