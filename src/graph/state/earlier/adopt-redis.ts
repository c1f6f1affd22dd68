import type { Redis } from 'ioredis';
import { Mutex } from '../mutex.ts';
import { entriesKeptMs } from '../purses/purse-store.ts';
import type { Write } from '../state-adapter.ts';
import type { StateStore } from '../state-store.ts';
import { hashOf } from '../tasks/task-store.ts';

/** What 1.0.0-rc.1 has stored in a Redis, and where it goes. */
interface Move {
  readonly commands: Redis;
  readonly store: StateStore;
  /** How long mapping tasks are kept. */
  readonly retentionMs: number;
}

/** What is adopted step by step: by the entry that notes that it was. */
const steps: Readonly<Record<string, (move: Move) => Promise<void>>> = {
  adopted: adoptHashes,
  'adopted/receipts': adoptReceipts,
  'adopted/tasks': adoptTasks,
};

/** The partition of those entries. */
const notes = 'store';

const leaseMs = 10_000;

/** What 1.0.0-rc.1 has stored in Redis becomes entries, once, in one process. Graphs of that version must have ended. */
export async function adoptRedis(move: Move): Promise<void> {
  const { store } = move;
  const isDone = async (name: string) => (await store.get(notes, name)) !== undefined;
  // A store that does not answer rejects the step itself.
  const mutex = new Mutex({ leases: store, leaseMs, onStoreTrouble: () => undefined });
  for (const [name, adopt] of Object.entries(steps)) {
    if (await isDone(name)) continue;
    await mutex.run('adoption', async () => {
      if (await isDone(name)) return;
      await adopt(move);
      await store.put(notes, name, '1');
    });
  }
}

/** The child teams and the exclusions, each list of which was a hash. */
async function adoptHashes({ commands, store }: Move): Promise<void> {
  const take = async (key: string, partition: string, convert: (text: string) => string) => {
    const entries = Object.entries(await commands.hgetall(key));
    await addTo(store, partition, new Map(entries.map(([name, text]) => [name, { value: convert(text) }])));
    await commands.del(key);
  };
  for await (const [key, owner] of keysOf(commands, 'kith:child-teams:', ''))
    await take(key, `child-teams:${owner}`, (name) => JSON.stringify(name === '' ? {} : { name }));
  for await (const [key, list] of keysOf(commands, 'kith:intro-exclusions:', ''))
    await take(key, `exclusions:${list}`, (entry) => entry);
}

/** A purse's receipts were a hash, whose fields were minute, member and operation. */
async function adoptReceipts({ commands, store }: Move): Promise<void> {
  const none = { operations: 0, charged: 0, shared: 0, savedByPayload: 0, savedByIdentity: 0, savedByCache: 0 };
  for await (const [key, name] of keysOf(commands, 'kith:purse:{', ':receipts')) {
    const [owner = '', purse = ''] = name.split('}:');
    const minutes = new Map<string, Map<string, object>>();
    for (const [field, count] of Object.entries(await commands.hgetall(key))) {
      const [, minute = '', member = '', operation = ''] = /^(\d+):(\w+):(.*)$/s.exec(field) ?? [];
      const operations = minutes.get(minute) ?? new Map<string, object>();
      minutes.set(
        minute,
        operations.set(operation, { ...none, ...operations.get(operation), [member]: Number(count) }),
      );
    }
    const ttlMs = await leftMs(commands, key, entriesKeptMs);
    const writes = Array.from(minutes, ([minute, operations]) => {
      const value = JSON.stringify(Object.fromEntries(operations));
      return [`${purse}/${minute}`, { value, ttlMs }] as const;
    });
    await addTo(store, `receipts:${owner}`, new Map(writes));
    await commands.del(key);
  }
}

/** Each part of a mapping task had a key of its own, named by its owner and its id. */
async function adoptTasks({ commands, store, retentionMs }: Move): Promise<void> {
  const take = async (kind: string, put: (name: string, text: string, ttlMs: number) => Promise<void>) => {
    for await (const [key, name] of keysOf(commands, `kith:${kind}:{`, '}')) {
      const ttlMs = await leftMs(commands, key, retentionMs);
      const text = kind === 'log' ? `[${(await commands.lrange(key, 0, -1)).join()}]` : await commands.get(key);
      if (text !== null) await put(name, text, ttlMs);
      await commands.del(key);
    }
  };
  const ownerOf = (name: string): readonly [owner: string, taskId: string] => {
    const [owner = ''] = name.split(':', 1);
    return [owner, name.slice(owner.length + 1)];
  };
  await take('log', (name, value, ttlMs) => {
    const [owner, taskId] = ownerOf(name);
    return addTo(store, `tasks:${owner}`, new Map([[`log/${taskId}`, { value, ttlMs }]]));
  });
  await take('started', (name, value, ttlMs) => {
    const [owner, taskId] = ownerOf(name);
    const { startedAt } = JSON.parse(value);
    const writes = new Map([
      [`started/${taskId}`, { value, ttlMs }],
      [`recent/${startedAt}/${taskId}`, { value: taskId, ttlMs }],
    ]);
    return addTo(store, `tasks:${owner}`, writes);
  });
  await take('callback', (callback, text, ttlMs) => {
    const { owner, taskId } = JSON.parse(text);
    const value = JSON.stringify({ owner, taskId });
    return addTo(store, `task-callback:${callback}`, new Map([['task', { value, ttlMs }]]));
  });
  await take('result', (name, value, ttlMs) =>
    addTo(store, `task-result:${hashOf(name)}`, new Map([['result', { value, ttlMs }]])),
  );
  await take('intent', (name, value, ttlMs) =>
    addTo(store, `task-intent:${hashOf(name)}`, new Map([['intent', { value, ttlMs }]])),
  );
}

/** Writes entries, unless they are there: what is there was written later. */
async function addTo(store: StateStore, partition: string, writes: ReadonlyMap<string, Write>): Promise<void> {
  const there = new Set((await store.list(partition, { prefix: '' })).map(({ key }) => key));
  await store.commit(partition, { writes: new Map([...writes].filter(([key]) => !there.has(key))) });
}

/** How long a key is kept, in milliseconds. */
async function leftMs(commands: Redis, key: string, otherwise: number): Promise<number> {
  const left = await commands.pttl(key);
  return left > 0 ? left : otherwise;
}

/** All keys that begin and end so, each with what is between; one may come twice. */
async function* keysOf(
  commands: Redis,
  prefix: string,
  suffix: string,
): AsyncGenerator<readonly [key: string, rest: string]> {
  let cursor = '0';
  do {
    const [next, keys] = await commands.scan(cursor, 'MATCH', `${prefix}*${suffix}`, 'COUNT', 1000);
    cursor = next;
    for (const key of keys) yield [key, key.slice(prefix.length, key.length - suffix.length)];
  } while (cursor !== '0');
}
