import { CallError, RateLimited, UpstreamFailed } from '../../client/errors.ts';
import { isFinal, rankOf } from './status.ts';

/** Something seen of a task. Statuses only advance, so a status names its event: `after` needs no store of events. */
export interface TaskEvent {
  readonly status: string;
  readonly observedAt: Date;
}

export interface Pace {
  /** The first pause between two looks, in milliseconds. */
  readonly firstMs: number;
  /** The longest pause. */
  readonly longestMs: number;
  /** How much longer each pause is than the last. */
  readonly growth: number;
}

export const defaultPace: Pace = { firstMs: 250, longestMs: 10_000, growth: 1.5 };

interface Watching {
  readonly readStatus: () => Promise<string>;
  readonly pace: Pace;
  readonly now: () => Date;
  readonly random: () => number;
  /** Nobody follows the task any more, or it has ended. */
  readonly onIdle: () => void;
}

/**
 * Follows one task for however many subscribers: one look at the upstream at a time, quick at first and slower later,
 * and none when nobody listens. Every subscriber sees the same events in the same order, whenever it came.
 */
export class TaskWatcher {
  readonly #watching: Watching;
  readonly #followers = new Set<Follower>();
  #last: TaskEvent | undefined;
  #pauseMs: number;
  #timer: NodeJS.Timeout | undefined;
  #looking = false;

  constructor(watching: Watching) {
    this.#watching = watching;
    this.#pauseMs = watching.pace.firstMs;
  }

  /**
   * The task's events: what is known now, each change, the final one; then the end. Events up to and including the
   * status `after` are left out.
   */
  follow(after: string | undefined): AsyncIterableIterator<TaskEvent> {
    const follower = new Follower(after, () => this.#leave(follower));
    this.#followers.add(follower);
    if (this.#last) follower.see(this.#last);
    else this.#look();
    return follower;
  }

  /** Ends every follower with this error. */
  fail(error: Error): void {
    for (const follower of this.#followers) follower.fail(error);
    this.#followers.clear();
    this.#stop();
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    let pauseMs = this.#pauseMs * (0.8 + 0.4 * this.#watching.random());
    try {
      this.#see(await this.#watching.readStatus());
    } catch (error) {
      // Trouble on the way passes; a refused key, or a question the upstream can't take, does not.
      if (!(error instanceof CallError) || !isPassing(error)) this.fail(asError(error));
      else if (error instanceof RateLimited || error instanceof UpstreamFailed)
        pauseMs = Math.max(pauseMs, error.retryAfterMs ?? 0);
    } finally {
      this.#looking = false;
    }
    if (this.#followers.size === 0) return;
    const { pace } = this.#watching;
    this.#pauseMs = Math.min(pace.longestMs, this.#pauseMs * pace.growth);
    this.#timer = setTimeout(() => this.#look(), pauseMs);
  }

  #see(status: string): void {
    // A status that lies behind what was seen is an old answer overtaken on its way.
    if (this.#last && rankOf(status) <= rankOf(this.#last.status)) return;
    this.#last = { status, observedAt: this.#watching.now() };
    this.#pauseMs = this.#watching.pace.firstMs;
    for (const follower of this.#followers) follower.see(this.#last);
    if (isFinal(status)) this.#stop();
  }

  #leave(follower: Follower): void {
    this.#followers.delete(follower);
    if (this.#followers.size === 0) this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#watching.onIdle();
  }
}

/** One subscriber's place in the stream. A task has few events, so what waits here is bounded by their number. */
class Follower implements AsyncIterableIterator<TaskEvent> {
  readonly #after: number;
  readonly #onLeave: () => void;
  readonly #waiting: TaskEvent[] = [];
  #failure: Error | undefined;
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(after: string | undefined, onLeave: () => void) {
    this.#after = after === undefined ? Number.NEGATIVE_INFINITY : rankOf(after);
    this.#onLeave = onLeave;
  }

  see(event: TaskEvent): void {
    if (this.#ended) return;
    if (rankOf(event.status) > this.#after) this.#waiting.push(event);
    if (isFinal(event.status)) this.#ended = true;
    this.#wake?.();
  }

  fail(error: Error): void {
    this.#failure = error;
    this.#ended = true;
    this.#wake?.();
  }

  async next(): Promise<IteratorResult<TaskEvent>> {
    for (;;) {
      const event = this.#waiting.shift();
      if (event) return { done: false, value: event };
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure) throw failure;
      if (this.#ended) {
        this.#onLeave();
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async return(): Promise<IteratorResult<TaskEvent>> {
    this.#ended = true;
    this.#waiting.length = 0;
    this.#onLeave();
    this.#wake?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Whether the upstream may answer if it is asked again later. */
const isPassing = (error: CallError): boolean =>
  error.code !== 'UNAUTHENTICATED' && error.code !== 'FORBIDDEN' && error.code !== 'BAD_UPSTREAM_REQUEST';

const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));
