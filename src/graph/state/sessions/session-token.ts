import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { StoreEpoch } from '../store-epoch.ts';
import type { Session } from './session.ts';

/** The time by which sessions end; a test moves one of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back at that time, or at once where it is past; the result cancels it. */
  at(time: number, call: () => void): () => void;
}

/** The longest timer that Node.js has, in milliseconds. */
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

/** With the token's version: what is sealed changes with it. */
const prefix = 'kiths3_';

/** Whether it looks like a session's token, of whichever version, and whatever has become of the session. */
export const isSessionToken = (token: unknown): boolean => typeof token === 'string' && /^kiths\d*_/.test(token);

/** Whether an earlier or later version of Kith made it. */
const isOtherVersion = (token: string): boolean => isSessionToken(token) && !token.startsWith(prefix);

/** The sessions that were ended before their time. */
export interface RevokedSessions {
  has(id: string): boolean;
  /** Calls back when this one is, and at once where it was; the result cancels it. */
  when(id: string, call: () => void): () => void;
}

/**
 * Why a token opens no session.
 *
 * - `over`: it has expired, was revoked, is damaged, or was sealed with another secret or for another upstream
 * - `version`: another version of Kith made it
 * - `store`: it was made over another store than the graph's, or over the graph's before that was lost or restored
 * - `unavailable`: the store has not answered for a while, so that nobody can tell whether it was revoked
 */
export type SessionRefusal = 'over' | 'version' | 'store' | 'unavailable';

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
  unavailable: 'The store of sessions does not answer, so no session can be checked: try again.',
};

interface SealOptions {
  readonly secret: string;
  /** A token is good for one upstream: its address is part of what the key is derived from. */
  readonly upstreamUrl: string;
  readonly clock: Clock;
  readonly revoked: RevokedSessions;
  readonly epoch: Pick<StoreEpoch, 'current' | 'isConfirmed' | 'whenChanged'>;
  /** Another secret, whose tokens are opened, too. */
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
  /** Of which a token is opened. */
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

  /** The session in a token; undefined for one that opens none. */
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

  /** Calls back when a session is over, or revoked; the result cancels it. */
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
    // What opens was sealed here, so its shape is known.
    const { epoch, ...session }: Sealed = JSON.parse(text);
    if (session.expiresAt <= this.clock.now()) return 'over';
    if (!this.#epoch.isConfirmed) return 'unavailable';
    if (epoch !== this.#epoch.current) return 'store';
    return this.#revoked.has(session.id) ? 'over' : session;
  }
}

interface Sealed extends Session {
  readonly epoch: string;
}

const keyOf = (secret: string, upstreamUrl: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, upstreamUrl, 'kith session 3', 32));

/** What is sealed; undefined where it was sealed by another key. */
function opened(bytes: Buffer, key: Buffer): string | undefined {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes));
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
