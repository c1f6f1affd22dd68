import type { Subscriber } from '../../subscriptions/event-queue.ts';
import type { TaskEvent } from './event.ts';
import { rankOf } from './store/status.ts';
import {
  initialState,
  reduce,
  snapshot,
  type TaskInput,
  type TaskLimits,
  type TaskState,
  transientEvent,
} from './task-state.ts';

/** A subscriber to a task's events. No method is called after an event with an `end`. */
export interface TaskSubscriber extends Subscriber<TaskEvent> {
  /** The rank of the last status it has seen (`rankOf`), to start after; undefined: to start with the present state. */
  readonly after: number | undefined;
}

interface Options {
  readonly limits: TaskLimits;
  readonly now: () => number;
  /** A subscriber has unsubscribed, or its last event was emitted. */
  readonly onUnsubscribed: () => void;
}

/** A task's state and its subscribers: each receives a snapshot, then every change, in one order for all. */
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

  /** Number of subscribers. */
  get size(): number {
    return this.#subscribers.size;
  }

  add(subscriber: TaskSubscriber): void {
    this.#subscribers.add(subscriber);
    if (this.#state.phase !== 'opening') this.#start(subscriber);
  }

  /** Unsubscribes a subscriber. */
  remove(subscriber: TaskSubscriber): void {
    if (this.#subscribers.delete(subscriber)) this.#options.onUnsubscribed();
  }

  /** Reduces an input and emits its events. */
  dispatch(input: TaskInput): void {
    const { phase } = this.#state;
    const { state, events } = reduce(this.#state, input, this.#options.limits);
    this.#state = state;
    if (phase === 'opening' && state.phase !== 'opening')
      for (const subscriber of this.#subscribers) this.#start(subscriber);
    for (const event of events) this.#emit(event);
  }

  /** Ends every subscriber with this error. */
  fail(error: Error): void {
    for (const subscriber of this.#subscribers) {
      this.remove(subscriber);
      subscriber.fail(error);
    }
  }

  /** A heartbeat, which repeats the present state; undefined before the snapshot and after the end. */
  heartbeat(): TaskEvent | undefined {
    return this.#state.phase === 'open' ? transientEvent(this.#state, 'HEARTBEAT', this.#options.now()) : undefined;
  }

  #start(subscriber: TaskSubscriber): void {
    const events = snapshot(this.#state, subscriber.after, this.#options.now());
    for (const event of events) subscriber.push(event);
    if (this.#state.phase !== 'ended') return;
    this.remove(subscriber);
    // It had seen the final status before it subscribed.
    if (events.length === 0) subscriber.complete();
  }

  #emit(event: TaskEvent): void {
    const rank = event.kind === 'STATUS' ? rankOf(event.status ?? '') : Number.POSITIVE_INFINITY;
    for (const subscriber of this.#subscribers) {
      if (subscriber.after === undefined || rank > subscriber.after) subscriber.push(event);
      else if (event.end) subscriber.complete();
      if (event.end) this.remove(subscriber);
    }
  }
}
