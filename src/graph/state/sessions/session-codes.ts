import { hash, randomBytes } from 'node:crypto';
import Type from 'typebox';
import { parse } from '../../validate.ts';
import type { StateStore } from '../state-store.ts';

/**
 * The session's token, sealed with the code as salt, and the code's expiry in milliseconds since 1970.
 */
const Kept = Type.Object({ sealed: Type.String(), expiresAt: Type.Number() });

/** The kinds of codes; a code of one kind is invalid as another. */
const kinds = {
  /** For the page's cookie. */
  page: { ms: 60_000, name: 'code page' },
  /** For a WebSocket of the page, in addition to its cookie. */
  socket: { ms: 30_000, name: 'code socket' },
} as const;

export type CodeKind = keyof typeof kinds;

/**
 * Single-use codes, each exchanged for one session's token. A code is 256 random bits. The store holds its hash, and the
 * token sealed with the code as salt, so that nobody opens the session without it.
 */
export class SessionCodes {
  readonly #store: StateStore;
  readonly #now: () => number;

  constructor(store: StateStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  async issue(token: string, kind: CodeKind = 'page'): Promise<{ readonly code: string; readonly expiresAt: number }> {
    const code = randomBytes(32).toString('base64url');
    const { ms, name } = kinds[kind];
    const expiresAt = this.#now() + ms;
    const sealed = this.#store.seal.sealText(name, code, token);
    await this.#store.put(partitionOf(code, kind), key, JSON.stringify({ sealed, expiresAt }), ms);
    return { code, expiresAt };
  }

  /** The token of a code; undefined if the code expired, was used or was never issued. */
  async exchange(code: string, kind: CodeKind = 'page'): Promise<string | undefined> {
    const kept = await this.#store.update(partitionOf(code, kind), (read) => ({
      value: read(key),
      writes: new Map([[key, undefined]]),
    }));
    if (kept === undefined) return undefined;
    const { sealed, expiresAt } = parse(Kept, JSON.parse(kept));
    return expiresAt <= this.#now() ? undefined : this.#store.seal.openText(kinds[kind].name, code, sealed).toString();
  }
}

const partitionOf = (code: string, kind: CodeKind): string =>
  `code:${hash('sha256', `${kinds[kind].name} ${code}`, 'base64url')}`;
const key = 'token';
