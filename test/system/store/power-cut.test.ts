import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { DurableFiles } from '../../../src/store/engine/durable-files.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { randomFrom } from '../../support/random.ts';

const pageBytes = 8192;
const startParams = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
const open = (files: DurableFiles) =>
  PGlite.create({ fs: files, startParams, postgresqlconf: ['wal_sync_method = fsync', 'shared_buffers = 1MB'] });

/**
 * A disk that loses power: of each file it has what it had when the file was last synced, and of what was written since
 * any of the pages, in any order.
 */
class Disk {
  readonly #directory: string;
  readonly #synced = new Map<string, Buffer>();
  readonly #random: () => number;

  constructor(directory: string, random: () => number) {
    this.#directory = directory;
    this.#random = random;
  }

  /** How much was committed when the log was last synced. */
  durable = 0;
  committed = 0;

  readonly sync = (path: string): void => {
    if (path.includes('pg_wal')) this.durable = this.committed;
    if (existsSync(path) && statSync(path).isFile())
      this.#synced.set(relative(this.#directory, path), readFileSync(path));
  };

  syncAll(): void {
    for (const entry of readdirSync(this.#directory, { recursive: true }))
      this.sync(join(this.#directory, String(entry)));
  }

  /** What is found after the power has gone, now: nothing may be synced between the copy and what is kept of it. */
  cut(into: string): void {
    cpSync(this.#directory, into, { recursive: true });
    for (const entry of readdirSync(into, { recursive: true })) {
      const name = String(entry);
      const path = join(into, name);
      if (!statSync(path).isFile()) continue;
      const written = readFileSync(path);
      const synced = this.#synced.get(name) ?? Buffer.alloc(0);
      const kept = Buffer.alloc(written.length);
      for (let start = 0; start < written.length; start += pageBytes) {
        const page = written.subarray(start, start + pageBytes);
        const old = synced.subarray(start, start + pageBytes);
        (this.#random() < 0.5 ? page : old).copy(kept, start);
      }
      writeFileSync(path, kept);
    }
  }
}

describe('an embedded store whose machine loses power', { timeout: 240_000 }, () => {
  it('opens, with all that was written but the latest', async (t) => {
    const seed = Number(process.env.KITH_PROPERTY_SEED ?? Date.now() % 1e9);
    t.diagnostic(`KITH_PROPERTY_SEED=${seed}`);
    const random = randomFrom(seed);
    await using room = await temporaryDirectory();
    const directory = join(room.path, 'pglite');
    const disk = new Disk(directory, random);
    const database = await open(new DurableFiles(directory, disk.sync));
    disk.syncAll();
    await database.exec('create table entry (id integer primary key, text text); create table other (text text)');
    const cuts = 3;
    for (let cut = 0; cut < cuts; cut += 1) {
      const until = disk.committed + 20 + Math.floor(random() * 150);
      while (disk.committed < until) {
        await database.query('insert into entry values ($1, $2)', [disk.committed + 1, 'x'.repeat(random() * 200)]);
        disk.committed += 1;
        // Pages leave the small buffer, tables come and go, and the log begins anew.
        if (random() < 0.02) await database.exec("update entry set text = text || 'y' where id % 7 = 0");
        if (random() < 0.02) await database.exec('drop table other; create table other as select * from entry');
        if (random() < 0.01) await database.exec('checkpoint');
        await setImmediate();
      }
      const copy = join(room.path, 'copy');
      disk.cut(copy);
      // The log goes on being synced while the copy is looked at.
      const { durable } = disk;
      const reopened = await open(new DurableFiles(copy));
      const { rows } = await reopened.query<{ found: number; last: number; indexed: number }>(`
        select count(*)::integer as found, max(id) as last,
          (select count(*)::integer from entry where id between 1 and 1000000) as indexed from entry`);
      await reopened.query('select count(*) from other');
      await reopened.close();
      rmSync(copy, { recursive: true });
      const { found = 0, last = 0, indexed = 0 } = rows[0] ?? {};
      t.diagnostic(`committed ${disk.committed}, on the disk ${durable}, found ${found}`);
      assert.deepEqual([found, indexed], [last, last], 'no row before the last is lost');
      assert.ok(durable <= found && found <= disk.committed, `${found} rows of ${disk.committed}`);
    }
    await database.close();
  });
});
