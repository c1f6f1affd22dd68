import { type EventLoopUtilization, performance } from 'node:perf_hooks';

/** How long one measurement counts, in milliseconds. */
const periodMs = 50;
/** From which part of a period at work on the event loop has no time to spare. */
const busyFrom = 0.9;

/** Whether the process's event loop was at work all of the time of late. */
export class EventLoop {
  #measured: EventLoopUtilization | undefined;
  #at = 0;
  #isBusy = false;

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
}

/** A process has one. */
export const eventLoop = new EventLoop();
