import Type, { type Static } from 'typebox';
import type { Identifier } from '../../cache/record-key.ts';
import { parse } from '../../validate.ts';
import type { StateStore } from '../state-store.ts';

/** Somebody whom a team keeps out of introductions. */
export const KeptExclusion = Type.Object({
  /** A person by one of the names of a record, or a connector by its own id. */
  kind: Type.Enum(['ids', 'xnet_names', 'xnet_ids', 'xnet_entity_ids', 'connector']),
  value: Type.String(),
  reason: Type.Optional(Type.String()),
  /** Milliseconds since 1970. */
  excludedAt: Type.Number(),
});
export interface KeptExclusion extends Static<typeof KeptExclusion> {}

/** Whose list it is: the keyed hash of a key, and the child team in whose context it asks. */
export interface ExclusionOwner {
  readonly owner: string;
  readonly childTeamId: string | undefined;
}

/** Entries that a list may have. */
export const maxExclusions = 10_000;

/** The lists of who is kept out of introductions, shared by all processes that have the store. */
export class ExclusionStore {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** By key: what an entry is known by. */
  async all(of: ExclusionOwner): Promise<ReadonlyMap<string, KeptExclusion>> {
    const entries = await this.#store.list(partitionOf(of), { prefix: '' });
    return new Map(entries.map(({ key, value }) => [key, entryIn(value)]));
  }

  /** Adds entries, or replaces those of the same key. False if the list would be longer than it may be. */
  async put(of: ExclusionOwner, entries: ReadonlyMap<string, KeptExclusion>): Promise<boolean> {
    const writes = new Map([...entries].map(([key, entry]) => [key, { value: JSON.stringify(entry) }]));
    const done = await this.#store.commit(partitionOf(of), { writes, limits: [{ prefix: '', max: maxExclusions }] });
    return done.kind === 'committed';
  }

  /** Returns how many of the keys there were. */
  remove(of: ExclusionOwner, keys: readonly string[]): Promise<number> {
    return this.#store.remove(partitionOf(of), keys);
  }

  /** Removes the reasons for excluding certain people, who stay excluded, from every list; returns how many there were. */
  async removeReasons(isOf: (person: Identifier) => boolean): Promise<number> {
    let changed = 0;
    for await (const partition of this.#store.partitions(start))
      for (const { key } of await this.#store.list(partition, { prefix: '' }))
        changed += await this.#store.update(partition, (read) => {
          const text = read(key);
          if (text === undefined) return { value: 0 };
          const { reason, ...kept } = entryIn(text);
          const { kind, value } = kept;
          if (reason === undefined || kind === 'connector' || !isOf({ kind, value })) return { value: 0 };
          return { value: 1, writes: new Map([[key, { value: JSON.stringify(kept) }]]) };
        });
    if (changed > 0) this.#store.erase();
    return changed;
  }

  /** Empties every list; returns how many entries there were. */
  async clear(): Promise<number> {
    let removed = 0;
    for await (const partition of this.#store.partitions(start)) {
      const entries = await this.#store.list(partition, { prefix: '' });
      removed += await this.#store.remove(
        partition,
        entries.map(({ key }) => key),
      );
    }
    if (removed > 0) this.#store.erase();
    return removed;
  }
}

const start = 'exclusions:';

const partitionOf = ({ owner, childTeamId = '' }: ExclusionOwner): string => `${start}${owner}:${childTeamId}`;

const entryIn = (text: string): KeptExclusion => parse(KeptExclusion, JSON.parse(text));
