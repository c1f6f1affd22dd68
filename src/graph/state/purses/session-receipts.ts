import { LRUCache } from 'lru-cache';
import Type, { type Static } from 'typebox';
import type { ReceiptLines } from '../../credits/receipt.ts';
import { parse } from '../../validate.ts';
import type { StateStore } from '../state-store.ts';
import { entriesKeptMs } from './payment.ts';

/** The receipts of operations of one name within one minute, added up; credits, but for `operations`. */
const Sums = Type.Object({
  operations: Type.Number(),
  charged: Type.Number(),
  shared: Type.Number(),
  savedByPayload: Type.Number(),
  savedByIdentity: Type.Number(),
  savedByCache: Type.Number(),
});
interface Sums extends Static<typeof Sums> {}

/** What is stored for a purse and a minute: by the operations' name. */
const StoredMinute = Type.Record(Type.String(), Sums);

export interface ReceiptEntry extends Sums {
  /** The minute's beginning, in milliseconds since 1970. */
  readonly minute: number;
  /** The operations' name in their documents; empty for one without. */
  readonly operation: string;
}

const minuteMs = 60_000;

/** How long entries wait to be stored together, in milliseconds. */
const flushMs = 1000;

/** Names are the callers' own: longer ones are cut, and those beyond a purse's first hundred go without. */
const longestName = 100;
const mostNames = 100;
/** How many purses' names are remembered; beyond, the purse that was used least lately begins anew. */
const mostPurses = 10_000;

/** What waits to be stored for one minute of a purse. */
interface Pending {
  readonly owner: string;
  readonly key: string;
  readonly sums: Map<string, Sums>;
}

/**
 * Adds up the receipts of sessions that have a purse: what was charged and what was saved. Processes that share the store add to
 * the same sums.
 */
export class SessionReceipts {
  readonly #store: StateStore;
  readonly #now: () => number;
  readonly #onTrouble: (error: unknown) => void;
  readonly #names = new LRUCache<string, Set<string>>({ max: mostPurses });
  #pending = new Map<string, Pending>();
  #flushing: NodeJS.Timeout | undefined;

  constructor(store: StateStore, now: () => number, onTrouble: (error: unknown) => void) {
    this.#store = store;
    this.#now = now;
    this.#onTrouble = onTrouble;
  }

  /** Books an operation; one that cost and saved nothing is left out. */
  note(owner: string, purse: string, name: string | undefined, lines: ReceiptLines): void {
    const { charged, shared, savedByPayload, savedByIdentity, savedByCache } = lines;
    if (charged + shared + savedByPayload + savedByIdentity + savedByCache === 0) return;
    const key = keyOf(purse, Math.floor(this.#now() / minuteMs) * minuteMs);
    const pending = this.#pending.get(key) ?? { owner, key, sums: new Map<string, Sums>() };
    this.#pending.set(key, pending);
    const sums = { operations: 1, charged, shared, savedByPayload, savedByIdentity, savedByCache };
    addTo(pending.sums, this.#nameIn(purse, (name ?? '').slice(0, longestName)), sums);
    this.#flushing ??= setTimeout(() => void this.#flush(), flushMs).unref();
  }

  /** The latest first, `most` at most. */
  async entries(owner: string, purse: string, most: number): Promise<readonly ReceiptEntry[]> {
    await this.#flush();
    const found = await this.#store.list(partitionOf(owner), { prefix: `${purse}/`, reverse: true, first: most });
    return found
      .flatMap(({ key, value }) => {
        const minute = Number(key.slice(purse.length + 1));
        return [...readMinute(value)].map(([operation, sums]) => ({ minute, operation, ...sums })).toSorted(byName);
      })
      .slice(0, most);
  }

  /** Removes all receipts of a purse that is gone, in the background. */
  forget(owner: string, purse: string): void {
    const partition = partitionOf(owner);
    const removing = this.#store.list(partition, { prefix: `${purse}/` }).then((found) =>
      this.#store.remove(
        partition,
        found.map(({ key }) => key),
      ),
    );
    removing.catch(this.#onTrouble);
  }

  #nameIn(purse: string, name: string): string {
    const known = this.#names.get(purse) ?? new Set<string>();
    this.#names.set(purse, known);
    if (known.size < mostNames) known.add(name);
    return known.has(name) ? name : '';
  }

  close(): Promise<void> {
    return this.#flush();
  }

  /** A receipt that can't be stored is dropped: it is history only, and bounds nothing. */
  async #flush(): Promise<void> {
    clearTimeout(this.#flushing);
    this.#flushing = undefined;
    const pending = [...this.#pending.values()];
    this.#pending = new Map();
    await Promise.all(pending.map((one) => this.#add(one).catch(this.#onTrouble)));
  }

  #add({ owner, key, sums }: Pending): Promise<void> {
    return this.#store.update(partitionOf(owner), (read) => {
      const all = readMinute(read(key));
      for (const [operation, more] of sums) addTo(all, operation, more);
      const value = JSON.stringify(Object.fromEntries(all));
      return { value: undefined, writes: new Map([[key, { value, ttlMs: entriesKeptMs }]]) };
    });
  }
}

const partitionOf = (owner: string): string => `receipts:${owner}`;
const keyOf = (purse: string, minute: number): string => `${purse}/${minute}`;

const readMinute = (text: string | undefined): Map<string, Sums> =>
  new Map(text === undefined ? [] : Object.entries(parse(StoredMinute, JSON.parse(text))));

function addTo(all: Map<string, Sums>, operation: string, more: Sums): void {
  const known = all.get(operation);
  all.set(operation, known ? sumOf(known, more) : more);
}

const sumOf = (one: Sums, other: Sums): Sums => ({
  operations: one.operations + other.operations,
  charged: one.charged + other.charged,
  shared: one.shared + other.shared,
  savedByPayload: one.savedByPayload + other.savedByPayload,
  savedByIdentity: one.savedByIdentity + other.savedByIdentity,
  savedByCache: one.savedByCache + other.savedByCache,
});

const byName = (one: ReceiptEntry, other: ReceiptEntry): number => (one.operation < other.operation ? -1 : 1);
