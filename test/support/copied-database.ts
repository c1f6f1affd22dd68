import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { openStore, type Store, type StoreOptions } from '../../src/store/open.ts';
import type { Seed } from './store.ts';
import { fingerprint } from './store-template.ts';

/** The schema of every such store. */
const schema = 'kith_test';

/** The seeded databases that this process has asked for. */
const seeded = new Map<string, Promise<string>>();

/**
 * A store in a database of its own on a server: a copy of one with this seed, which the first to ask for it fills, and which
 * stays there for the day. Copying takes a tenth of the time of filling.
 */
export async function openCopiedDatabase(url: string, seed: Seed, options: StoreOptions): Promise<Store> {
  const template = seeded.get(seed.name) ?? findSeeded(url, seed);
  seeded.set(seed.name, template);
  const name = `kith_test_${randomBytes(8).toString('hex')}`;
  await run(url, `create database ${name} template ${escapeIdentifier(await template)}`);
  const store = await openStore({ kind: 'postgres', url: urlOf(url, name), schema }, options);
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= store.close().then(() => run(url, `drop database ${name} with (force)`)));
  return { ...store, close, [Symbol.asyncDispose]: close };
}

/** The name of the database with a seed, by the sources as they are. Of processes that ask at once one fills it. */
async function findSeeded(url: string, seed: Seed): Promise<string> {
  const now = new Date();
  const today = `kith_seed_${now.toISOString().slice(0, 10)}`;
  const name = `${today}_${seed.name}_${fingerprint(now)}`;
  const draft = `${name}_draft`;
  await using server = await connectTo(url);
  const { client } = server;
  // Ends with the connection.
  await client.query(`select pg_advisory_lock(hashtext(${escapeLiteral(name)}))`);
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 1) return name;
  const { rows: older } = await client.query<{ readonly datname: string }>(
    `select datname from pg_database where datname like 'kith_seed_%' and datname < $1 or datname = $2`,
    [today, draft],
  );
  for (const { datname } of older) await client.query(`drop database if exists ${escapeIdentifier(datname)}`);
  await client.query(`create database ${escapeIdentifier(draft)}`);
  {
    await using store = await openStore({ kind: 'postgres', url: urlOf(url, draft), schema });
    await seed.fill(store);
  }
  await client.query(`alter database ${escapeIdentifier(draft)} rename to ${escapeIdentifier(name)}`);
  return name;
}

async function run(url: string, statement: string): Promise<void> {
  await using server = await connectTo(url);
  await server.client.query(statement);
}

async function connectTo(url: string): Promise<AsyncDisposable & { readonly client: Client }> {
  const client = new Client(url);
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
}

function urlOf(url: string, database: string): string {
  const of = new URL(url);
  of.pathname = `/${encodeURIComponent(database)}`;
  return of.href;
}
