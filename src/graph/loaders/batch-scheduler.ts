import type { SharedKind } from '../cache/shared-cache.ts';
import { type EventLoop, eventLoop } from './event-loop.ts';

/** Kinds of records, by name. */
export type RevealedKinds = ReadonlySet<SharedKind>;

/** No selected field under a call needs a record that the call's answer names. */
export const revealsNothing: RevealedKinds = new Set();

/**
 * Batch scheduler: dispatches waiting loads in the fewest calls. A batch of one kind of record leaves once all resolvers
 * that are ready have called their loaders, and no free call is in flight that could name more records of that kind, so
 * that one fetch takes all of them.
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

  /** Schedules batches of a kind of record. */
  paid(kind: SharedKind): (dispatch: () => void) => void {
    return (dispatch) => {
      this.#paid[kind].push(dispatch);
      this.#arm();
    };
  }

  /** Runs a free call; batches of the kinds that it may name wait until it has answered. */
  async during<T>(named: RevealedKinds, call: () => Promise<T>): Promise<T> {
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
 * Runs once all microtasks have: whatever an answer has set off has then called its loaders. After the turn of the event loop
 * it has, too, but so has all that came for other operations, so that each waits for all. Where the process is busy they wait
 * for each other anyhow, and take less CPU side by side.
 */
function afterMicrotasks(run: () => void): void {
  // What is queued for the next tick by a microtask runs when no microtask is left.
  void Promise.resolve().then(() => process.nextTick(run));
}
