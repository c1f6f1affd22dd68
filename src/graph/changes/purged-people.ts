import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { StateStore } from '../state/state-store.ts';
import { SealBroken, WatchSeal } from './seal.ts';

/**
 * A person's name, in the form in which two are compared. Numbers and entity ids are those of the external network; a phrase is
 * looked for in texts.
 */
export const Name = Type.Object({
  kind: Type.Enum(['id', 'slug', 'number', 'entity', 'email', 'phrase']),
  value: Type.String(),
});
export interface Name extends Static<typeof Name> {}

/** What stands for a name of those who were forgotten, which nobody stores in clear: any list of addresses would show whose it is. SHA-256, in hex. */
export const nameDigest = ({ kind, value }: Name): string =>
  createHash('sha256').update(`${kind}:${value}`).digest('hex');

/** The first 48 bits of a digest: enough to tell the people of one network apart. */
export const shortDigest = (digest: string): string => digest.slice(0, 12);

const partition = 'purged-people';
const entry = 'all';

/** Digests of the names of people who were purged, sealed: nobody of these joins a watched network again. */
export class PurgedPeople {
  readonly #store: StateStore;
  readonly #seal: WatchSeal;

  constructor(store: StateStore, secret: string) {
    this.#store = store;
    this.#seal = new WatchSeal(secret, partition);
  }

  async note(digests: readonly string[]): Promise<void> {
    if (digests.length === 0) return;
    await this.#store.update(partition, (read) => {
      const all = new Set([...this.#opened(read(entry)), ...digests.map(shortDigest)]);
      return { value: undefined, writes: new Map([[entry, { value: this.#seal.seal([...all]) }]]) };
    });
  }

  async all(): Promise<ReadonlySet<string>> {
    return this.#opened(await this.#store.get(partition, entry));
  }

  /** Of another secret, none can be read, as nothing else of a watch can. */
  #opened(sealed: string | undefined): Set<string> {
    try {
      return new Set(sealed === undefined ? [] : this.#seal.open<readonly string[]>(sealed));
    } catch (error) {
      if (error instanceof SealBroken) return new Set();
      throw error;
    }
  }
}
