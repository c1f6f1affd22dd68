import type { Message } from '../state-adapter.ts';
import type { StateStore } from '../state-store.ts';
import { partitionOf, placeKey } from './kept-purse.ts';
import type { Place } from './payment.ts';

/**
 * The partition of the keys that have had a key or child team purse, and the channel that announces changes of their
 * purses.
 */
export const owners = 'purse-owners';

/** A message that makes all processes read again which of the key's purses are open. */
export const announced = (owner: string): readonly Message[] => [{ channel: owners, text: owner }];

/** The ids of open purses by place; empty if the purse there was closed. */
export async function openIn(state: StateStore, owner: string): Promise<ReadonlyMap<string, string>> {
  const places = await state.list(partitionOf(owner), { prefix: placeKey('') });
  return new Map(places.map(({ key, value }) => [key.slice(placeKey('').length), value]));
}

/**
 * The open purses that this process has seen, by key and place. Keys without a purse need no store access to pay; if
 * the store has lost a purse seen here, payments are refused instead of being unlimited.
 */
export class SeenPurses {
  readonly #state: StateStore;
  readonly #byOwner = new Map<string, Map<string, string>>();

  constructor(state: StateStore) {
    this.#state = state;
  }

  /**
   * Reads all purses, then those of a key whenever another process announces a change, until the returned function is
   * called.
   */
  async follow(): Promise<() => void> {
    const stop = await this.#state.subscribe(owners, (owner) => {
      // Undefined after a reconnect: announcements may have been missed.
      (owner === undefined ? this.#lookAtAll() : this.#look(owner)).catch(() => undefined);
    });
    await this.#lookAtAll();
    return stop;
  }

  /** Whether the key or one of its child teams has had a purse, or is about to get one. */
  has(owner: string): boolean {
    return this.#byOwner.has(owner);
  }

  at(owner: string, place: string): string | undefined {
    return this.#byOwner.get(owner)?.get(place);
  }

  /** The key's purses by place; adds the key if it is unknown. */
  of(owner: string): Map<string, string> {
    const known = this.#byOwner.get(owner);
    if (known) return known;
    const seen = new Map<string, string>();
    this.#byOwner.set(owner, seen);
    return seen;
  }

  /** Stores what a payment has found at its places, unless something newer was seen meanwhile. */
  note(owner: string, places: ReadonlyMap<string, Place>): void {
    for (const [place, { purse, seen }] of places) {
      if (purse) this.of(owner).set(place, purse.id);
      else if (this.at(owner, place) === seen) this.#byOwner.get(owner)?.delete(place);
    }
  }

  async #lookAtAll(): Promise<void> {
    const all = await this.#state.list(owners, { prefix: '' });
    const known = new Set([...all.map(({ key }) => key), ...this.#byOwner.keys()]);
    await Promise.all(Array.from(known, (owner) => this.#look(owner)));
  }

  /** A missing purse is kept as seen; only a closed one is forgotten. */
  async #look(owner: string): Promise<void> {
    const seen = this.of(owner);
    for (const [place, id] of await openIn(this.#state, owner)) {
      if (id === '') seen.delete(place);
      else seen.set(place, id);
    }
  }
}
