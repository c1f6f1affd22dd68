/** First pause after a 429 without `Retry-After`, in milliseconds; doubles with each further one. */
const firstPauseMs = 1_000;
const longestPauseMs = 60_000;

/** In a longer pause, one free call per this time is sent, to see whether the pause is still needed. */
const probeMs = 60_000;

/** Share of the rate that an upstream took before it refused. */
const margin = 0.9;

/** Minimum rate, in calls per second. */
const leastRate = 0.2;

/** The learned rate is kept for this time after a 429, then grows by a share per second, until it is forgotten. */
const steadyMs = 15_000;
const growth = 0.05;
const forgottenMs = 300_000;

/**
 * How fast an upstream takes the calls of one key, learned from its 429s: after each, calls pause, and then go on at a
 * little less than what was taken in the second before it.
 */
export class Pace {
  #limitedAt = Number.NEGATIVE_INFINITY;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  #pauseMs = 0;
  #probedAt = Number.NEGATIVE_INFINITY;
  /** Calls per second before the last 429, if that was known. */
  #rateBefore: number | undefined;
  /** Calls taken in the second before the last 429. */
  #taken = 0;
  #nextAt = Number.NEGATIVE_INFINITY;
  // Calls taken in this second and in the one before.
  #secondAt = Number.NEGATIVE_INFINITY;
  #count = 0;
  #countBefore = 0;

  /** When the next call may be sent. */
  nextAt(now: number): number {
    if (!this.#isLimited(now)) return now;
    return Math.max(now, this.#pausedUntil, this.#nextAt);
  }

  /** Calls per second; undefined if there is no known limit. */
  rate(now: number): number | undefined {
    if (!this.#isLimited(now)) return undefined;
    const learned = this.#taken > 0 ? margin * this.#taken : (this.#rateBefore ?? 1) / 2;
    const rate = Math.max(leastRate, Math.min(learned, this.#rateBefore ?? Infinity));
    return rate * (1 + growth) ** (Math.max(0, now - this.#limitedAt - steadyMs) / 1_000);
  }

  /** How long calls pause, in milliseconds; 0 if they don't. */
  pausedMs(now: number): number {
    return Math.max(0, this.#pausedUntil - now);
  }

  /** Whether a free call may be sent although calls pause. */
  isProbeDue(now: number): boolean {
    return this.#pausedUntil > now && now - this.#probedAt >= probeMs;
  }

  /** A call is sent. */
  sent(now: number): void {
    if (this.#pausedUntil > now) this.#probedAt = now;
    const rate = this.rate(now);
    if (rate !== undefined) this.#nextAt = Math.max(this.#nextAt, now) + 1_000 / rate;
  }

  /** The upstream took a call that was sent at this time. */
  taken(sentAt: number, now: number): void {
    if (now - this.#secondAt >= 1_000) {
      this.#countBefore = now - this.#secondAt < 2_000 ? this.#count : 0;
      this.#count = 0;
      this.#secondAt = now;
    }
    this.#count += 1;
    // The answer of a call that was in flight at the time of the 429.
    if (sentAt < this.#limitedAt) this.#taken += 1;
    else {
      this.#pauseMs = 0;
      if (this.#pausedUntil <= now) return;
      this.#pausedUntil = now;
      this.#nextAt = now;
    }
  }

  /** The upstream refused a call that was sent at this time; other calls that were in flight then say nothing new. */
  limited(sentAt: number, retryAfterMs: number | undefined, now: number): void {
    if (sentAt < this.#limitedAt || this.#pausedUntil > now) {
      if (retryAfterMs !== undefined) this.#pausedUntil = Math.max(this.#pausedUntil, now + retryAfterMs);
      return;
    }
    this.#rateBefore = this.rate(now);
    this.#limitedAt = now;
    const sinceSecond = now - this.#secondAt;
    const [count, before] = sinceSecond < 1_000 ? [this.#count, this.#countBefore] : [0, this.#count];
    this.#taken = sinceSecond < 2_000 ? count + before * Math.max(0, 1 - (sinceSecond % 1_000) / 1_000) : 0;
    this.#pauseMs = retryAfterMs ?? Math.min(Math.max(firstPauseMs, this.#pauseMs * 2), longestPauseMs);
    this.#pausedUntil = now + this.#pauseMs;
    this.#probedAt = now;
    this.#nextAt = this.#pausedUntil;
  }

  #isLimited(now: number): boolean {
    return now - this.#limitedAt < forgottenMs || this.#pausedUntil > now;
  }
}
