import { createHash } from 'node:crypto';
import type { StateStore } from '../state/state-store.ts';

/** A person's name, in the form in which two are compared. */
export interface Name {
  readonly kind: 'id' | 'slug' | 'email';
  readonly value: string;
}

/** What stands for a name in the list of those who were forgotten, which must not name them: SHA-256, in hex. */
export const nameDigest = ({ kind, value }: Name): string =>
  createHash('sha256').update(`${kind}:${value}`).digest('hex');

/** The first 48 bits of a digest: enough to tell the people of one network apart. */
export const shortDigest = (digest: string): string => digest.slice(0, 12);

const partition = 'purged-people';

/** Digests of the names of people who were purged: nobody of these joins a watched network again. */
export class PurgedPeople {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  async note(digests: readonly string[]): Promise<void> {
    if (digests.length === 0) return;
    await this.#store.commit(partition, {
      writes: new Map(digests.map((digest) => [shortDigest(digest), { value: '' }])),
    });
  }

  async all(): Promise<ReadonlySet<string>> {
    return new Set((await this.#store.list(partition, { prefix: '' })).map(({ key }) => key));
  }
}
