import { LRUCache } from 'lru-cache';
import Type, { type Static } from 'typebox';
import type { ReceiptLines } from '../../credits/receipt.ts';
import { entriesKeptMs } from '../../state/purses/payment.ts';
import type { StateStore } from '../../state/state-store.ts';
import { historyOf } from '../../state/storage-quota.ts';
import { parse } from '../../validate.ts';

/** The sums of the receipts of one operation name in one minute, in credits, except `operations`, a count. */
const Sums = Type.Object({
  operations: Type.Number(),
  charged: Type.Number(),
  shared: Type.Number(),
  savedByPayload: Type.Number(),
  savedByIdentity: Type.Number(),
  savedByCache: Type.Number(),
});
interface Sums extends Static<typeof Sums> {}

/** The stored value of a purse and minute: sums by operation name. */
const StoredMinute = Type.Record(Type.String(), Sums);

export interface ReceiptEntry extends Sums {
  /** The start of the minute, in milliseconds since 1970. */
  readonly minute: number;
  /** The operation name, cut to 100 characters; empty for unnamed operations and names beyond a purse's first 100. */
  readonly operation: string;
}

const minuteMs = 60_000;

/** Maximum delay before pending sums are written together, in milliseconds. */
const flushMs = 1000;

/** Callers choose the names: longer ones are cut, and those beyond a purse's first 100 count as unnamed. */
const longestName = 100;
const mostNames = 100;
/** The maximum number of purses with names in memory; an evicted purse may add 100 more. */
const mostPurses = 10_000;

/** Sums of one minute of a purse that are not yet written. */
interface Pending {
  readonly owner: string;
  readonly key: string;
  readonly sums: Map<string, Sums>;
}

/**
 * Adds up the receipts of sessions that have a purse: credits charged and saved. Processes that share the store add to the
 * same sums.
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

  /** Adds an operation's receipt; skipped if nothing was charged, shared or saved. */
  note(owner: string, purse: string, name: string | undefined, lines: ReceiptLines): void {
    const { charged, shared, savedByPayload, savedByIdentity, kept = 0 } = lines;
    const savedByCache = lines.savedByCache + kept;
    if (charged + shared + savedByPayload + savedByIdentity + savedByCache === 0) return;
    const key = keyOf(purse, Math.floor(this.#now() / minuteMs) * minuteMs);
    const pending = this.#pending.get(key) ?? { owner, key, sums: new Map<string, Sums>() };
    this.#pending.set(key, pending);
    const sums = { operations: 1, charged, shared, savedByPayload, savedByIdentity, savedByCache };
    addTo(pending.sums, this.#nameIn(purse, (name ?? '').slice(0, longestName)), sums);
    this.#flushing ??= setTimeout(() => void this.#flush(), flushMs).unref();
  }

  /** At most `most` entries, latest minute first, after writing the pending ones. */
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

  /** Removes all stored receipts of a removed purse, in the background. */
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

  /** Receipts that cannot be written are dropped: they are history only, and limit nothing. */
  async #flush(): Promise<void> {
    clearTimeout(this.#flushing);
    this.#flushing = undefined;
    const pending = [...this.#pending.values()];
    this.#pending = new Map();
    await Promise.all(pending.map((one) => this.#add(one).catch(this.#onTrouble)));
  }

  async #add({ owner, key, sums }: Pending): Promise<void> {
    const partition = partitionOf(owner);
    await this.#store.admit(historyOf(owner), partition, JSON.stringify(Object.fromEntries(sums)).length);
    await this.#store.update(partition, (read) => {
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
