import type { Redis } from 'ioredis';
import Type from 'typebox';
import { untouched } from '../../credits/purse/balance.ts';
import { parse } from '../../validate.ts';
import { Mutex } from '../mutex.ts';
import {
  balanceKey,
  balanceText,
  endKey,
  heldKey,
  hourKey,
  lineOf,
  lostKey,
  partitionOf,
  placeKey,
  purseKey,
  sumsText,
  unansweredKey,
} from '../purses/kept-purse.ts';
import { entriesKeptMs } from '../purses/payment.ts';
import type { Write } from '../state-adapter.ts';
import type { StateStore } from '../state-store.ts';
import { hashOf } from '../tasks/task-store.ts';

/** The Redis with the data of 1.0.0-rc.1, and the store that it moves to. */
interface Move {
  readonly commands: Redis;
  readonly store: StateStore;
  /** How long mapping tasks are kept, in milliseconds. */
  readonly retentionMs: number;
}

/** The steps, in order, by the key of the entry that marks each as done. */
const steps: Readonly<Record<string, (move: Move) => Promise<void>>> = {
  adopted: adoptHashes,
  'adopted/receipts': adoptReceipts,
  'adopted/tasks': adoptTasks,
  'adopted/purses': adoptPurses,
};

/** The partition of those marks. */
const notes = 'store';

const leaseMs = 10_000;

/**
 * Converts what 1.0.0-rc.1 stored in Redis into entries of the state: once, in one process, under a lease. Graphs of
 * that version must have ended.
 */
export async function adoptRedis(move: Move): Promise<void> {
  const { store } = move;
  const isDone = async (name: string) => (await store.get(notes, name)) !== undefined;
  // No report needed: if the store does not answer, the step itself rejects.
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

/** Child teams and exclusions: each list was a hash. */
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

/**
 * Purses: each was a hash. Each key had a hash of its open purses, a sorted set of all its purses, and a hash of
 * reservations.
 */
async function adoptPurses({ commands, store }: Move): Promise<void> {
  const bounded = await commands.smembers('kith:purse-owners');
  await addTo(store, 'purse-owners', new Map(bounded.map((owner) => [owner, { value: '' }])));
  await commands.del('kith:purse-owners');
  for await (const [all, owner] of keysOf(commands, 'kith:purse:{', '}:all')) {
    const keyOf = (name: string) => `kith:purse:{${owner}}:${name}`;
    const writes = new Map<string, Write>();
    for (const [field, id] of Object.entries(await commands.hgetall(keyOf('open')))) {
      const place = field.replace(/^closed:/, '');
      // A scope can have both a closed and an open purse: the open one wins.
      if (field === place || !writes.has(placeKey(place))) writes.set(placeKey(place), { value: id });
    }
    const ids = await commands.zrange(all, 0, '-1');
    for (const id of ids) {
      const { label, total, period, closedAt, format = '1', purse, ...sums } = await commands.hgetall(keyOf(id));
      if (label === undefined || purse === undefined) continue;
      const { owner: _, ...definition } = { ...JSON.parse(purse), id, label, period, total: Number(total) };
      const closed = closedAt === undefined ? {} : { closedAt: Number(closedAt) };
      const value = JSON.stringify({ ...definition, ...closed, format: Number(format) });
      writes.set(purseKey(id), { value });
      writes.set(endKey(closed.closedAt ?? definition.expiresAt, id), { value: '' });
      for (const [start, balance] of sumsIn(sums))
        writes.set(balanceKey({ purse: id, start: Number(start) }), {
          value: balanceText({ ...untouched, ...balance }),
        });
      for (const [name, paid] of sumsIn(await commands.hgetall(keyOf(`${id}:entries`)))) {
        const [hour = ''] = name.split(':', 1);
        const value = sumsText({ spent: 0, uncertain: 0, payments: 0, ...paid });
        writes.set(hourKey(id, Number(hour), name.slice(hour.length + 1)), { value });
      }
    }
    let held = '';
    for (const [id, text] of Object.entries(await commands.hgetall(keyOf('reservations')))) {
      const { state, credits, cause, at, draws } = parse(EarlierReservation, JSON.parse(text));
      const accounts = draws.map(([purse, start]) => ({ purse, start: Number(start) }));
      const value = lineOf({ id, credits: Number(credits), cause, at: Number(at), accounts });
      const ttlMs = Math.max(1, Number(at) + entriesKeptMs - Date.now());
      if (state === 'held') held += value;
      else writes.set(state === 'lost' ? lostKey(id) : unansweredKey(id), { value, ttlMs });
    }
    if (held !== '') writes.set(heldKey('earlier'), { value: held });
    await addTo(store, partitionOf(owner), writes);
    await commands.del([
      keyOf('open'),
      keyOf('reservations'),
      ...ids.flatMap((id) => [keyOf(id), keyOf(`${id}:entries`)]),
    ]);
    await commands.del(all);
  }
}

const EarlierReservation = Type.Object({
  credits: Type.String(),
  cause: Type.String(),
  at: Type.String(),
  draws: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  state: Type.String(),
});

/** Groups fields named `group:member`, split at the last colon: member → number, by group. */
function sumsIn(fields: Readonly<Record<string, string>>): ReadonlyMap<string, Readonly<Record<string, number>>> {
  const sums = new Map<string, Record<string, number>>();
  for (const [field, number] of Object.entries(fields)) {
    const colon = field.lastIndexOf(':');
    if (colon === -1) continue;
    const name = field.slice(0, colon);
    sums.set(name, { ...sums.get(name), [field.slice(colon + 1)]: Number(number) });
  }
  return sums;
}

/** Receipts: each purse had a hash with fields named `minute:member:operation`. */
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

/** Mapping tasks: log, start, callback, result and intent were separate keys. */
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

/** Maximum entries written in one commit. */
const maxWrites = 1000;

/** Writes the entries whose keys are absent: an existing entry was written later. */
async function addTo(store: StateStore, partition: string, writes: ReadonlyMap<string, Write>): Promise<void> {
  const there = new Set((await store.list(partition, { prefix: '' })).map(({ key }) => key));
  const absent = [...writes].filter(([key]) => !there.has(key));
  for (let at = 0; at < absent.length; at += maxWrites)
    await store.commit(partition, { writes: new Map(absent.slice(at, at + maxWrites)) });
}

/** The remaining lifetime of a Redis key, or the default for a key that does not expire; in milliseconds. */
async function leftMs(commands: Redis, key: string, otherwise: number): Promise<number> {
  const left = await commands.pttl(key);
  return left > 0 ? left : otherwise;
}

/** Scans for keys with a prefix and suffix; yields each key with the text between. A key may be yielded twice. */
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
