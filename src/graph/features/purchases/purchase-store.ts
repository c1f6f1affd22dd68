import Type from 'typebox';
import type { People } from '../../state/people/people.ts';
import type { PersonalData } from '../../state/people/personal-data.ts';
import { nameDigest, PurgedPeople, shortDigest } from '../../state/people/purged-people.ts';
import type { ListedEntry, Write } from '../../state/state-adapter.ts';
import type { StateStore } from '../../state/state-store.ts';
import { historyOf } from '../../state/storage-quota.ts';
import { check, DamagedEntry, parseStored } from '../../validate.ts';
import { Purchase, sumKey, sumsOf } from './purchase.ts';

const dayMs = 86_400_000;

/** How long purchases and sums are kept, in milliseconds. */
const keptMs = 90 * dayMs;

/** The longest time before pending purchases are written together, in milliseconds. */
const flushMs = 1000;

/** The most purchases in one entry of the log: to seal and write an entry costs ten times what a purchase does. */
const maxTogether = 100;

/** A purchase with its place in the log. */
export interface ListedPurchase extends Purchase {
  readonly id: string;
}

/** The purchases of all keys, shared by all processes on the store. `owner` is the key's keyed hash. */
export class PurchaseStore implements PersonalData {
  readonly #store: StateStore;
  readonly #onTrouble: (error: unknown) => void;
  #pending = new Map<string, Purchase[]>();
  #flushing: NodeJS.Timeout | undefined;
  #written = Promise.resolve();

  constructor(store: StateStore, onTrouble: (error: unknown) => void = () => undefined) {
    this.#store = store;
    this.#onTrouble = onTrouble;
  }

  /** Adds purchases in the background. What cannot be written is dropped: it is history, and limits nothing. */
  note(owner: string, purchases: readonly Purchase[]): void {
    const pending = this.#pending.get(owner);
    if (pending) pending.push(...purchases);
    else this.#pending.set(owner, [...purchases]);
    this.#flushing ??= setTimeout(() => void this.flush(), flushMs).unref();
  }

