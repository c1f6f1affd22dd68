import { textsOf } from '../../../contract/json.ts';
import type { People as NamedPeople } from '../../state/people/people.ts';
import type { PersonalData } from '../../state/people/personal-data.ts';
import { PurgedPeople } from '../../state/people/purged-people.ts';
import { SealBroken } from '../../state/seal/seal.ts';
import type { StateStore } from '../../state/state-store.ts';
import { DamagedEntry } from '../../validate.ts';
import { People } from './people.ts';
import { isPurged } from './person.ts';
import { type Loaded, WatchStore } from './watch-store.ts';

type Named = Pick<NamedPeople, 'digests' | 'isMeantBy'>;

/** Maximum number of attempts to purge a watch, as polls may commit meanwhile. */
const maxTries = 5;

/** Removes people from all watches in the store, whether or not a graph polls them. */
export class WatchedPeople implements PersonalData {
  readonly #store: WatchStore;
  readonly #purged: PurgedPeople;

  constructor(state: StateStore) {
    this.#store = new WatchStore(state);
    this.#purged = new PurgedPeople(state);
  }

  /**
   * Removes people, so that they never join again, and deletes watches whose filter names one of them. Resolves with
   * the number of people and watches removed.
   *
   * @throws if a watch changes too often to be purged
   */
  async removePeople(people: Named): Promise<number> {
    await this.#purged.note(people.digests);
    const isNamed = (text: string) => people.isMeantBy(text);
    const purged = await this.#purged.all();
    let removed = 0;
    for (const id of await this.#store.ids())
      removed += await this.#removeFrom(id, purged, isNamed).catch(async (error: unknown) => {
        if (error instanceof DamagedEntry) await this.#store.removeRecorded(id);
        // What is sealed with another secret is unreadable here.
        else if (!(error instanceof SealBroken)) throw error;
        return 0;
      });
    if (removed > 0) this.#store.state.erase();
    return removed;
  }

  /**
   * Removes everyone: resets all watches, and deletes those with a filter, since it may name people. Resolves with the
   * number of people.
   */
  async clear(named: Named): Promise<number> {
    await this.#purged.note(named.digests);
    let removed = 0;
    for (const id of await this.#store.ids()) {
      const [loaded] = await this.#store.loadIntact([id]);
      removed += loaded?.network?.count ?? 0;
      if (!loaded) await this.#store.removeRecorded(id);
      else if (this.#hasFilter(loaded, () => true)) await this.#delete(loaded);
      else await this.#store.reset(id);
    }
    return removed;
  }

  /** Also false if the filter is sealed with another secret, and unreadable. */
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
    await this.#store.delete(watch);
  }

  async #removeFrom(id: string, purged: ReadonlySet<string>, isNamed: (text: string) => boolean): Promise<number> {
    // A running poll may use an older list of purged people. This write changes the version, so it cannot commit.
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
