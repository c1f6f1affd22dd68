import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../src/store/database.ts';
import type { CopiedRow } from '../../src/store/engine/copy-out.ts';
import { migrate } from '../../src/store/migrate.ts';
import { migrations } from '../../src/store/migrations/all.ts';
import type { Store } from '../../src/store/open.ts';
import { readIndexed } from '../../src/store/read-indexed.ts';
import { isUniqueViolation, sqlState } from '../../src/store/sql-error.ts';
import { engines } from '../service/jobs/engines.ts';

const ask = async (db: Kysely<Database>, expression: RawBuilder<unknown>): Promise<unknown> => {
  const { rows } = await sql<{ value: unknown }>`select ${expression} as value`.execute(db);
  return rows[0]?.value;
};

/** What the work fails with. */
const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => assert.fail('It must fail.'),
    (error: unknown) => error,
  );

const put = (db: Kysely<Database>, name: string, value = '') =>
  db.insertInto('setting').values({ name, value }).execute();

const names = async (db: Kysely<Database>): Promise<string[]> =>
  (await db.selectFrom('setting').select('name').execute()).map(({ name }) => name);

const moment = new Date('2024-02-29T23:59:59.123Z');
const uuid = '6F9619FF-8B86-D011-B42D-00C04FC964FF';
const values: readonly (readonly [string, RawBuilder<unknown>, unknown])[] = [
  ['a bigint as a number', sql`${'9007199254740991'}::bigint`, 9007199254740991],
  ['a bigint beyond the safe numbers as a bigint', sql`${'9007199254740993'}::bigint`, 9007199254740993n],
  ['a count as a number', sql`(select count(*) from generate_series(1, 3))`, 3],
  ['a numeric as a number', sql`12.50::numeric`, 12.5],
  ['a double as a number', sql`0.1::double precision`, 0.1],
  ['a boolean', sql`${true}::boolean`, true],
  ['a day as it is written', sql`${'2024-02-29'}::date`, '2024-02-29'],
  ['a moment as a Date', sql`${moment}::timestamptz`, moment],
  ['a moment’s day in UTC', sql`(timestamptz '2024-01-01 23:30:00-05')::date`, '2024-01-02'],
  ['a uuid in lower case', sql`${uuid}::uuid`, uuid.toLowerCase()],
  ['json parsed', sql`${{ a: [1, null, 'ü'] }}::jsonb`, { a: [1, null, 'ü'] }],
  ['bytes as a Buffer', sql`${new Uint8Array([0, 255, 92])}::bytea`, Buffer.from([0, 255, 92])],
  ['an array of texts', sql`${['a"b', '{,}', '', 'NULL', null]}::text[]`, ['a"b', '{,}', '', 'NULL', null]],
  ['an array of bigints', sql`array[1, null]::bigint[]`, [1, null]],
  ['an array of days', sql`${['2024-02-29', null]}::date[]`, ['2024-02-29', null]],
  ['an array of numerics', sql`array[1.5]::numeric[]`, [1.5]],
  ['an array of uuids', sql`array[${uuid}]::uuid[]`, [uuid.toLowerCase()]],
  ['no value', sql`null::timestamptz`, null],
  ['a long text', sql`${'ü'.repeat(2_000_000)}::text`, 'ü'.repeat(2_000_000)],
];

