import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { CopySink } from '../../../src/store/engine/online-copy.ts';
import { openStore, type Store } from '../../../src/store/open.ts';
import { temporaryDirectory } from '../../support/kith.ts';
import { emptyTemplate } from '../../support/store.ts';

/** Writes a copy to a directory; hears of each file before it is written. */
const into = (directory: string, onFile: (name: string) => Promise<void> | void = () => undefined): CopySink => ({
  directory: async (name) => {
    await mkdir(join(directory, name), { recursive: true, mode: 0o700 });
  },
  file: async (name, content) => {
    await onFile(name);
    const path = join(directory, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, content, { mode: 0o600 });
  },
});

/** Makes the log longer by some segments. */
async function write({ db }: Store, name: string): Promise<void> {
  await sql`create table ${sql.id(name)} as select repeat('x', 1000) || n as text from generate_series(1, 40000) n`.execute(
    db,
  );
}

describe('a copy of a store in use', { timeout: 240_000 }, () => {
  const nothing = async () => undefined;

  it('waits for the one before it, and both are whole', async () => {
    await using room = await temporaryDirectory();
    await using store = await openStore(
      { kind: 'pglite', dataDir: join(room.path, 'data') },
      { template: await emptyTemplate() },
    );
    const { copy } = store;
    assert.ok(copy);
    const order: string[] = [];
    let second: Promise<void> | undefined;
    const first = copy(
      into(join(room.path, 'first/pglite'), async (name) => {
        if (second !== undefined) return;
        await store.db.insertInto('setting').values({ name: 'between', value: '' }).execute();
        second = copy(into(join(room.path, 'second/pglite')), nothing).finally(() => order.push('second'));
        // As it would be awaited by another command.
        second.catch(() => undefined);
        await write(store, `while_${name.length}`);
      }),
      nothing,
    ).finally(() => order.push('first'));
    await first;
    await second;
    assert.deepEqual(order, ['first', 'second']);
    for (const name of ['first', 'second']) {
      await using copied = await openStore(
        { kind: 'pglite', dataDir: join(room.path, name) },
        { template: await emptyTemplate() },
      );
      const settings = await copied.db.selectFrom('setting').select('name').where('name', '=', 'between').execute();
      assert.equal(settings.length, 1, name);
    }
  });

  it('fails where a segment of its log is gone', async () => {
    await using room = await temporaryDirectory();
    const dataDir = join(room.path, 'data');
    await using store = await openStore({ kind: 'pglite', dataDir }, { template: await emptyTemplate() });
    let begun: string | undefined;
    const copying = store.copy?.(
      into(join(room.path, 'copy'), async () => {
        if (begun !== undefined) return;
        const { rows } = await sql<{ name: string }>`
          select pg_walfile_name(redo_lsn + 1) as name from pg_control_checkpoint()`.execute(store.db);
        begun = rows[0]?.name ?? '';
        await write(store, 'more');
      }),
      async () => {
        const log = join(dataDir, 'pglite/pg_wal');
        assert.ok((await readdir(log)).includes(begun ?? ''));
        await rm(join(log, begun ?? ''));
      },
    );
    await assert.rejects(
      copying ?? Promise.resolve(),
      /^Error: The write-ahead log must be complete from (\S+) on, but \1 is missing: back up again\.$/,
    );
  });
});
