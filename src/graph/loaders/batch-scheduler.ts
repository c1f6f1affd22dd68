import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { SharedKind } from '../cache/shared-cache.ts';

/** The kinds of records that a response may name. */
export type RevealedKinds = ReadonlySet<SharedKind>;

/** For a call whose selection needs no record that the response names. */
export const revealsNothing: RevealedKinds = new Set();

/**
 * Batch scheduler: dispatches waiting loads in as few calls as possible. A paid batch of one kind of record is
 * dispatched once all ready resolvers have called their loaders and no free call in flight may name more records of
 * that kind.
 */
export class BatchScheduler {
  readonly #naming: Record<SharedKind, number> = { profile: 0, company: 0 };
  readonly #free: (() => void)[] = [];
  readonly #paid: Record<SharedKind, (() => void)[]> = { profile: [], company: [] };
  readonly #loop: Pick<EventLoop, 'isBusy' | 'afterTurn'>;
  #armed = false;

  constructor(loop: Pick<EventLoop, 'isBusy' | 'afterTurn'> = eventLoop) {
    this.#loop = loop;
  }

  /** Schedules a batch of free look-ups. */
  readonly free = (dispatch: () => void): void => {
    this.#free.push(dispatch);
    this.#arm();
  };

  /** Schedules a batch of paid loads of one kind of record. */
  paid(kind: SharedKind): (dispatch: () => void) => void {
    return (dispatch) => {
      this.#paid[kind].push(dispatch);
      this.#arm();
    };
  }

  /** Runs a free call; paid batches of the kinds that it may name wait until it settles. */
  async during<T>(named: RevealedKinds, call: () => Promise<T>): Promise<T> {
    // A copy: the caller may add kinds for its next call meanwhile, and what was not counted must not be taken off.
    const kinds = [...named];
    for (const kind of kinds) this.#naming[kind] += 1;
    try {
      return await call();
    } finally {
      for (const kind of kinds) this.#naming[kind] -= 1;
      this.#arm();
    }
  }

  #arm(): void {
    const { profile, company } = this.#paid;
    if (this.#armed || this.#free.length + profile.length + company.length === 0) return;
    this.#armed = true;
    if (this.#loop.isBusy) this.#loop.afterTurn(this.#dispatch);
    else afterMicrotasks(this.#dispatch);
  }

  readonly #dispatch = (): void => {
    this.#armed = false;
    for (const dispatch of this.#free.splice(0)) dispatch();
    if (this.#naming.profile === 0) for (const dispatch of this.#paid.profile.splice(0)) dispatch();
    if (this.#naming.company === 0) for (const dispatch of this.#paid.company.splice(0)) dispatch();
  };
}

/**
 * Runs the callback once the microtask queue is empty: the resolvers that a response has resumed have then called their
 * loaders. Waiting for the whole turn of the event loop would also wait for other operations; that is done only if the
 * process is busy, when batching their work takes less CPU.
 */
function afterMicrotasks(run: () => void): void {
  // A `nextTick` callback queued by a microtask runs when no microtask is left.
  void Promise.resolve().then(() => process.nextTick(run));
}

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
const eventLoop = new EventLoop();
