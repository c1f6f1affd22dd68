import Type, { type Static } from 'typebox';
import type { People } from '../../state/people/people.ts';
import type { PersonalData } from '../../state/people/personal-data.ts';
import type { StateStore } from '../../state/state-store.ts';
import { parseStored } from '../../validate.ts';

/** A person or connector that a team excludes from introductions. */
export const KeptExclusion = Type.Object({
  /** A person by one of a record's identifiers, or a connector by its id. */
  kind: Type.Enum(['ids', 'xnet_names', 'xnet_ids', 'xnet_entity_ids', 'connector']),
  value: Type.String(),
  /** Keyed digests of what else was known of the person: see `personSigns`. */
  signs: Type.Optional(Type.Array(Type.String())),
  reason: Type.Optional(Type.String()),
  /** Milliseconds since 1970. */
  excludedAt: Type.Number(),
});
export interface KeptExclusion extends Static<typeof KeptExclusion> {}

/** The owner of a list: the keyed hash of an API key, and the child team that it acts for. */
export interface ExclusionOwner {
  readonly owner: string;
  readonly childTeamId: string | undefined;
}

/** The maximum number of entries in a list. */
export const maxExclusions = 10_000;

/** The lists of exclusions from introductions, shared by all processes that share the store. */
export class ExclusionStore implements PersonalData {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** All entries of a list, by key. */
  async all(of: ExclusionOwner): Promise<ReadonlyMap<string, KeptExclusion>> {
    const entries = await this.#store.list(partitionOf(of), { prefix: '' });
    return new Map(entries.map(({ key, value }) => [key, entryIn(value)]));
  }

  /**
   * Adds entries, or replaces those of the same key; false if the list would exceed `maxExclusions`.
   *
   * @throws {import('../../state/storage-quota.ts').QuotaReached}
   */
  async put(of: ExclusionOwner, entries: ReadonlyMap<string, KeptExclusion>): Promise<boolean> {
    const writes = await this.#admitted(of, entries);
    const done = await this.#store.commit(partitionOf(of), { writes, limits: [{ prefix: '', max: maxExclusions }] });
    return done.kind === 'committed';
  }

  /** Adds signs to entries as they are by now: none that was removed or replaced meanwhile. */
  async sign(of: ExclusionOwner, entries: ReadonlyMap<string, KeptExclusion>): Promise<void> {
    await this.#admitted(of, entries);
    await this.#store.update(partitionOf(of), (read) => {
      const writes = new Map<string, { readonly value: string }>();
      for (const [key, { signs, excludedAt }] of entries) {
        const text = read(key);
        const kept = text === undefined ? undefined : entryIn(text);
        if (kept?.excludedAt === excludedAt) writes.set(key, { value: JSON.stringify({ ...kept, signs }) });
      }
      return { value: undefined, writes };
    });
  }

  /** @throws {import('../../state/storage-quota.ts').QuotaReached} */
  async #admitted(of: ExclusionOwner, entries: ReadonlyMap<string, KeptExclusion>) {
    const writes = new Map([...entries].map(([key, entry]) => [key, { value: JSON.stringify(entry) }]));
    const bytes = [...writes].reduce((sum, [key, { value }]) => sum + key.length + Buffer.byteLength(value), 0);
    await this.#store.admit(of.owner, partitionOf(of), bytes);
    return writes;
  }

  /** Resolves with the number of entries removed. */
  remove(of: ExclusionOwner, keys: readonly string[]): Promise<number> {
    return this.#store.remove(partitionOf(of), keys);
  }

  /** Removes the reasons for excluding certain people from all lists; they stay excluded. Resolves with their number. */
  async removePeople(people: Pick<People, 'isNamedBy'>): Promise<number> {
    let changed = 0;
    for await (const { partition, entries } of this.#store.readable(start))
      for (const key of this.#store.intact(entries, (entry) => entryIn(entry.value) && entry.key))
        changed += await this.#store.update(partition, (read) => {
          const text = read(key);
          if (text === undefined) return { value: 0 };
          const { reason, ...kept } = entryIn(text);
          const { kind, value } = kept;
          if (reason === undefined || kind === 'connector' || !people.isNamedBy({ kind, value })) return { value: 0 };
          return { value: 1, writes: new Map([[key, { value: JSON.stringify(kept) }]]) };
        });
    if (changed > 0) this.#store.erase();
    return changed;
  }

  /** Empties all lists; resolves with the number of entries removed. */
  async clear(): Promise<number> {
    const removed = await this.#store.clear(start);
    if (removed.length > 0) this.#store.erase();
    return removed.length;
  }
}

const start = 'exclusions:';

const partitionOf = ({ owner, childTeamId = '' }: ExclusionOwner): string => `${start}${owner}:${childTeamId}`;

const entryIn = (text: string): KeptExclusion => parseStored('exclusion', KeptExclusion, text);
