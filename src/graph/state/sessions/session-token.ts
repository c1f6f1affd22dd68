import { type Seal, SealBroken } from '../seal/seal.ts';
import type { StoreEpoch } from '../store-epoch.ts';
import { coreClaims, type Session } from './session.ts';

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
const prefix = 'kiths4_';

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
 * - `over`: it has expired, it or one that invited it was revoked, is damaged, or was sealed with another secret or for another upstream
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

export const sessionPurpose = 'session';

interface SealOptions {
  readonly seal: Seal;
  /** A token is valid for one upstream: its URL is the seal’s salt. */
  readonly upstreamUrl: string;
  readonly clock: Clock;
  readonly revoked: RevokedSessions;
  readonly epoch: Pick<StoreEpoch, 'current' | 'isConfirmed' | 'whenChanged'>;
  /** Members of a session that features honour. */
  readonly claims?: readonly (keyof Session)[];
}

/**
 * Seals sessions into tokens and opens them. A token carries its key encrypted, so that the graph need not
 * store it, and every graph with the same secret, upstream and store accepts it. It carries the store's epoch as well:
 * a store that was lost has forgotten which sessions were revoked, so that all of them end.
 */
export class SessionSeal {
  readonly clock: Clock;
  readonly #seal: Seal;
  readonly #upstreamUrl: string;
  readonly #revoked: RevokedSessions;
  readonly #epoch: SealOptions['epoch'];
  readonly #claims: ReadonlySet<string>;

  constructor({ seal, upstreamUrl, clock, revoked, epoch, claims = [] }: SealOptions) {
    this.clock = clock;
    this.#revoked = revoked;
    this.#epoch = epoch;
    this.#seal = seal;
    this.#upstreamUrl = upstreamUrl;
    this.#claims = new Set([...coreClaims, ...claims]);
  }

  /** A member of the session that nothing here honours, which may be a limit; undefined if there is none. */
  unhonoured(session: Session): string | undefined {
    return Object.entries(session).find(([name, value]) => value !== undefined && !this.#claims.has(name))?.[0];
  }

  seal(session: Session): string {
    return prefix + this.#seal.sealText(sessionPurpose, this.#upstreamUrl, JSON.stringify(this.issue(session)));
  }

  /** A token of the same session, sealed with the present secret; undefined if it is already. */
  sealedAnew(token: string): string | undefined {
    if (!token.startsWith(prefix) || this.#seal.isPresent(token.slice(prefix.length))) return undefined;
    const session = this.open(token);
    return session && this.seal(session);
  }

  /** A session as of now, to be kept sealed by the graph itself; `check` says whether it is still valid. */
  issue(session: Session): IssuedSession {
    return { ...session, epoch: this.#epoch.current };
  }

  /** The session in a token; undefined if the token is refused. */
  open(token: string): Session | undefined {
    const opened = this.#open(token);
    return typeof opened === 'string' ? undefined : opened;
  }

  /** @throws {SessionRefused} */
  demand(token: string): Session {
    return demanded(this.#open(token));
  }

  /** @throws {SessionRefused} */
  check(issued: IssuedSession): Session {
    return demanded(this.#judge(issued));
  }

  /** Calls back when a session expires, it or an inviter is revoked, or the store's epoch changes; the returned function cancels. */
  whenOver({ id, inviters = [], expiresAt }: Session, call: () => void): () => void {
    const ids = [id, ...inviters.map((inviter) => inviter.id)];
    const cancels = [
      this.clock.at(expiresAt, call),
      ...ids.map((one) => this.#revoked.when(one, call)),
      this.#epoch.whenChanged(call),
    ];
    return () => {
      for (const cancel of cancels) cancel();
    };
  }

  #open(token: string): Session | SessionRefusal {
    if (!token.startsWith(prefix)) return isOtherVersion(token) ? 'version' : 'over';
    try {
      const text = this.#seal.openText(sessionPurpose, this.#upstreamUrl, token.slice(prefix.length)).toString();
      return this.#judge(JSON.parse(text));
    } catch (error) {
      if (error instanceof SealBroken) return 'over';
      throw error;
    }
  }

  #judge({ epoch, ...session }: IssuedSession): Session | SessionRefusal {
    if (session.expiresAt <= this.clock.now()) return 'over';
    if (this.unhonoured(session) !== undefined) return 'claim';
    if (!this.#epoch.isConfirmed) return 'unavailable';
    if (epoch !== this.#epoch.current) return 'store';
    const isRevoked =
      this.#revoked.has(session.id) || session.inviters?.some(({ id }) => this.#revoked.has(id)) === true;
    return isRevoked ? 'over' : session;
  }
}

/** A session with the epoch of the store over which it was issued. */
export interface IssuedSession extends Session {
  readonly epoch: string;
}

function demanded(opened: Session | SessionRefusal): Session {
  if (typeof opened === 'string') throw new SessionRefused(opened);
  return opened;
}
