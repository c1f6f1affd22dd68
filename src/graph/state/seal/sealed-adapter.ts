import {
  type Commit,
  type Committed,
  type Entry,
  familyOf,
  type ListedEntry,
  type Range,
  type StateAdapter,
} from '../state-adapter.ts';
import { turns } from '../turns.ts';
import { type Seal, SealBroken } from './seal.ts';

/** Values opened before the rest waits for another turn of the event loop, if this one is used. */
const perTurn = 50;

export const statePurpose = 'state';

/** The values of entries, as they are read and written. */
export type EntryAdapter = Pick<StateAdapter, 'get' | 'list' | 'commit'>;

/**
 * Entries whose values are sealed in certain families of partitions. Keys, versions and messages are not.
 *
 * Reads reject with `SealBroken` if a value was sealed with another secret. A damaged value reads as an empty one, so
 * that it does not hide the others of its partition: features find that it is none of theirs.
 */
export class SealedAdapter implements EntryAdapter {
  readonly #adapter: EntryAdapter;
  readonly #seal: Seal;
  readonly #families: ReadonlySet<string>;

  constructor(adapter: EntryAdapter, seal: Seal, families: ReadonlySet<string>) {
    this.#adapter = adapter;
    this.#seal = seal;
    this.#families = families;
  }

  async get(partition: string, keys: readonly string[]): Promise<ReadonlyMap<string, Entry>> {
    return this.#openedMap(partition, await this.#adapter.get(partition, keys));
  }

  async list(partition: string, range: Range): Promise<readonly ListedEntry[]> {
    const entries = await this.#adapter.list(partition, range);
    if (!this.#isSealed(partition)) return entries;
    const opened: ListedEntry[] = [];
    for (const entry of entries) {
      if (opened.length % perTurn === perTurn - 1) await turns.take();
      opened.push(this.#opened(partition, entry));
    }
    return opened;
  }

  async commit(partition: string, commit: Commit): Promise<Committed> {
    if (!this.#isSealed(partition)) return this.#adapter.commit(partition, commit);
    const sealed = <Some extends { readonly value: string }>(write: Some): Some => ({
      ...write,
      value: this.#seal.sealText(statePurpose, partition, write.value),
    });
    const done = await this.#adapter.commit(partition, {
      ...commit,
      ...(commit.writes && {
        writes: new Map(Array.from(commit.writes, ([key, write]) => [key, write && sealed(write)])),
      }),
      ...(commit.appends && { appends: commit.appends.map(sealed) }),
    });
    return done.kind === 'collision' ? { ...done, entries: this.#openedMap(partition, done.entries) } : done;
  }

  #isSealed(partition: string): boolean {
    return this.#families.has(familyOf(partition));
  }

  #openedMap(partition: string, entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> {
    if (!this.#isSealed(partition)) return entries;
    return new Map(Array.from(entries, ([key, entry]) => [key, this.#opened(partition, entry)]));
  }

  #opened<Some extends Entry>(partition: string, entry: Some): Some {
    return { ...entry, value: this.#openedText(partition, entry.value) };
  }

  #openedText(partition: string, sealed: string): string {
    try {
      return this.#seal.openText(statePurpose, partition, sealed).toString();
    } catch (error) {
      if (error instanceof SealBroken && error.reason === 'damaged') return '';
      throw error;
    }
  }
}
