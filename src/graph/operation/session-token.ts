import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** What a session lets its holder do, in the stead of the key it was made from. */
export interface Session {
  readonly apiKey: string;
  /** Everything runs in this child team's context; other teams are refused. */
  readonly childTeamId: string | undefined;
  /** Queries and subscriptions only. */
  readonly readOnly: boolean;
  /** Credits that an operation may spend at most; undefined: as many as one usually may. */
  readonly budget?: number | undefined;
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

const systemClock: Clock = {
  now: () => Date.now(),
  at(time, call) {
    const timer = setTimeout(call, Math.max(0, time - Date.now())).unref();
    return () => clearTimeout(timer);
  },
};

const prefix = 'kiths_';
/** Whether it looks like a session's token, whatever has become of the session. */
export const isSessionToken = (token: unknown): boolean => typeof token === 'string' && token.startsWith(prefix);

const ivBytes = 12;
const tagBytes = 16;

/**
 * Seals sessions into tokens and opens them. A token carries its key encrypted (AES-256-GCM), so that the graph need
 * not store it, and every graph with the same secret and upstream accepts it.
 */
export class SessionSeal {
  readonly clock: Clock;
  readonly #key: Buffer;

  /** A token is good for one upstream: its address is part of what the key is derived from. */
  constructor(secret: string, upstreamUrl: string, clock = systemClock) {
    this.clock = clock;
    this.#key = Buffer.from(hkdfSync('sha256', secret, upstreamUrl, 'kith session', 32));
  }

  seal({ apiKey, childTeamId, readOnly, budget, expiresAt }: Session): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    const text = JSON.stringify([apiKey, childTeamId ?? null, readOnly, expiresAt, budget ?? null]);
    const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
    return prefix + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** The session in a token; undefined for one that is forged, damaged, from elsewhere or over. */
  open(token: string): Session | undefined {
    if (!token.startsWith(prefix)) return undefined;
    const bytes = Buffer.from(token.slice(prefix.length), 'base64url');
    if (bytes.length <= ivBytes + tagBytes) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, ivBytes));
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    let text: string;
    try {
      text = Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString();
    } catch {
      return undefined;
    }
    // What opens was sealed here, so its shape is known.
    const sealed: [string, string | null, boolean, number, number | null] = JSON.parse(text);
    const [apiKey, childTeamId, readOnly, expiresAt, budget] = sealed;
    if (expiresAt <= this.clock.now()) return undefined;
    return { apiKey, childTeamId: childTeamId ?? undefined, readOnly, budget: budget ?? undefined, expiresAt };
  }
}
