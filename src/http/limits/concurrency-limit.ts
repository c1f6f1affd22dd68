import { LimitReached } from './limit-reached.ts';

/** How long a turn is waited for, in milliseconds. */
export const queueMs = 10_000;

export interface ConcurrencyOptions {
  /** How many of a caller's run at once. */
  readonly atOnce: number;
  /** How long one waits for its turn, in milliseconds. */
  readonly waitMs: number;
  /** How many of a caller's wait. */
  readonly maxWaiting?: number;
}

/** Tells when the one who waits leaves: an `AbortSignal`, or what works like one. */
interface AbortSignalLike {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** The one who waited has left; nothing was begun. */
export class LeftQueue extends Error {
  override readonly name = 'LeftQueue';

  constructor() {
    super('The caller left before its turn came; nothing was begun.');
  }
}

/** Starts what waits. */
type Waiter = () => void;

/** What a caller has under way, and what waits for that, in the order in which it came. */
interface Lane {
  running: number;
  waiting: Set<Waiter> | undefined;
}

/** Bounds concurrency per caller: what is above it waits in a queue of the caller's own, up to a deadline. */
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
   * Takes these in place of those there are. A higher bound starts those that have waited longest, so that nobody who
   * comes later passes them; a lower one is reached as what runs ends.
   */
  replace({ atOnce, waitMs }: Pick<ConcurrencyOptions, 'atOnce' | 'waitMs'>): void {
    this.#atOnce = atOnce;
    this.#waitMs = waitMs;
    for (const lane of this.#lanes.values()) while (lane.running < atOnce && startNext(lane)) lane.running += 1;
  }

  /**
   * Takes a place, which `leave` gives back. Undefined where there is one at once, so that the usual case waits for
   * nothing.
   *
   * @param signal whose abort ends the wait
   * @returns a promise that rejects with `LimitReached` where too many wait already, or when the time is over, and with
   *   `LeftQueue` when the caller leaves
   */
  enter(caller: string, signal?: AbortSignalLike): Promise<void> | undefined {
    const lane = this.#fullLane(caller);
    if (!lane) return undefined;
    if (lane.waiting && lane.waiting.size >= this.#maxWaiting)
      return Promise.reject(this.#reached(`at most ${this.#maxWaiting} may wait, but as many already do`));
    return this.#wait(lane, signal, this.#waitMs);
  }

  /** As `enter`, for what may not be refused: waits for as long as it takes, behind however many there are. */
  enterPatiently(caller: string, signal?: AbortSignalLike): Promise<void> | undefined {
    const lane = this.#fullLane(caller);
    return lane && this.#wait(lane, signal, undefined);
  }

  /** Takes a place where there is one; else the lane in which to wait. */
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

  /** Gives a place back, to the one that has waited longest. */
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

/** Starts the one that has waited longest; false where none waits. */
function startNext({ waiting }: Lane): boolean {
  const [next] = waiting ?? [];
  if (!next) return false;
  next();
  return true;
}
