import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { StoreEpoch } from '../store-epoch.ts';
import { honouredClaims, type Session } from './session.ts';

/** The clock for session expiry; tests replace it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back at this time, or at once if it is past; the returned function cancels. */
  at(time: number, call: () => void): () => void;
}

/** The longest timeout of Node.js, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  at(time, call) {
    let timer: NodeJS.Timeout;
    const wait = () => {
      const leftMs = time - Date.now();
      timer = setTimeout(leftMs > maxTimerMs ? wait : call, Math.min(Math.max(0, leftMs), maxTimerMs)).unref();
    };
    wait();
    return () => clearTimeout(timer);
  },
};

/** Includes the version of the token's format. */
const prefix = 'kiths3_';

/** Whether it looks like a session's token, of any version, valid or not. */
export const isSessionToken = (token: unknown): boolean => typeof token === 'string' && /^kiths\d*_/.test(token);

/** Whether another version of Kith made it. */
const isOtherVersion = (token: string): boolean => isSessionToken(token) && !token.startsWith(prefix);

/** Sessions revoked before their expiry. */
export interface RevokedSessions {
  has(id: string): boolean;
  /** Calls back when this session is revoked, soon if it already is; the returned function cancels. */
  when(id: string, call: () => void): () => void;
}

/**
 * Why a token opens no session.
 *
 * - `over`: it has expired, was revoked, is damaged, or was sealed with another secret or for another upstream
 * - `version`: another version of Kith made it
 * - `store`: it was made over another store than the graph's, or over the graph's before that was lost or restored
 * - `claim`: it has a limit or right that this graph does not know, so that it cannot be honoured
 * - `unavailable`: the store has not answered for a while, so that nobody can tell whether it was revoked
 */
export type SessionRefusal = 'over' | 'version' | 'store' | 'claim' | 'unavailable';

export class SessionRefused extends Error {
  override readonly name = 'SessionRefused';
  readonly reason: SessionRefusal;

  constructor(reason: SessionRefusal) {
    super(sessionRefusals[reason]);
    this.reason = reason;
  }
}

const sessionRefusals: Readonly<Record<SessionRefusal, string>> = {
  over: 'The session has ended, or was never opened here: open another at POST /session.',
  version: 'The session’s token was made by another version of Kith: open another session at POST /session.',
  store:
    'The session was opened by a graph with another store, or this graph’s store was lost or restored since, which ends all sessions: open another at POST /session.',
  claim:
    'The session has a limit or a right that this graph does not honour: open another session at POST /session, or ask a graph that has the feature.',
  unavailable: 'The store of sessions does not answer, so no session can be checked: try again.',
};

interface SealOptions {
  readonly secret: string;
  /** A token is valid for one upstream: the URL is part of the key derivation. */
  readonly upstreamUrl: string;
  readonly clock: Clock;
  readonly revoked: RevokedSessions;
  readonly epoch: Pick<StoreEpoch, 'current' | 'isConfirmed' | 'whenChanged'>;
  /** A second secret with which tokens are opened, too. */
  readonly acceptedSecret?: string | undefined;
}

const ivBytes = 12;
const tagBytes = 16;

/**
 * Seals sessions into tokens and opens them. A token carries its key encrypted (AES-256-GCM), so that the graph need
 * not store it, and every graph with the same secret, upstream and store accepts it. It carries the store's epoch as well:
 * a store that was lost has forgotten which sessions were revoked, so that all of them end.
 */
export class SessionSeal {
  readonly clock: Clock;
  readonly #key: Buffer;
  /** Any of these may open a token. */
  readonly #keys: readonly Buffer[];
  readonly #revoked: RevokedSessions;
  readonly #epoch: SealOptions['epoch'];

  constructor({ secret, upstreamUrl, clock, revoked, epoch, acceptedSecret }: SealOptions) {
    this.clock = clock;
    this.#revoked = revoked;
    this.#epoch = epoch;
    this.#key = keyOf(secret, upstreamUrl);
    this.#keys = acceptedSecret === undefined ? [this.#key] : [this.#key, keyOf(acceptedSecret, upstreamUrl)];
  }

  seal(session: Session): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    const sealed: Sealed = { ...session, epoch: this.#epoch.current };
    const text = Buffer.concat([cipher.update(JSON.stringify(sealed)), cipher.final()]);
    return prefix + Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
  }

  /** The session in a token; undefined if the token is refused. */
  open(token: string): Session | undefined {
    const opened = this.#open(token);
    return typeof opened === 'string' ? undefined : opened;
  }

  /** @throws {SessionRefused} */
  demand(token: string): Session {
    const opened = this.#open(token);
    if (typeof opened === 'string') throw new SessionRefused(opened);
    return opened;
  }

  /** Calls back when a session expires or is revoked, or the store's epoch changes; the returned function cancels. */
  whenOver({ id, expiresAt }: Session, call: () => void): () => void {
    const cancels = [this.clock.at(expiresAt, call), this.#revoked.when(id, call), this.#epoch.whenChanged(call)];
    return () => {
      for (const cancel of cancels) cancel();
    };
  }

  #open(token: string): Session | SessionRefusal {
    if (!token.startsWith(prefix)) return isOtherVersion(token) ? 'version' : 'over';
    const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
    if (bytes.length <= ivBytes + tagBytes) return 'over';
    const text = this.#keys
      .values()
      .map((key) => opened(bytes, key))
      .find((found) => found !== undefined);
    if (text === undefined) return 'over';
    // Decrypted text was sealed here, so its shape is known.
    const { epoch, ...session }: Sealed = JSON.parse(text);
    if (session.expiresAt <= this.clock.now()) return 'over';
    if (Object.keys(session).some((name) => !claims.has(name))) return 'claim';
    if (!this.#epoch.isConfirmed) return 'unavailable';
    if (epoch !== this.#epoch.current) return 'store';
    return this.#revoked.has(session.id) ? 'over' : session;
  }
}

const claims: ReadonlySet<string> = new Set(honouredClaims);

interface Sealed extends Session {
  readonly epoch: string;
}

const keyOf = (secret: string, upstreamUrl: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, upstreamUrl, 'kith session 3', 32));

/** The decrypted text; undefined if another key sealed it, or it is damaged. */
function opened(bytes: Buffer, key: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
