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
  const store = await openStore({ kind: 'postgres', url, schema }, options);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= sql`drop schema ${sql.id(schema)} cascade`.execute(store.db).then(store.close));
  return { ...store, close, [Symbol.asyncDispose]: close };
}