for (const engine of engines) {
  describe(`a store on ${engine.name}`, { skip: engine.skip }, () => {
    let store: Store;
    before(async () => {
      store = await engine.open();
    });
    beforeEach(() => store.db.deleteFrom('setting').execute());
    after(() => store.close());

    for (const [what, expression, value] of values) {
      it(`answers ${what}`, async () => assert.deepEqual(await ask(store.db, expression), value));
    }

    it('names the constraint that a row would break', async () => {
      await put(store.db, 'twice');
      const error = await failure(put(store.db, 'twice'));
      assert.equal(sqlState(error), '23505');
      assert.ok(isUniqueViolation(error));
      assert.ok(isUniqueViolation(error, 'setting_pkey'));
      assert.ok(!isUniqueViolation(error, 'another'));
    });

    it('tells its errors by their SQLSTATE, and goes on', async () => {
      const missing = await failure(sql`insert into setting (name) values ('no value')`.execute(store.db));
      assert.equal(sqlState(await failure(sql`selec 1`.execute(store.db))), '42601');
      assert.equal(sqlState(missing), '23502');
      assert.ok(!isUniqueViolation(missing));
      assert.equal(sqlState(Object.assign(new Error('of a socket'), { code: 'EPIPE' })), undefined);
      assert.equal(await ask(store.db, sql`1`), 1);
    });

    it('refuses a value that nests too deeply, and goes on', async () => {
      const deep = '['.repeat(200_000) + ']'.repeat(200_000);
      assert.equal(sqlState(await failure(ask(store.db, sql`${deep}::jsonb is null`))), '54001');
      assert.equal(await ask(store.db, sql`1`), 1);
    });

    it('answers the rows of a copy as bytes, whatever their number and length', async () => {
      const long = 'ü"\\\n'.repeat(200_000);
      const { rows } = await sql<CopiedRow>`copy (
        select n, case when n % 2 = 0 then ${long} || n end, ${`it's`} from generate_series(1, 8) as n
      ) to stdout (format binary)`.execute(store.db);
      const number = (n: number) => Buffer.from([0, 0, 0, n]);
      assert.deepEqual(
        rows,
        Array.from({ length: 8 }, (_, index) => [
          number(index + 1),
          index % 2 === 0 ? null : Buffer.from(`${long}${index + 1}`),
          Buffer.from(`it's`),
        ]),
      );
      const none = await sql`copy (select 1 where false) to stdout (format binary)`.execute(store.db);
      assert.deepEqual(none.rows, []);
    });

    it('tells the error that ends a copy, before its rows and among them, and goes on', async () => {
      for (const [from, state] of [
        ['nowhere', '42P01'],
        ['(select 1 / (5 - n) from generate_series(1, 9) as n) as rows', '22012'],
      ] as const) {
        const copy = sql`copy (select * from ${sql.raw(from)}) to stdout (format binary)`;
        assert.equal(sqlState(await failure(copy.execute(store.db))), state);
        assert.equal(await ask(store.db, sql`1`), 1);
      }
    });

    it('keeps all of a transaction or nothing', async () => {
      const undone = store.db.transaction().execute(async (trx) => {
        await put(trx, 'lost');
        throw new Error('undone');
      });
      await assert.rejects(undone, { message: 'undone' });
      await store.db.transaction().execute((trx) => put(trx, 'kept'));
      assert.deepEqual(await names(store.db), ['kept']);
    });

    it('does not pass off a transaction that was rolled back as committed', async () => {
      const swallowing = store.db.transaction().execute(async (trx) => {
        await put(trx, 'twice');
        await failure(put(trx, 'twice'));
      });
      await assert.rejects(swallowing, { name: 'AbortedTransactionError' });
      assert.deepEqual(await names(store.db), []);
    });

    it('keeps what others ask out of an open transaction', async () => {
      let asked: Promise<string[]> | undefined;
      const undone = store.db.transaction().execute(async (trx) => {
        await put(trx, 'inside');
        // Not awaited in here: with one connection it has to wait for the end of this transaction.
        asked = names(store.db);
        throw new Error('undone');
      });
      await assert.rejects(undone, { message: 'undone' });
      assert.deepEqual(await asked, []);
    });

    it('counts right when many transactions change one row at once', async () => {
      await put(store.db, 'n', '0');
      const addOne = () =>
        store.db.transaction().execute(async (trx) => {
          const row = await trx.selectFrom('setting').select('value').forUpdate().executeTakeFirstOrThrow();
          await trx
            .updateTable('setting')
            .set({ value: `${Number(row.value) + 1}` })
            .execute();
        });
      await Promise.all(Array.from({ length: 30 }, addOne));
      assert.deepEqual(await store.db.selectFrom('setting').select('value').execute(), [{ value: '30' }]);
    });

    it('holds a transaction to reading where it asks for that', async () => {
      const writing = store.db
        .transaction()
        .setAccessMode('read only')
        .execute((trx) => put(trx, 'no'));
      assert.equal(sqlState(await failure(writing)), '25006');
    });

    it('reads by index alone, and from one state of the data, where asked to, and there only', async () => {
      const settings = sql`array[current_setting('enable_seqscan'), current_setting('transaction_isolation')]`;
      assert.deepEqual(await readIndexed(store.db, (trx) => ask(trx, settings)), ['off', 'repeatable read']);
      assert.deepEqual(await ask(store.db, settings), ['on', 'read committed']);
    });

    it('runs no migration twice', async () => {
      const schema = String(await ask(store.db, sql`current_schema()`));
      assert.deepEqual(await migrate(store.db, schema, migrations), []);
    });

    it('names the migration that fails, and keeps nothing of it', async () => {
      const schema = String(await ask(store.db, sql`current_schema()`));
      const up = async (db: Kysely<unknown>) => {
        await sql`create table half (id integer)`.execute(db);
        await sql`create tabl`.execute(db);
      };
      await assert.rejects(migrate(store.db, schema, { ...migrations, '9999-broken': { up } }), {
        message: 'Migration 9999-broken failed: syntax error at or near "tabl"',
      });
      assert.equal(await ask(store.db, sql`to_regclass('half')`), null);
    });
  });
}
