import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore, type Store, type StoreOptions } from '../../src/store/open.ts';

/**
 * A new, empty store: in memory, where a dump of the empty one, kept between runs, makes it quick; or, where
 * KITH_TEST_POSTGRES_URL names a PostgreSQL, in a schema of its own there, which is dropped at the end.
 */
export function openTestStore(options: Pick<StoreOptions, 'onStatement'> = {}): Promise<Store> {
  const url = process.env.KITH_TEST_POSTGRES_URL;
  if (url) return openInSchema(url, `kith_test_${randomBytes(8).toString('hex')}`, options);
  return openStore(
    { kind: 'pglite', dataDir: 'memory' },
    { ...options, templateDir: join(tmpdir(), 'kith-test-template') },
  );
}

async function openInSchema(url: string, schema: string, options: StoreOptions): Promise<Store> {
  const open = () => openStore({ kind: 'postgres', url, schema }, options);
  // The migrator looks at the tables of all schemas, of which another test may drop one at that moment.
  const store = await open().catch(open);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= sql`drop schema ${sql.id(schema)} cascade`.execute(store.db).then(store.close));
  return { ...store, close, [Symbol.asyncDispose]: close };
}
