import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** How long one measurement counts, in milliseconds. */
const periodMs = 50;
/** From which part of a period at work on the event loop has no time to spare. */
const busyFrom = 0.9;

/** Waits for what came in a turn of the process's event loop, and knows whether that was at work all of the time of late. */
export class EventLoop {
  #measured: EventLoopUtilization | undefined;
  #at = 0;
  #isBusy = false;
  #waiting: (() => void)[] = [];

  get isBusy(): boolean {
    const now = performance.now();
    if (this.#measured && now - this.#at < periodMs) return this.#isBusy;
    const measured = performance.eventLoopUtilization();
    if (this.#measured)
      this.#isBusy = performance.eventLoopUtilization(measured, this.#measured).utilization >= busyFrom;
    this.#measured = measured;
    this.#at = now;
    return this.#isBusy;
  }

  /**
   * Runs once all that came in this turn is handled, at once with whatever else waits for that: what they do next for
   * many operations can be done as one.
   */
  afterTurn(run: () => void): void {
    if (this.#waiting.push(run) > 1) return;
    setImmediate(() => {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const next of waiting) next();
    });
  }
}

/** A process has one. */
export const eventLoop = new EventLoop();
