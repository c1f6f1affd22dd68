import { createHash, randomBytes } from 'node:crypto';
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

/** Begins the mark of a purge of everyone, in place of a digest. */
const everyone = 'all ';

/**
 * The sealed list of short digests of purged people's names. These people never join a watched network again, and what
 * was requested before a purge is stored without them.
 */
export class PurgedPeople {
  readonly #store: StateStore;
  readonly #partition: string;

  constructor(store: StateStore) {
    this.#store = store;
    this.#partition = `purged-people:${store.seal.space}`;
  }

  async note(digests: readonly string[], isEveryone = false): Promise<void> {
    if (digests.length === 0 && !isEveryone) return;
    await this.#store.update(this.#partition, (read) => {
      const noted = listed(read(entry)).filter((one) => !(isEveryone && one.startsWith(everyone)));
      const all = new Set([...noted, ...digests.map(shortDigest)]);
      if (isEveryone) all.add(everyone + randomBytes(6).toString('hex'));
      return { value: undefined, writes: new Map([[entry, { value: [...all].join(',') }]]) };
    });
  }

  async all(): Promise<ReadonlySet<string>> {
    return new Set(listed(await this.#store.get(this.#partition, entry)));
  }

  /** Who was purged since `all` resolved with `before`. */
  async since(
    before: ReadonlySet<string>,
  ): Promise<{ readonly digests: readonly string[]; readonly everyone: boolean }> {
    const digests = [...(await this.all())].filter((one) => !before.has(one));
    return { digests, everyone: digests.some((one) => one.startsWith(everyone)) };
  }
}

const listed = (text: string | undefined): readonly string[] => (text ? text.split(',') : []);
