import type { TaskEvent } from './event.ts';
import type { Subscriber } from './event-queue.ts';
import { rankOf } from './status.ts';
import {
  initialState,
  reduce,
  snapshot,
  type TaskInput,
  type TaskLimits,
  type TaskState,
  transientEvent,
} from './task-state.ts';

/** A subscriber to a task's events. Nothing is called again after an event with an `end`. */
export interface TaskSubscriber extends Subscriber<TaskEvent> {
  /** The rank of the status behind which it begins (`rankOf`); undefined for the present state and all that follows. */
  readonly after: number | undefined;
}

interface Options {
  readonly limits: TaskLimits;
  readonly now: () => number;
  /** A subscriber is told nothing more. */
  readonly onLeave: () => void;
}

/** A task's state and its subscribers: each is told its snapshot, then every change in the one order. */
export class TaskFeed {
  readonly #options: Options;
  readonly #subscribers = new Set<TaskSubscriber>();
  #state = initialState;

  constructor(options: Options) {
    this.#options = options;
  }

  get state(): TaskState {
    return this.#state;
  }

  /** How many subscribers there are. */
  get size(): number {
    return this.#subscribers.size;
  }

  add(subscriber: TaskSubscriber): void {
    this.#subscribers.add(subscriber);
    if (this.#state.phase !== 'opening') this.#start(subscriber);
  }

  /** Tells a subscriber nothing more. */
  remove(subscriber: TaskSubscriber): void {
    if (this.#subscribers.delete(subscriber)) this.#options.onLeave();
  }

  /** Passes on what has happened. */
  dispatch(input: TaskInput): void {
    const { phase } = this.#state;
    const { state, events } = reduce(this.#state, input, this.#options.limits);
    this.#state = state;
    if (phase === 'opening' && state.phase !== 'opening')
      for (const subscriber of this.#subscribers) this.#start(subscriber);
    for (const event of events) this.#tell(event);
  }

  /** Ends every subscriber with this error. */
  fail(error: Error): void {
    for (const subscriber of this.#subscribers) {
      this.remove(subscriber);
      subscriber.fail(error);
    }
  }

  /** The present state once more, as a sign of life; undefined where subscribers wait for their snapshot, or for nothing. */
  heartbeat(): TaskEvent | undefined {
    return this.#state.phase === 'open' ? transientEvent(this.#state, 'HEARTBEAT', this.#options.now()) : undefined;
  }

  #start(subscriber: TaskSubscriber): void {
    const events = snapshot(this.#state, subscriber.after, this.#options.now());
    for (const event of events) subscriber.push(event);
    if (this.#state.phase !== 'ended') return;
    this.remove(subscriber);
    // It had seen the end before it came.
    if (events.length === 0) subscriber.complete();
  }

  #tell(event: TaskEvent): void {
    const rank = event.kind === 'STATUS' ? rankOf(event.status ?? '') : Number.POSITIVE_INFINITY;
    for (const subscriber of this.#subscribers) {
      if (subscriber.after === undefined || rank > subscriber.after) subscriber.push(event);
      else if (event.end) subscriber.complete();
      if (event.end) this.remove(subscriber);
    }
  }
}
