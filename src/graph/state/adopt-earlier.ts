import type { Redis } from 'ioredis';
import type { Database } from './database.ts';
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

/** The tables of the state itself are there already. */
export const adoptTables = (database: Database): void => database.migrate('earlier-state', tables);

/** Where it is noted that what 1.0.0-rc.1 has stored in Redis was read. */
const adopted = { partition: 'store', key: 'adopted' };

/** What 1.0.0-rc.1 has stored in Redis becomes entries, once. Graphs of that version must have ended. */
export async function adoptRedis(commands: Redis, store: StateStore): Promise<void> {
  if ((await store.get(adopted.partition, adopted.key)) !== undefined) return;
  for await (const [key, owner] of keysOf(commands, 'kith:child-teams:'))
    await adopt(commands, store, key, `child-teams:${owner}`, (name) => JSON.stringify(name === '' ? {} : { name }));
  for await (const [key, list] of keysOf(commands, 'kith:intro-exclusions:'))
    await adopt(commands, store, key, `exclusions:${list}`, (entry) => entry);
  await store.put(adopted.partition, adopted.key, '1');
}

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

/** All keys that begin with a prefix, each with its rest; one may come twice. */
async function* keysOf(commands: Redis, prefix: string): AsyncGenerator<readonly [key: string, rest: string]> {
  let cursor = '0';
  do {
    const [next, keys] = await commands.scan(cursor, 'MATCH', `${prefix}*`, 'COUNT', 1000);
    cursor = next;
    for (const key of keys) yield [key, key.slice(prefix.length)];
  } while (cursor !== '0');
}
