import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import type { StateStore } from '../state-store.ts';

/**
 * An identifier of a person, normalized for comparison. `number` and `entity` are ids of the external network; a
 * `phrase` is searched for in texts.
 */
export const Name = Type.Object({
  kind: Type.Enum(['id', 'slug', 'number', 'entity', 'email', 'phrase']),
  value: Type.String(),
});
export interface Name extends Static<typeof Name> {}

/** SHA-256 digest of a name, in hex. Seal stored digests: hashing a list of addresses would reveal whose they are. */
export const nameDigest = ({ kind, value }: Name): string =>
  createHash('sha256').update(`${kind}:${value}`).digest('hex');

/** The first 48 bits of a digest: enough to distinguish the people of one network. */
export const shortDigest = (digest: string): string => digest.slice(0, 12);

const entry = 'all';

/** The sealed list of short digests of purged people's names. These people never join a watched network again. */
export class PurgedPeople {
  readonly #store: StateStore;
  readonly #partition: string;

  constructor(store: StateStore) {
    this.#store = store;
    this.#partition = `purged-people:${store.seal.space}`;
  }

  async note(digests: readonly string[]): Promise<void> {
    if (digests.length === 0) return;
    await this.#store.update(this.#partition, (read) => {
      const all = new Set([...listed(read(entry)), ...digests.map(shortDigest)]);
      return { value: undefined, writes: new Map([[entry, { value: [...all].join(',') }]]) };
    });
  }

  async all(): Promise<ReadonlySet<string>> {
    return new Set(listed(await this.#store.get(this.#partition, entry)));
  }
}

const listed = (text: string | undefined): readonly string[] => (text ? text.split(',') : []);
