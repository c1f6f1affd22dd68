import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { openStore, type Store } from '../../../src/store/open.ts';
import { Kith, temporaryDirectory } from '../../support/kith.ts';
import { emptyTemplate } from '../../support/store.ts';

/** `kith serve` on a new store that `write` has changed, and what it says when it refuses that. */
async function refusalAfter(...written: readonly ((store: Store) => Promise<unknown>)[]): Promise<string> {
  await using directory = await temporaryDirectory();
  for (const write of written) {
    await using store = await openStore(
      { kind: 'pglite', dataDir: directory.path },
      { template: await emptyTemplate() },
    );
    await write(store);
  }
  await using serving = new Kith(['serve'], { KITH_DATA_DIR: directory.path });
  const { code, err } = await serving.ended;
  assert.equal(code, 1);
  assert.doesNotMatch(err, /^ {4}at /m);
  return err;
}

const migratedBy =
  (migration: string) =>
  ({ db }: Store) =>
    sql`insert into kysely_migration (name, timestamp) values (${migration}, '')`.execute(db);

describe('a store that another version has written', { timeout: 120_000 }, () => {
  it('is used where a later one has only added to it, and else refused with a sentence', async () => {
    const refusal = await refusalAfter(migratedBy('9998-later-expand'), migratedBy('9999-later'));
    assert.match(refusal, /^kith: The store must be from this version .* later one has written to it \(9999-later\)/m);
  });

  it('is refused where it is older than 1.0', async () => {
    const refusal = await refusalAfter(({ db }) =>
      sql`update kysely_migration set name = '0001-tables' where name = '0001-store'`.execute(db),
    );
    assert.match(refusal, /^kith: The store must be from Kith 1\.0 or later, but an earlier version has made it/m);
  });
});
