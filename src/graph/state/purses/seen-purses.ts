import type { Message } from '../state-adapter.ts';
import type { StateStore } from '../state-store.ts';
import { partitionOf, placeKey } from './kept-purse.ts';
import type { Place } from './payment.ts';

/** The partition of the keys that have had a purse of a place, and the channel on which processes hear whose have changed. */
export const owners = 'purse-owners';

/** Has all processes look again at which purses of a key are open. */
export const announced = (owner: string): readonly Message[] => [{ channel: owners, text: owner }];

/** Which purses are open, by place: an empty id if one was closed there. */
export async function openIn(state: StateStore, owner: string): Promise<ReadonlyMap<string, string>> {
  const places = await state.list(partitionOf(owner), { prefix: placeKey('') });
  return new Map(places.map(({ key, value }) => [key.slice(placeKey('').length), value]));
}

/**
 * The open purses that this process has seen, by key and place. A key without any takes no step to pay; and if the store has lost
 * one of them, payments are refused rather than unbounded.
 */
export class SeenPurses {
  readonly #state: StateStore;
  readonly #byOwner = new Map<string, Map<string, string>>();

  constructor(state: StateStore) {
    this.#state = state;
  }

  /** Looks at all purses, and again at a key's whenever other processes announce it, until the function returned is called. */
  async follow(): Promise<() => void> {
    const stop = await this.#state.subscribe(owners, (owner) => {
      // Undefined: what was announced while there was no connection is unknown.
      (owner === undefined ? this.#lookAtAll() : this.#look(owner)).catch(() => undefined);
    });
    await this.#lookAtAll();
    return stop;
  }

  /** Whether the key, or one of its child teams, has had a purse or is about to. */
  has(owner: string): boolean {
    return this.#byOwner.has(owner);
  }

  at(owner: string, place: string): string | undefined {
    return this.#byOwner.get(owner)?.get(place);
  }

  /** The key's, which is known from now on. */
  of(owner: string): Map<string, string> {
    const known = this.#byOwner.get(owner);
    if (known) return known;
    const seen = new Map<string, string>();
    this.#byOwner.set(owner, seen);
    return seen;
  }

  /** Takes up what a payment has found at its places, unless something newer was seen meanwhile. */
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

  /** A purse that is not there is forgotten only if it was closed. */
  async #look(owner: string): Promise<void> {
    const seen = this.of(owner);
    for (const [place, id] of await openIn(this.#state, owner)) {
      if (id === '') seen.delete(place);
      else seen.set(place, id);
    }
  }
}
