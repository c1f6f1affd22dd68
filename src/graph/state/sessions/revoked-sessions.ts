import { EventEmitter } from 'node:events';
import type { RevokedSessions } from './session-token.ts';

/** Minimum interval between removals of expired entries, in milliseconds. */
const sweepMs = 60_000;

/** The revoked sessions, until they would have expired. */
export class RevokedHere implements RevokedSessions {
  readonly #now: () => number;
  readonly #ends = new Map<string, number>();
  #sweptAt = Number.NEGATIVE_INFINITY;
  readonly #waiting = new EventEmitter<Record<string, []>>().setMaxListeners(0);

  constructor(now: () => number) {
    this.#now = now;
  }

  has(id: string): boolean {
    return this.#ends.has(id);
  }

  when(id: string, call: () => void): () => void {
    if (this.has(id)) setImmediate(call);
    this.#waiting.on(id, call);
    return () => this.#waiting.off(id, call);
  }

  note(id: string, expiresAt: number): void {
    const now = this.#now();
    if (now - this.#sweptAt >= sweepMs) this.#sweep(now);
    this.#ends.set(id, expiresAt);
    this.#waiting.emit(id);
  }

  /** Scans all entries, which is too expensive for each `note`. */
  #sweep(now: number): void {
    this.#sweptAt = now;
    for (const [known, end] of this.#ends) if (end <= now) this.#ends.delete(known);
  }
}
