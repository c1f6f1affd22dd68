import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** Interval between measurements, in milliseconds. */
const periodMs = 50;
/** Utilization, 0 to 1, from which the event loop counts as busy. */
const busyFrom = 0.9;

/** The process's event loop: measures whether it is busy, and defers callbacks to the end of a turn. */
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
   * Runs the callback in one `setImmediate` with all others waiting, after the I/O callbacks of this turn: the work of
   * several operations is then done together.
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

/** The one instance per process. */
export const eventLoop = new EventLoop();
