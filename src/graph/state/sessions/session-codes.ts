import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

/** What is kept for a code until it is taken or over: neither the code nor the token can be read from it. */
export interface KeptCode {
  /** The code's hash. */
  readonly id: string;
  /** The session's token, encrypted under the code. */
  readonly sealed: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Codes that wait to be exchanged, shared by all processes that have the store. */
export interface CodeStore {
  put(kept: KeptCode): Promise<void>;
  /** What was put under a code's hash, and is not over; whoever comes second gets nothing. */
  take(id: string): Promise<string | undefined>;
}

/** How long a code waits, in milliseconds. */
const codeMs = 60_000;

const ivBytes = 12;
const tagBytes = 16;

/**
 * Single-use codes, each of which is exchanged for one session's token. A code is 256 random bits; the store has its hash,
 * and the token encrypted under it (AES-256-GCM), so that who reads the store opens no session.
 */
export class SessionCodes {
  readonly #store: CodeStore;
  readonly #now: () => number;

  constructor(store: CodeStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  async issue(token: string): Promise<{ readonly code: string; readonly expiresAt: number }> {
    const code = randomBytes(32).toString('base64url');
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', keyOf(code), iv);
    const text = Buffer.concat([cipher.update(token), cipher.final()]);
    const expiresAt = this.#now() + codeMs;
    const sealed = Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
    await this.#store.put({ id: idOf(code), sealed, expiresAt });
    return { code, expiresAt };
  }

  /** The token of a code; undefined where it is over, was exchanged, or was never issued. */
  async exchange(code: string): Promise<string | undefined> {
    const sealed = await this.#store.take(idOf(code));
    if (sealed === undefined) return undefined;
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', keyOf(code), bytes.subarray(0, ivBytes));
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString();
  }
}

const idOf = (code: string): string => hash('sha256', `kith session code ${code}`, 'base64url');
const keyOf = (code: string): Buffer => Buffer.from(hkdfSync('sha256', code, '', 'kith session code', 32));
