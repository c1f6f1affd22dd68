import Type, { type Static } from 'typebox';

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

/** The lists of who is kept out of introductions, shared by all processes that have the store. */
export interface ExclusionStore {
  /** By key: what an entry is known by. */
  all(of: ExclusionOwner): Promise<ReadonlyMap<string, KeptExclusion>>;
  /** Adds entries, or replaces those of the same key. */
  put(of: ExclusionOwner, entries: ReadonlyMap<string, KeptExclusion>): Promise<void>;
  /** Returns how many of the keys there were. */
  remove(of: ExclusionOwner, keys: readonly string[]): Promise<number>;
  /** Removes the reasons for excluding certain people, who stay excluded, from every list; returns how many there were. */
  removeReasons(isOf: (value: string) => boolean): Promise<number>;
  /** Empties every list; returns how many entries there were. */
  clear(): Promise<number>;
}

/** Entries that a list may have. */
export const mostExclusions = 10_000;
