import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { openStore, type StoreConfig } from '../../src/store/open.ts';
import { temporaryDirectory } from './kith.ts';

/** A store that outlives the process that serves it, and how that process is told of it. */
export interface Place extends AsyncDisposable {
  readonly config: StoreConfig;
  readonly env: Readonly<Record<string, string>>;
}

/** A database of its own, since the command takes no schema. */
export async function databasePlace(server: string): Promise<Place> {
  const name = `kith_test_${randomBytes(8).toString('hex')}`;
  const directory = await temporaryDirectory();
  const administer = async (statement: string) => {
    await using store = await openStore({ kind: 'postgres', url: server, schema: `${name}_admin` });
    await sql.raw(`drop schema if exists ${name}_admin cascade`).execute(store.db);
    await sql.raw(statement).execute(store.db);
  };
  await administer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return {
    config: { kind: 'postgres', url: url.href },
    env: { KITH_DATA_DIR: directory.path, DATABASE_URL: url.href },
    [Symbol.asyncDispose]: async () => {
      await administer(`drop database ${name} with (force)`);
      await directory[Symbol.asyncDispose]();
    },
  };
}
