/** A monotonic clock and its timers, in milliseconds. */
export interface Clock {
  now(): number;
  /** Runs a function once, after a time; the result cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};
