import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openStore, type Store } from '../../../src/store/open.ts';
import { openTestStore } from '../../support/store.ts';

export interface EngineUnderTest {
  readonly name: string;
  /** Why it can't be tested here. */
  readonly skip: string | false;
  /** A store of its own, which leaves nothing behind. */
  open(): Promise<Store>;
}

const url = process.env.KITH_TEST_POSTGRES_URL;

async function openPostgres(): Promise<Store> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`;
  const store = await openStore({ kind: 'postgres', url: url ?? '', schema });
  const close = async () => {
    await sql`drop schema ${sql.id(schema)} cascade`.execute(store.db);
    await store.close();
  };
  return { ...store, close, [Symbol.asyncDispose]: close };
}

/** The same tests run on both. */
export const engines: readonly EngineUnderTest[] = [
  { name: 'PGlite', skip: false, open: openTestStore },
  { name: 'PostgreSQL', skip: url === undefined && 'KITH_TEST_POSTGRES_URL is not set', open: openPostgres },
];
