import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a session lets its holder do, in the stead of the key it was made from. */
export interface Session {
  /** Names it among the key's sessions; it is no secret. */
  readonly id: string;
  readonly apiKey: string;
  /** Everything runs in this child team's context; other teams are refused. */
  readonly childTeamId: string | undefined;
  /** Whether its child team was chosen by its holder, who may choose another, or the key's own team, again. */
  readonly choseTeam?: boolean | undefined;
  /** Queries and subscriptions only. */
  readonly readOnly: boolean;
  /** Credits that an operation may spend at most; undefined: as many as one usually may. */
  readonly budget?: number | undefined;
  /** The purse that bounds all its operations together; undefined: none of its own. */
  readonly purse?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The time by which sessions end; a test moves one of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back at that time, or at once where it is past; the result cancels it. */
  at(time: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  at(time, call) {
    const timer = setTimeout(call, Math.max(0, time - Date.now())).unref();
    return () => clearTimeout(timer);
  },
};

/** With the token's version: what is sealed changes with it. */
const prefix = 'kiths2_';

/** Whether it looks like a session's token, of whichever version, and whatever has become of the session. */
export const isSessionToken = (token: unknown): boolean => typeof token === 'string' && /^kiths\d*_/.test(token);

/** Whether an earlier or later version of Kith made it. */
export const isOtherVersion = (token: string): boolean => isSessionToken(token) && !token.startsWith(prefix);

/** The sessions that were ended before their time. */
export interface RevokedSessions {
  has(id: string): boolean;
  /** Calls back when this one is, and at once where it was; the result cancels it. */
  when(id: string, call: () => void): () => void;
}

const noneRevoked: RevokedSessions = { has: () => false, when: () => () => undefined };

const ivBytes = 12;
const tagBytes = 16;

/**
 * Seals sessions into tokens and opens them. A token carries its key encrypted (AES-256-GCM), so that the graph need
 * not store it, and every graph with the same secret and upstream accepts it.
 */
export class SessionSeal {
  readonly clock: Clock;
  readonly #key: Buffer;
  /** Of which a token is opened. */
  readonly #keys: readonly Buffer[];
  readonly #revoked: RevokedSessions;

  /**
   * A token is good for one upstream: its address is part of what the key is derived from.
   *
   * @param accepted another secret, whose tokens are opened, too
   */
  constructor(secret: string, upstreamUrl: string, clock = systemClock, revoked = noneRevoked, accepted?: string) {
    this.clock = clock;
    this.#revoked = revoked;
    this.#key = keyOf(secret, upstreamUrl);
    this.#keys = accepted === undefined ? [this.#key] : [this.#key, keyOf(accepted, upstreamUrl)];
  }

  seal({ id, apiKey, childTeamId, choseTeam = false, readOnly, budget, purse, expiresAt }: Session): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    const limits = [budget ?? null, purse ?? null];
    const text = JSON.stringify([id, apiKey, childTeamId ?? null, readOnly, expiresAt, ...limits, choseTeam]);
    const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
    return prefix + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** The session in a token; undefined for one that is forged, damaged, from elsewhere, revoked or over. */
  open(token: string): Session | undefined {
    if (!token.startsWith(prefix)) return undefined;
    const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
    if (bytes.length <= ivBytes + tagBytes) return undefined;
    const text = this.#keys
      .values()
      .map((key) => opened(bytes, key))
      .find((found) => found !== undefined);
    if (text === undefined) return undefined;
    // What opens was sealed here, so its shape is known.
    const sealed: [string, string, string | null, boolean, number, number | null, string | null, boolean?] =
      JSON.parse(text);
    const [id, apiKey, childTeamId, readOnly, expiresAt, budget, purse, choseTeam] = sealed;
    if (expiresAt <= this.clock.now() || this.#revoked.has(id)) return undefined;
    const limits = { budget: budget ?? undefined, purse: purse ?? undefined };
    return { id, apiKey, childTeamId: childTeamId ?? undefined, choseTeam, readOnly, ...limits, expiresAt };
  }

  /** Calls back when a session is over, or revoked; the result cancels it. */
  whenOver({ id, expiresAt }: Session, call: () => void): () => void {
    const cancelEnd = this.clock.at(expiresAt, call);
    const cancelRevoked = this.#revoked.when(id, call);
    return () => {
      cancelEnd();
      cancelRevoked();
    };
  }
}

const keyOf = (secret: string, upstreamUrl: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, upstreamUrl, 'kith session 2', 32));

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