  /** Resolves once everything that was noted before is written. */
  flush(): Promise<void> {
    clearTimeout(this.#flushing);
    this.#flushing = undefined;
    const pending = [...this.#pending];
    this.#pending = new Map();
    this.#written = this.#written.then(async () => {
      await Promise.all(pending.map(([owner, purchases]) => this.#add(owner, purchases).catch(this.#onTrouble)));
    });
    return this.#written;
  }

  async #add(owner: string, purchases: readonly Purchase[]): Promise<void> {
    const partition = partitionOf(owner);
    // Who was purged while an operation ran, here or in another process, is not written after it.
    const purged = await new PurgedPeople(this.#store).all();
    const isKept = (id: string): boolean =>
      !purged.has(shortDigest(nameDigest({ kind: 'id', value: id.toLowerCase() })));
    const kept = purged.size === 0 ? purchases : purchases.map((purchase) => withIds(purchase, isKept));
    const values: string[] = [];
    for (let at = 0; at < kept.length; at += maxTogether) values.push(JSON.stringify(kept.slice(at, at + maxTogether)));
    await this.#store.admit(
      historyOf(owner),
      partition,
      values.reduce((sum, value) => sum + value.length, 0),
    );
    const days = Map.groupBy(purchases, ({ childTeamId, at }) => `${childTeamId ?? ''} ${Math.floor(at / dayMs)}`);
    await this.#store.update(partition, (read) => {
      const writes = new Map<string, Write>();
      for (const [one, ...others] of days.values()) {
        if (!one) continue;
        const key = sumKey(one.childTeamId, one.at);
        const sum = others.reduce((total, { credits }) => total + credits, Number(read(key) ?? 0) + one.credits);
        writes.set(key, { value: String(sum), ttlMs: keptMs });
      }
      return { value: undefined, writes, appends: values.map((value) => ({ log, value, ttlMs: keptMs })) };
    });
  }

  /** Purchases of a key, latest first, at most `first` of those that are shown; and whether any could not be read. */
  async latest(
    owner: string,
    first: number,
    isShown: (purchase: Purchase) => boolean,
  ): Promise<{ readonly shown: readonly ListedPurchase[]; readonly isDamaged: boolean }> {
    await this.flush();
    const shown: ListedPurchase[] = [];
    let isDamaged = false;
    let after: string | undefined;
    for (;;) {
      const page = { prefix: log, reverse: true, first: pageSize, after };
      const entries = await this.#store.list(partitionOf(owner), page);
      const lots = this.#read(entries);
      isDamaged ||= lots.length < entries.length;
      for (const { key, items, purchases } of lots) {
        isDamaged ||= purchases.length < items.length;
        for (const { at, purchase } of purchases.toReversed()) {
          if (isShown(purchase)) shown.push({ ...purchase, id: `${key.slice(log.length)}-${at}` });
          if (shown.length === first) return { shown, isDamaged };
        }
      }
      after = entries.at(-1)?.key;
      if (after === undefined || entries.length < pageSize) return { shown, isDamaged };
    }
  }

  /** The purchases in entries of the log, each with its place in its entry. A damaged one does not hide the others. */
  #read(entries: readonly ListedEntry[]) {
    return this.#store.intact(entries, lotIn).map(({ key, items }) => ({
      ...{ key, items },
      purchases: this.#store.intact([...items.entries()], ([at, item]) => ({ at, purchase: purchaseIn(item) })),
    }));
  }

  /** The credits that were charged for a team since the first of a month (UTC). */
  async inMonth(owner: string, childTeamId: string | undefined, now: number): Promise<number> {
    await this.flush();
    const month = new Date(now).toISOString().slice(0, 7);
    const days = await this.#store.list(partitionOf(owner), { prefix: `${sumsOf(childTeamId)}${month}` });
    return days.reduce((sum, { value }) => sum + Number(value), 0);
  }

  /** Removes people from purchases, whose credits stay; resolves with the number of purchases changed. */
  async removePeople(people: Pick<People, 'isNamedBy'>): Promise<number> {
    await this.flush();
    let changed = 0;
    for await (const { partition, entries } of this.#store.readable(start))
      for (const { key, items, purchases } of this.#read(entries.filter(isOfLog))) {
        const others = new Map(
          purchases.flatMap(({ at, purchase }) => {
            const other = withIds(purchase, (id) => !people.isNamedBy({ kind: 'ids', value: id }));
            return other.ids.length === purchase.ids.length ? [] : [[at, other]];
          }),
        );
        if (others.size === 0) continue;
        const value = JSON.stringify(items.map((item, at) => others.get(at) ?? item));
        const ttlMs = (purchases.at(-1)?.purchase.at ?? 0) + keptMs - Date.now();
        changed += await this.#store.update(partition, (read) =>
          read(key) === undefined ? { value: 0 } : { value: others.size, writes: new Map([[key, { value, ttlMs }]]) },
        );
      }
    if (changed > 0) this.#store.erase();
    return changed;
  }

  /** Removes all purchases and sums; resolves with the number of purchases. */
  async clear(): Promise<number> {
    await this.flush();
    let count = 0;
    for await (const { entries } of this.#store.readable(start))
      for (const { purchases } of this.#read(entries.filter(isOfLog))) count += purchases.length;
    const removed = await this.#store.clear(start);
    if (removed.length > 0) this.#store.erase();
    return count;
  }
}

const start = 'purchases:';
const partitionOf = (owner: string): string => start + owner;
const log = 'log/';
const pageSize = 100;

/** The purchases in an entry of the log, in the order of payment. */
const Lot = Type.Array(Type.Unknown());

const isOfLog = ({ key }: ListedEntry): boolean => key.startsWith(log);

const lotIn = ({ key, value }: ListedEntry): { readonly key: string; readonly items: readonly unknown[] } => ({
  key,
  items: parseStored('lot of purchases', Lot, value),
});

function purchaseIn(item: unknown): Purchase {
  if (check(Purchase, item)) return item;
  throw new DamagedEntry('purchase');
}

/** A purchase with some of its records only; companies stay. */
const withIds = (purchase: Purchase, isKept: (id: string) => boolean): Purchase =>
  purchase.kind === 'company' ? purchase : { ...purchase, ids: purchase.ids.filter(isKept) };
