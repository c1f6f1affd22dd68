import { textsOf } from '../../contract/json.ts';
import { revokeSession } from '../state/sessions/session-list.ts';
import type { StateStore } from '../state/state-store.ts';
import { People } from './people.ts';
import { isPurged } from './person.ts';
import { PurgedPeople } from './purged-people.ts';
import { SealBroken } from './seal.ts';
import { type Loaded, WatchStore } from './watch-store.ts';

/** How often a purge of a watch that is polled meanwhile is tried. */
const maxTries = 5;

/** The people in all watches, who can be made forgotten, whether or not a graph polls them. */
export class WatchedPeople {
  readonly #store: WatchStore;
  readonly #purged: PurgedPeople;

  /** @param secret keys what watches keep */
  constructor(state: StateStore, secret: string) {
    this.#store = new WatchStore(state, secret);
    this.#purged = new PurgedPeople(state, secret);
  }

  /**
   * Forgets people under these digests of their names, who never join again, and watches whose filter names one of them; resolves
   * with how many there were.
   */
  async removePeople(digests: readonly string[], isNamed: (text: string) => boolean): Promise<number> {
    await this.#purged.note(digests);
    const purged = await this.#purged.all();
    let removed = 0;
    for (const id of await this.#store.ids())
      removed += await this.#removeFrom(id, purged, isNamed).catch((error: unknown) => {
        // Of another secret: nobody here can read it.
        if (error instanceof SealBroken) return 0;
        throw error;
      });
    if (removed > 0) this.#store.state.erase();
    return removed;
  }

  /** Forgets everyone: all watches begin anew, but those with a filter, which may name people, are deleted. Resolves with how many people there were. */
  async clear(): Promise<number> {
    let removed = 0;
    for (const id of await this.#store.ids()) {
      const loaded = await this.#store.load(id);
      if (!loaded) continue;
      removed += loaded.network?.count ?? 0;
      if (this.#hasFilter(loaded, () => true)) await this.#delete(loaded);
      else await this.#store.reset(id);
    }
    return removed;
  }

  /** Of another secret, no filter can be read. */
  #hasFilter(loaded: Loaded, isMeant: (text: string) => boolean): boolean {
    try {
      const { query } = this.#store.privateOf(loaded);
      return query !== undefined && textsOf(JSON.stringify(query)).some(isMeant);
    } catch (error) {
      if (error instanceof SealBroken) return false;
      throw error;
    }
  }

  async #delete({ watch }: Loaded): Promise<void> {
    await revokeSession(this.#store.state, { owner: watch.owner, id: watch.session, now: Date.now() });
    await this.#store.delete(watch);
  }

  async #removeFrom(id: string, purged: ReadonlySet<string>, isNamed: (text: string) => boolean): Promise<number> {
    // A poll that is under way may have read before who is purged: once the watch has moved, it is not committed.
    await this.#store.change(id, (watch) => watch);
    for (let tried = 0; tried < maxTries; tried += 1) {
      const loaded = await this.#store.load(id);
      if (!loaded) return 0;
      if (this.#hasFilter(loaded, isNamed)) {
        await this.#delete(loaded);
        return 1;
      }
      const { network } = loaded;
      const inChanges = await this.#store.removeFromChanges(loaded, purged);
      if (!network) return inChanges;
      const people = new People(network, (prefixes) => this.#store.people(loaded, prefixes));
      await people.loadAll();
      const gone = [...people.values()].filter((person) => isPurged(person, purged));
      if (gone.length === 0) return inChanges;
      for (const person of gone) people.set(person.id, undefined);
      const missing = this.#store.missingOf(loaded).filter((one) => !gone.some((person) => person.id === one));
      const { count, connectors, ties } = people;
      const next = { ...network, count, connectors, ties, hidden: network.hidden + gone.length };
      if (await this.#store.commitPoll(loaded, { network: next, people, changes: [], missing }, network.pollAt))
        return gone.length;
    }
    throw new Error('A watch changes too often to be purged.');
  }
}
