import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import type { PostgresConfig } from '../../../src/store/engine/postgres.ts';
import type { StoreEvent } from '../../../src/store/event.ts';
import { openStore } from '../../../src/store/open.ts';
import { sqlState } from '../../../src/store/sql-error.ts';
import { whyUnavailable } from '../../../src/store/unavailable.ts';

const url = process.env.KITH_TEST_POSTGRES_URL ?? '';

describe('a store on PostgreSQL alone', { skip: url === '' && 'KITH_TEST_POSTGRES_URL is not set' }, () => {
  let client: Client;
  let config: PostgresConfig & { schema: string };
  beforeEach(async () => {
    config = { kind: 'postgres', url, schema: `test_${randomUUID().replaceAll('-', '')}` };
    client = new Client(url);
    await client.connect();
  });
  afterEach(async () => {
    await client.query(`drop schema if exists ${config.schema} cascade`);
    await client.end();
  });

  it('cancels a statement that takes too long', async () => {
    await using store = await openStore({ ...config, statementTimeoutMs: 50 });
    await assert.rejects(sql`select pg_sleep(10)`.execute(store.db), (error) => sqlState(error) === '57014');
  });

  it('gives a statement half a minute where nothing else is said', async () => {
    await using store = await openStore(config);
    const { rows } = await sql`show statement_timeout`.execute(store.db);
    assert.deepEqual(rows, [{ statement_timeout: '30s' }]);
  });

  it('is migrated once by several that open it at once, and new to one of them', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(config)));
    assert.deepEqual(stores.map(({ fresh }) => fresh).sort(), [false, false, false, true]);
    await Promise.all(stores.map((store) => store.close()));
  });

  it('keeps its tables in its own schema', async () => {
    await using store = await openStore(config);
    await store.db.insertInto('setting').values({ name: 'here', value: '' }).execute();
    const { rows } = await client.query(`select name from ${config.schema}.setting`);
    assert.deepEqual(rows, [{ name: 'here' }]);
  });

  it('replaces a connection that the server ends, and says so', async () => {
    const lost = Promise.withResolvers<StoreEvent>();
    const log = (event: StoreEvent) => event.kind === 'connection-lost' && lost.resolve(event);
    await using store = await openStore({ ...config, poolSize: 1 }, { log });
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(store.db);
    await client.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    const reason = 'terminating connection due to administrator command';
    assert.deepEqual(await lost.promise, { kind: 'connection-lost', reason });
    assert.equal((await sql`select 1`.execute(store.db)).rows.length, 1);
  });

  it('fails a transaction whose connection the server ends, and no more than that', { timeout: 60_000 }, async () => {
    await using store = await openStore(config);
    const broken = store.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      const pid = rows[0]?.pid;
      const sleeping = sql`select pg_sleep(10)`.execute(trx);
      sleeping.catch(() => undefined);
      const active = "select from pg_stat_activity where pid = $1 and state = 'active' and query like '%pg_sleep%'";
      while ((await client.query(active, [pid])).rowCount !== 1);
      await client.query('select pg_terminate_backend($1)', [pid]);
      await sleeping;
    });
    // Why it failed, rather than that it can't be rolled back.
    await assert.rejects(broken, (error) => whyUnavailable(error) === 'no-answer' && sqlState(error) === '57P01');
    const betweenStatements = store.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await client.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
      await sql`select 1`.execute(trx);
    });
    await assert.rejects(betweenStatements, (error) => whyUnavailable(error) === 'no-answer');
    assert.equal((await sql`select 1`.execute(store.db)).rows.length, 1);
  });

  it('refuses a schema that it would have to quote', async () => {
    await assert.rejects(openStore({ ...config, schema: 'a b; c' }), {
      message: 'schema: must be lower-case letters, digits and underscores, at most 63, but got "a b; c"',
    });
  });

  it('fails to open where no server answers, and leaves nothing behind', async () => {
    await assert.rejects(openStore({ ...config, url: 'postgres://127.0.0.1:1/none' }), /ECONNREFUSED/);
  });
});
