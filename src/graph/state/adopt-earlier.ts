import type { Redis } from 'ioredis';
import type { Database } from './database.ts';
import { entriesKeptMs } from './purses/purse-store.ts';
import type { StateStore } from './state-store.ts';

/**
 * What 1.0.0-rc.1 has stored in tables of each feature: becomes entries, once. Its sessions are over, as are their tokens.
 * Each step runs in one transaction; tables that are not there are made first, empty.
 */
const tables = [
  `CREATE TABLE IF NOT EXISTS child_team (owner TEXT, id TEXT, name TEXT);
   INSERT OR IGNORE INTO state_entry (partition, key, value, version)
     SELECT 'child-teams:' || owner, id, iif(name IS NULL, '{}', json_object('name', name)), 1 FROM child_team;
   DROP TABLE child_team;

   CREATE TABLE IF NOT EXISTS intro_exclusion (owner TEXT, team TEXT, key TEXT, entry TEXT);
   INSERT OR IGNORE INTO state_entry (partition, key, value, version)
     SELECT 'exclusions:' || owner || ':' || team, key, entry, 1 FROM intro_exclusion;
   DROP TABLE intro_exclusion;

   DROP TABLE IF EXISTS session;
   DROP TABLE IF EXISTS session_code;`,
];

/** As `tables`, where there are receipts of sessions, and the purses that they are of. */
const receipts = [
  `INSERT OR IGNORE INTO state_entry (partition, key, value, version, expires_at)
     SELECT 'receipts:' || purse.owner, purse || '/' || minute, json_group_object(operation, json_object(
       'operations', operations, 'charged', charged, 'shared', shared,
       'savedByPayload', payload, 'savedByIdentity', identity, 'savedByCache', cache)), 1, minute + ${entriesKeptMs}
     FROM session_receipt JOIN purse ON purse.id = purse GROUP BY purse, minute;
   DROP TABLE session_receipt;`,
];

/** The tables of the state itself are there already. */
export function adoptTables(database: Database): void {
  database.migrate('earlier-state', tables);
  if (database.get`SELECT name FROM sqlite_master WHERE name = 'session_receipt'`)
    database.migrate('earlier-receipts', receipts);
}

/** Where it is noted what of 1.0.0-rc.1 was read from Redis, step by step. */
const partition = 'store';

/** What 1.0.0-rc.1 has stored in Redis becomes entries, once. Graphs of that version must have ended. */
export async function adoptRedis(commands: Redis, store: StateStore): Promise<void> {
  const steps = { adopted: adoptHashes, 'adopted/receipts': adoptReceipts };
  for (const [key, step] of Object.entries(steps)) {
    if ((await store.get(partition, key)) !== undefined) continue;
    await step(commands, store);
    await store.put(partition, key, '1');
  }
}

/** The child teams and the exclusions, each list of which was a hash. */
async function adoptHashes(commands: Redis, store: StateStore): Promise<void> {
  for await (const [key, owner] of keysOf(commands, 'kith:child-teams:'))
    await adopt(commands, store, key, `child-teams:${owner}`, (name) => JSON.stringify(name === '' ? {} : { name }));
  for await (const [key, list] of keysOf(commands, 'kith:intro-exclusions:'))
    await adopt(commands, store, key, `exclusions:${list}`, (entry) => entry);
}

/** A purse's receipts were a hash, whose fields were minute, member and operation. */
async function adoptReceipts(commands: Redis, store: StateStore): Promise<void> {
  for await (const [key, rest] of keysOf(commands, 'kith:purse:', ':receipts')) {
    const [, owner = '', purse = ''] = /^\{(.*)\}:(.*)$/.exec(rest) ?? [];
    const minutes = new Map<string, Record<string, Record<string, number>>>();
    for (const [field, count] of Object.entries(await commands.hgetall(key))) {
      const [, minute = '', member = '', operation = ''] = /^(\d+):(\w+):(.*)$/s.exec(field) ?? [];
      const operations = minutes.get(minute) ?? {};
      minutes.set(minute, operations);
      operations[operation] = { ...(operations[operation] ?? noReceipts), [member]: Number(count) };
    }
    const ttlMs = Math.max(await commands.pttl(key), 0) || entriesKeptMs;
    const write = (operations: object) => ({ value: JSON.stringify(operations), ttlMs });
    const writes = new Map(Array.from(minutes, ([minute, operations]) => [`${purse}/${minute}`, write(operations)]));
    await store.commit(`receipts:${owner}`, { writes });
    await commands.del(key);
  }
}

const noReceipts = { operations: 0, charged: 0, shared: 0, savedByPayload: 0, savedByIdentity: 0, savedByCache: 0 };

/** Copies a hash into a partition; what is there already is later, and stays. */
async function adopt(
  commands: Redis,
  store: StateStore,
  key: string,
  partition: string,
  convert: (text: string) => string,
): Promise<void> {
  const texts = await commands.hgetall(key);
  const there = new Set((await store.list(partition, { prefix: '' })).map((entry) => entry.key));
  const writes = Object.entries(texts)
    .filter(([name]) => !there.has(name))
    .map(([name, text]) => [name, { value: convert(text) }] as const);
  await store.commit(partition, { writes: new Map(writes) });
  await commands.del(key);
}

/** All keys that begin and end so, each with what is between; one may come twice. */
async function* keysOf(
  commands: Redis,
  prefix: string,
  suffix = '',
): AsyncGenerator<readonly [key: string, rest: string]> {
  let cursor = '0';
  do {
    const [next, keys] = await commands.scan(cursor, 'MATCH', `${prefix}*${suffix}`, 'COUNT', 1000);
    cursor = next;
    for (const key of keys) yield [key, key.slice(prefix.length, key.length - suffix.length)];
  } while (cursor !== '0');
}
