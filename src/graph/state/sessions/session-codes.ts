import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';
import Type from 'typebox';
import { parse } from '../../validate.ts';
import type { StateStore } from '../state-store.ts';

/**
 * The session's token, encrypted with a key derived from the code, and the code's expiry in milliseconds since 1970.
 */
const Kept = Type.Object({ sealed: Type.String(), expiresAt: Type.Number() });

/** The kinds of codes; a code of one kind is invalid as another. */
const kinds = {
  /** For the page's cookie. */
  page: { ms: 60_000, name: 'kith session code' },
  /** For a WebSocket of the page, in addition to its cookie. */
  socket: { ms: 30_000, name: 'kith socket code' },
} as const;

export type CodeKind = keyof typeof kinds;

const ivBytes = 12;
const tagBytes = 16;

/**
 * Single-use codes, each exchanged for one session's token. A code is 256 random bits. The store holds its hash and the
 * token encrypted with a key derived from it (AES-256-GCM), so that read access to the store opens no session.
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
    const iv = randomBytes(ivBytes);
    const { ms } = kinds[kind];
    const cipher = createCipheriv('aes-256-gcm', keyOf(code, kind), iv);
    const text = Buffer.concat([cipher.update(token), cipher.final()]);
    const expiresAt = this.#now() + ms;
    const sealed = Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
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
    if (expiresAt <= this.#now()) return undefined;
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', keyOf(code, kind), bytes.subarray(0, ivBytes));
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString();
  }
}

const partitionOf = (code: string, kind: CodeKind): string =>
  `code:${hash('sha256', `${kinds[kind].name} ${code}`, 'base64url')}`;
const key = 'token';
const keyOf = (code: string, kind: CodeKind): Buffer => Buffer.from(hkdfSync('sha256', code, '', kinds[kind].name, 32));
