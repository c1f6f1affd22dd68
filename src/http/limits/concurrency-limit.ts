import { LimitReached } from './limit-reached.ts';

/** Default maximum wait in the queue, in milliseconds. */
export const queueMs = 10_000;

export interface ConcurrencyOptions {
  /** Maximum concurrency of a caller. */
  readonly atOnce: number;
  /** Maximum wait in the queue, in milliseconds. */
  readonly waitMs: number;
  /** Maximum queue length of a caller. */
  readonly maxWaiting?: number;
}

/** The part of `AbortSignal` that is used; aborts when the caller leaves. */
interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The caller left while waiting; nothing was started. */
export class LeftQueue extends Error {
  override readonly name = 'LeftQueue';

  constructor() {
    super('The caller left before its turn came; nothing was begun.');
  }
}

/** Starts a queued entry. */
type Waiter = () => void;

/** The running and queued entries of a caller, first in, first out. */
interface Lane {
  running: number;
  waiting: Set<Waiter> | undefined;
}

/** Limits concurrency per caller. Excess entries wait in the caller's queue, up to a deadline. */
export class ConcurrencyLimit {
  #atOnce: number;
  #waitMs: number;
  readonly #maxWaiting: number;
  readonly #lanes = new Map<string, Lane>();

  constructor({ atOnce, waitMs, maxWaiting = 10_000 }: ConcurrencyOptions) {
    this.#atOnce = atOnce;
    this.#waitMs = waitMs;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Replaces the limits. A higher limit starts queued entries at once, in order; a lower one takes effect as running
   * entries end.
   */
  replace({ atOnce, waitMs }: Pick<ConcurrencyOptions, 'atOnce' | 'waitMs'>): void {
    this.#atOnce = atOnce;
    this.#waitMs = waitMs;
    for (const lane of this.#lanes.values()) while (lane.running < atOnce && startNext(lane)) lane.running += 1;
  }

  /**
   * Takes a place, which `leave` releases. Returns undefined if one is free, so that the usual case is synchronous.
   *
   * @param signal ends the wait
   * @returns a promise that rejects with `LimitReached` if the queue is full or the wait too long, and with `LeftQueue`
   *   if the caller leaves
   */
  enter(caller: string, signal?: AbortSignalLike): Promise<void> | undefined {
    const lane = this.#fullLane(caller);
    if (!lane) return undefined;
    if (lane.waiting && lane.waiting.size >= this.#maxWaiting)
      return Promise.reject(this.#reached(`at most ${this.#maxWaiting} may wait, but as many already do`));
    return this.#wait(lane, signal, this.#waitMs);
  }

  /** Like `enter`, but without limits of the queue, for entries that must not be refused. */
  enterPatiently(caller: string, signal?: AbortSignalLike): Promise<void> | undefined {
    const lane = this.#fullLane(caller);
    return lane && this.#wait(lane, signal, undefined);
  }

  /** Takes a place if one is free; otherwise returns the lane to wait in. */
  #fullLane(caller: string): Lane | undefined {
    const lane = this.#lanes.get(caller);
    if (lane && lane.running >= this.#atOnce) return lane;
    if (lane) lane.running += 1;
    else this.#lanes.set(caller, { running: 1, waiting: undefined });
    return undefined;
  }

  #wait(lane: Lane, signal: AbortSignalLike | undefined, waitMs: number | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(new LeftQueue());
    lane.waiting ??= new Set();
    const { waiting } = lane;
    return new Promise((resolve, reject) => {
      const end = (): void => {
        waiting.delete(start);
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const start: Waiter = () => {
        end();
        resolve();
      };
      const leave = (): void => {
        end();
        reject(new LeftQueue());
      };
      const giveUp = (): void => {
        end();
        reject(this.#reached(`none of them ended within ${this.#waitMs / 1000} s`));
      };
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
      waiting.add(start);
      signal?.addEventListener('abort', leave);
    });
  }

  /** Releases a place to the oldest queued entry. */
  leave(caller: string): void {
    const lane = this.#lanes.get(caller);
    if (!lane) return;
    if (lane.running <= this.#atOnce && startNext(lane)) return;
    lane.running -= 1;
    if (lane.running === 0) this.#lanes.delete(caller);
  }

  #reached(reason: string): LimitReached {
    return new LimitReached(`One API key may have ${this.#atOnce} in progress at once, and ${reason}.`, 1, {
      'ratelimit-policy': `"concurrency";q=${this.#atOnce};qu="concurrent-requests"`,
      ratelimit: '"concurrency";r=0',
    });
  }
}

/** Starts the oldest queued entry; false if none is queued. */
function startNext({ waiting }: Lane): boolean {
  const [next] = waiting ?? [];
  if (!next) return false;
  next();
  return true;
}
