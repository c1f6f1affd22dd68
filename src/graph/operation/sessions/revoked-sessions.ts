import type { RevokedSessions } from '../session-token.ts';

/** The sessions that were revoked, until they would have ended. */
export class RevokedHere implements RevokedSessions {
  readonly #now: () => number;
  readonly #ends = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  has(id: string): boolean {
    return this.#ends.has(id);
  }

  when(id: string, call: () => void): () => void {
    if (this.has(id)) setImmediate(call);
    const calls = this.#waiting.get(id) ?? new Set();
    this.#waiting.set(id, calls.add(call));
    return () => {
      calls.delete(call);
      if (calls.size === 0 && this.#waiting.get(id) === calls) this.#waiting.delete(id);
    };
  }

  note(id: string, expiresAt: number): void {
    for (const [known, end] of this.#ends) if (end <= this.#now()) this.#ends.delete(known);
    this.#ends.set(id, expiresAt);
    for (const call of this.#waiting.get(id) ?? []) call();
  }
}
