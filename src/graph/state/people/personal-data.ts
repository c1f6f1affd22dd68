import type { StoredFamily } from '../state-adapter.ts';
import type { StateStore } from '../state-store.ts';
import type { People } from './people.ts';

/** Data about people in a store, as a purge removes it. */
export interface PersonalData {
  /** Adds the people's other names that are stored, before anything is removed. */
  learn?(people: People): Promise<void>;
  /** Removes certain people; resolves with the number of entries removed or changed. */
  removePeople(people: People): Promise<number>;
  /**
   * Removes everyone; resolves with the number of entries removed or changed.
   *
   * @param people also the people named in the purge
   */
  clear(people: People): Promise<number>;
}

export interface PersonalKind {
  /** Its member in the audit log’s line of a purge, such as `targets`. */
  readonly name: string;
  /** The unit of the counts, such as “targets of lists”. */
  readonly words: string;
  of(state: StateStore): PersonalData;
}

/** The personal data that the core and all features store, and the families of their partitions. */
export interface Stored {
  readonly personal: readonly PersonalKind[];
  readonly families: readonly StoredFamily[];
}
