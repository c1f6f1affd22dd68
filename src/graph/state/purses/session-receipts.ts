import { LRUCache } from 'lru-cache';
import type { ReceiptLines } from '../../credits/receipt.ts';

/** The receipts of operations of one name within one minute, added up; credits, but for `operations`. */
export interface ReceiptEntry {
  /** The minute's beginning, in milliseconds since 1970. */
  readonly minute: number;
  /** The operations' name in their documents; empty for one without. */
  readonly operation: string;
  readonly operations: number;
  readonly charged: number;
  readonly shared: number;
  readonly savedByPayload: number;
  readonly savedByIdentity: number;
  readonly savedByCache: number;
}

/** The entries of each session's purse, shared by all processes that have the store. */
export interface ReceiptStore {
  /** Adds to the entries of the same minute and name. */
  add(owner: string, purse: string, entries: readonly ReceiptEntry[]): Promise<void>;
  /** The latest first, `most` at most. */
  entries(owner: string, purse: string, most: number): Promise<readonly ReceiptEntry[]>;
}

const minuteMs = 60_000;

/** How long entries wait to be stored together, in milliseconds. */
const flushMs = 1000;

/** Names are the callers' own: longer ones are cut, and those beyond a purse's first hundred go without. */
const longestName = 100;
const mostNames = 100;
/** How many purses' names are remembered; beyond, the purse that was used least lately begins anew. */
const mostPurses = 10_000;

interface Pending {
  readonly owner: string;
  readonly purse: string;
  readonly entries: Map<string, ReceiptEntry>;
}

/** Adds up the receipts of sessions that have a purse: what was charged and what was saved. */
export class SessionReceipts {
  readonly #store: ReceiptStore;
  readonly #now: () => number;
  readonly #onTrouble: (error: unknown) => void;
  readonly #names = new LRUCache<string, Set<string>>({ max: mostPurses });
  #pending = new Map<string, Pending>();
  #flushing: NodeJS.Timeout | undefined;

  constructor(store: ReceiptStore, now: () => number, onTrouble: (error: unknown) => void) {
    this.#store = store;
    this.#now = now;
    this.#onTrouble = onTrouble;
  }

  /** Books an operation; one that cost and saved nothing is left out. */
  note(owner: string, purse: string, name: string | undefined, lines: ReceiptLines): void {
    const { charged, shared, savedByPayload, savedByIdentity, savedByCache } = lines;
    if (charged + shared + savedByPayload + savedByIdentity + savedByCache === 0) return;
    const minute = Math.floor(this.#now() / minuteMs) * minuteMs;
    const pending = this.#pending.get(purse) ?? { owner, purse, entries: new Map<string, ReceiptEntry>() };
    this.#pending.set(purse, pending);
    const operation = this.#nameIn(purse, (name ?? '').slice(0, longestName));
    const key = `${minute} ${operation}`;
    const entry = { minute, operation, operations: 1, charged, shared, savedByPayload, savedByIdentity, savedByCache };
    const known = pending.entries.get(key);
    pending.entries.set(key, known ? sumOf(known, entry) : entry);
    this.#flushing ??= setTimeout(() => void this.#flush(), flushMs).unref();
  }

  async entries(owner: string, purse: string, most: number): Promise<readonly ReceiptEntry[]> {
    await this.#flush();
    return this.#store.entries(owner, purse, most);
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
    await Promise.all(
      pending.map(({ owner, purse, entries }) =>
        this.#store.add(owner, purse, [...entries.values()]).catch(this.#onTrouble),
      ),
    );
  }
}

const sumOf = (one: ReceiptEntry, other: ReceiptEntry): ReceiptEntry => ({
  minute: one.minute,
  operation: one.operation,
  operations: one.operations + other.operations,
  charged: one.charged + other.charged,
  shared: one.shared + other.shared,
  savedByPayload: one.savedByPayload + other.savedByPayload,
  savedByIdentity: one.savedByIdentity + other.savedByIdentity,
  savedByCache: one.savedByCache + other.savedByCache,
});

/** The order in which stores list entries. */
export const latestFirst = (one: ReceiptEntry, other: ReceiptEntry): number =>
  other.minute - one.minute || (one.operation < other.operation ? -1 : 1);
