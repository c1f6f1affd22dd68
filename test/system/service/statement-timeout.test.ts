import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test } from 'node:test';
import { Client } from 'pg';
import { noLoadGuard } from '../../../src/http/limits/load-guard.ts';
import { openService } from '../../../src/service/server.ts';
import { openStore } from '../../../src/store/open.ts';
import { keyOf, present } from '../../support/cast/cast.ts';
import { seedCast } from '../../support/cast/seed.ts';

const url = process.env.KITH_TEST_POSTGRES_URL ?? '';

suite('a statement that PostgreSQL ends at its time-out', { skip: url === '' && 'no PostgreSQL' }, () => {
  /** The data service with the cast, whose statements may take so long, and a client that can lock its tables. */
  async function open() {
    const schema = `kith_test_${randomUUID().replaceAll('-', '')}`;
    await using opened = new AsyncDisposableStack();
    const client = new Client(url);
    await client.connect();
    opened.defer(() => client.end());
    opened.defer(async () => {
      await client.query(`drop schema ${schema} cascade`);
    });
    const seeded = await openStore({ kind: 'postgres', url, schema });
    await seedCast(seeded.db);
    await seeded.close();
    const store = opened.use(await openStore({ kind: 'postgres', url, schema, statementTimeoutMs: 200 }));
    const service = opened.use(
      await openService({
        store,
        secret: 'a secret for tests, which is long enough',
        urls: { enableOverages: 'https://kith.example/overages', upgradePlan: 'https://kith.example/plans' },
        now: () => present,
        traffic: { load: noLoadGuard },
      }),
    );
    const ask = async (path: string, body?: object) => {
      const response = await fetch(`${service.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { 'x-api-key': keyOf('orchard'), ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    /** Nobody can read the table until the action is over. */
    const locked = async <Result>(table: string, act: () => Promise<Result>): Promise<Result> => {
      await client.query('begin');
      await client.query(`lock table ${schema}.${table} in access exclusive mode`);
      try {
        return await act();
      } finally {
        await client.query('rollback');
      }
    };
    const kept = opened.move();
    return { ask, locked, [Symbol.asyncDispose]: () => kept.disposeAsync() };
  }

  test('is a 400 with a sentence where it was a search, since it would take as long again', async () => {
    await using service = await open();
    const search = () => service.ask('/v3/profiles/search', { query: { match_all: {} }, limit: 1 });
    const { status, headers, text } = await service.locked('profile', search);
    assert.equal(status, 400);
    assert.match(
      text,
      /query: must be one that the store answers within its statement time-out, but got one that takes/,
    );
    assert.equal(headers.get('retry-after'), null);
    assert.equal((await search()).status, 200);
  });

  test('is a 503 where it was anything else', async () => {
    await using service = await open();
    const { status, headers } = await service.locked('usage_period', () => service.ask('/credits/usage'));
    assert.equal(status, 503);
    assert.equal(headers.get('retry-after'), '5');
  });
});
