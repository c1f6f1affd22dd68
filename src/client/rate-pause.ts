/** First pause after a 429 without `Retry-After`, in milliseconds; doubles with each further pause. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Maximum keys remembered; beyond that, the oldest is dropped. */
const maxKeys = 1_000;

interface Pause {
  readonly until: number;
  readonly ms: number;
}

/** Delays new calls of a key after a 429: they would be refused, too, and could prolong the limit. */
export class RatePauses {
  readonly #now: () => number;
  readonly #pauses = new Map<string, Pause>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** How long a new call of the key must wait, in milliseconds. */
  leftMs(apiKey: string): number {
    if (this.#pauses.size === 0) return 0;
    return Math.max(0, (this.#pauses.get(apiKey)?.until ?? 0) - this.#now());
  }

  /** A call of the key was refused with 429. */
  begin(apiKey: string, retryAfterMs: number | undefined): void {
    const now = this.#now();
    const last = this.#pauses.get(apiKey);
    // Ignore other calls that were in flight: only a call sent after the pause prolongs it.
    if (last && last.until > now) return;
    const ms = retryAfterMs ?? Math.min(last ? last.ms * 2 : firstPauseMs, longestPauseMs);
    const [oldest] = this.#pauses.keys();
    if (!last && oldest !== undefined && this.#pauses.size >= maxKeys) this.#pauses.delete(oldest);
    this.#pauses.set(apiKey, { until: now + ms, ms });
  }

  /** A call of the key was answered. */
  end(apiKey: string): void {
    if (this.#pauses.size === 0 || this.leftMs(apiKey) > 0) return;
    this.#pauses.delete(apiKey);
  }
}
