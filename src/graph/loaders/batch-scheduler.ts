import type { SharedKind } from '../cache/shared-cache.ts';
import { type EventLoop, eventLoop } from './event-loop.ts';

/** Kinds of records, by name. */
export type RecordNames = ReadonlySet<SharedKind>;

/** No selected field under a call needs a record that the call's answer names. */
export const namesNothing: RecordNames = new Set();

/**
 * Batch scheduler: dispatches waiting loads in the fewest calls. Records cost credits, so a batch of one kind leaves
 * only once no free call is in flight that could name more records of that kind to pay for, and once all resolvers that
 * are ready have called their loaders.
 */
export class BatchScheduler {
  readonly #naming: Record<SharedKind, number> = { profile: 0, company: 0 };
  readonly #free: (() => void)[] = [];
  readonly #paid: Record<SharedKind, (() => void)[]> = { profile: [], company: [] };
  readonly #loop: Pick<EventLoop, 'isBusy'>;
  #armed = false;

  constructor(loop: Pick<EventLoop, 'isBusy'> = eventLoop) {
    this.#loop = loop;
  }

  /** Schedules a batch of free look-ups. */
  readonly free = (dispatch: () => void): void => {
    this.#free.push(dispatch);
    this.#arm();
  };

  /** Schedules batches of a kind of record. */
  paid(kind: SharedKind): (dispatch: () => void) => void {
    return (dispatch) => {
      this.#paid[kind].push(dispatch);
      this.#arm();
    };
  }

  /** Runs a free call; batches of the kinds that it may name wait until it has answered. */
  async during<T>(named: RecordNames, call: () => Promise<T>): Promise<T> {
    for (const kind of named) this.#naming[kind] += 1;
    try {
      return await call();
    } finally {
      for (const kind of named) this.#naming[kind] -= 1;
      this.#arm();
    }
  }

  #arm(): void {
    const { profile, company } = this.#paid;
    if (this.#armed || this.#free.length + profile.length + company.length === 0) return;
    this.#armed = true;
    const whenAllAreReady = this.#loop.isBusy ? setImmediate : afterMicrotasks;
    whenAllAreReady(() => {
      this.#armed = false;
      for (const dispatch of this.#free.splice(0)) dispatch();
      if (this.#naming.profile === 0) for (const dispatch of profile.splice(0)) dispatch();
      if (this.#naming.company === 0) for (const dispatch of company.splice(0)) dispatch();
    });
  }
}

/**
 * Runs once all microtasks have: whatever an answer has set off has then called its loaders. By an immediate it has, too, but
 * that runs after all that came for other operations in the same turn of the event loop, so that each waits for all. Where the
 * process is busy they wait for each other anyhow, and take less CPU side by side.
 */
function afterMicrotasks(run: () => void): void {
  // What is queued for the next tick by a microtask runs when no microtask is left.
  void Promise.resolve().then(() => process.nextTick(run));
}
