import { randomUUID } from 'node:crypto';
import { foldedId } from '../../../reading/uuid.ts';
import type { People } from '../../state/people/people.ts';
import type { PersonalData } from '../../state/people/personal-data.ts';
import type { StateStore } from '../../state/state-store.ts';
import { turns } from '../../state/turns.ts';
import {
  type Changed,
  changeList,
  emptyList,
  type ListChange,
  type ListTarget,
  listEntry,
  listIn,
  listKey,
  listPrefix,
  maxLists,
  type TargetList,
  type TargetRef,
  targetIn,
  targetPrefix,
} from './target-list.ts';

/** The owner of lists: the keyed hash of a key, and the child team, if any. */
export interface ListOwner {
  readonly owner: string;
  readonly childTeamId: string | undefined;
}

/** The target lists of all teams, shared by all processes on the store. */
export class TargetListStore implements PersonalData {
  readonly #store: StateStore;
  readonly #now: () => number;

  constructor(store: StateStore, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  of({ owner, childTeamId = '' }: ListOwner): TeamLists {
    return new TeamLists(this.#store, `${start}${owner}:${childTeamId}`, this.#now, owner);
  }

  /** Removes people, with their notes, from every list; returns the number of targets removed. */
  async removePeople(people: Pick<People, 'isNamedBy' | 'isNamedIn'>): Promise<number> {
    let removed = 0;
    for await (const { partition } of this.#store.readable(start)) {
      const lists = new TeamLists(this.#store, partition, this.#now);
      for (const { id } of await lists.all()) {
        const meant = (await lists.targets(id)).filter(({ ref }) => isOf(people, ref));
        if (meant.length === 0) continue;
        await lists.change(id, { remove: meant.map((target) => target.id) });
        removed += meant.length;
      }
    }
    if (removed > 0) this.#store.erase();
    return removed;
  }

  /** Removes every list; returns the number of targets removed. */
  async clear(): Promise<number> {
    const removed = await this.#store.clear(start);
    this.#store.erase();
    return removed.filter((key) => !key.startsWith(listPrefix)).length;
  }
}

const start = 'target-lists:';

/** The target lists of one team. */
export class TeamLists {
  readonly #store: StateStore;
  readonly #partition: string;
  readonly #now: () => number;
  readonly #owner: string | undefined;

  /** `owner` is subject to a quota. */
  constructor(store: StateStore, partition: string, now: () => number, owner?: string) {
    this.#store = store;
    this.#partition = partition;
    this.#now = now;
    this.#owner = owner;
  }

  /** The lists without their targets, most recently changed first. */
  async all(): Promise<readonly TargetList[]> {
    const entries = await this.#store.list(this.#partition, { prefix: listPrefix });
    return this.#store
      .intact(entries, ({ key, value }) => listIn(key.slice(listPrefix.length), value))
      .toSorted((one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? -1 : 1));
  }

  async list(given: string): Promise<TargetList | undefined> {
    const id = foldedId(given);
    const text = await this.#store.get(this.#partition, listKey(id));
    return text === undefined ? undefined : listIn(id, text);
  }

  /** The targets of a list, in the order in which they were added. */
  async targets(id: string): Promise<readonly ListTarget[]> {
    const prefix = targetPrefix(foldedId(id));
    const entries = await this.#store.list(this.#partition, { prefix });
    await turns.take();
    return this.#store
      .intact(entries, ({ key, value }) => targetIn(key.slice(prefix.length), value))
      .toSorted((one, other) => one.place - other.place);
  }

  /**
   * Resolves with undefined if the team already has `maxLists` lists.
   *
   * @throws {import('../../state/storage-quota.ts').QuotaReached}
   */
  async create(name: string): Promise<TargetList | undefined> {
    const list = emptyList(randomUUID(), name, this.#now());
    await this.#admit(name);
    const done = await this.#store.commit(this.#partition, {
      writes: new Map([listEntry(list)]),
      limits: [{ prefix: listPrefix, max: maxLists }],
    });
    return done.kind === 'committed' ? list : undefined;
  }

  /** @throws {import('../../state/storage-quota.ts').QuotaReached} */
  async change(id: string, change: ListChange): Promise<Changed> {
    await this.#admit([change.name, change.add, change.edit]);
    return this.#store.update(this.#partition, changeList(foldedId(id), change, this.#now()));
  }

  async #admit(written: unknown): Promise<void> {
    if (this.#owner === undefined) return;
    await this.#store.admit(this.#owner, this.#partition, Buffer.byteLength(JSON.stringify(written)));
  }

  /** Resolves with false if the list does not exist. */
  async delete(given: string): Promise<boolean> {
    const id = foldedId(given);
    // The list is removed first, so that no target is added meanwhile.
    if ((await this.#store.remove(this.#partition, [listKey(id)])) === 0) return false;
    const entries = await this.#store.list(this.#partition, { prefix: targetPrefix(id) });
    await this.#store.remove(
      this.#partition,
      entries.map(({ key }) => key),
    );
    return true;
  }
}

/** Whether a target is one of the people, or a website that is named after one. */
const isOf = (people: Pick<People, 'isNamedBy' | 'isNamedIn'>, ref: TargetRef): boolean =>
  ref.of === 'website' ? people.isNamedIn(ref.value) : ref.of === 'profile' && people.isNamedBy(ref);
