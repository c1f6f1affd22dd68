import { setTimeout as wait } from 'node:timers/promises';
import type { Lease } from '../../state/lease.ts';
import type { TaskEvent } from './event.ts';
import { isTransient, retryAfterOf } from './is-transient.ts';
import { Poller, type PollResult } from './poller.ts';
import { jittered, type PollingOptions } from './polling-options.ts';
import { rankOf } from './store/status.ts';
import type { Observation, TaskKey, TaskMessage } from './store/task.ts';
import type { TaskStore } from './store/task-store.ts';
import { TaskFeed, type TaskSubscriber } from './task-feed.ts';
import { isOver, type TaskInput } from './task-state.ts';

interface Options {
  readonly task: TaskKey;
  readonly store: TaskStore;
  /** The replica that holds it polls; undefined if there is only one. */
  readonly lease: Lease | undefined;
  /** Asks the upstream for the status; `signal` aborts the call. */
  readonly readStatus: (signal: AbortSignal) => Promise<string>;
  readonly polling: PollingOptions;
  /** The store failed; subscribers in this process still receive what this process observes. */
  readonly onStoreTrouble: (error: unknown) => void;
  /** A subscriber has unsubscribed, or its last event was emitted. */
  readonly onUnsubscribed: () => void;
  /** Polling has stopped: there is no subscriber, or the task is over. Called once. */
  readonly onStop: () => void;
}

/**
 * Follows one task while it has subscribers. Observations go through the store, which orders them; if the store is
 * shared, one replica polls and the others receive its messages.
 */
export class TaskPoller {
  readonly #options: Options;
  readonly #feed: TaskFeed;
  readonly #poller: Poller;
  readonly #stopping = new AbortController();

  constructor(options: Options) {
    const { polling, onUnsubscribed } = options;
    this.#options = options;
    this.#feed = new TaskFeed({ limits: polling, now: Date.now, onUnsubscribed });
    this.#poller = new Poller(polling);
    this.#run(this.#stopping.signal).catch(this.#fail);
  }

  /** Whether the task has its final status, confirmed for this credential. */
  get ended(): boolean {
    return this.#feed.state.phase === 'ended';
  }

  /** Adds a subscriber, which receives the present state (with `after`: each later status), each change and the end. */
  add(subscriber: TaskSubscriber): void {
    this.#feed.add(subscriber);
  }

  /** Unsubscribes a subscriber. */
  remove(subscriber: TaskSubscriber): void {
    this.#feed.remove(subscriber);
    if (this.#feed.size === 0) this.#stop();
  }

  /** A heartbeat, which repeats the present state; undefined before the snapshot and after the end. */
  heartbeat(): TaskEvent | undefined {
    return this.#feed.heartbeat();
  }

  /** Ends every subscriber with this error. */
  fail(error: Error): void {
    this.#stop();
    this.#feed.fail(error);
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { lease } = this.#options;
    const unsubscribe = await this.#subscribe();
    try {
      if (lease) await this.#compete(lease, signal);
      else await this.#poller.run(this.#poll, signal);
    } finally {
      unsubscribe();
    }
  }

  /** Subscribes to the observations of other replicas, then reads the earlier ones. */
  async #subscribe(): Promise<() => void> {
    const { store, task, onStoreTrouble } = this.#options;
    let unsubscribe = (): void => undefined;
    try {
      unsubscribe = await store.subscribe(task, this.#onMessage);
      await this.#readStore();
    } catch (error) {
      onStoreTrouble(error);
    }
    return unsubscribe;
  }

  /** Polls while this replica holds the lease; while another does, reads the store in case messages were lost. */
  async #compete(lease: Lease, signal: AbortSignal): Promise<void> {
    const { onStoreTrouble } = this.#options;
    let term: AbortController | undefined;
    let polling = Promise.resolve();
    try {
      while (!signal.aborted) {
        const isHeld = await lease.acquire();
        if (signal.aborted) break;
        if (!isHeld) {
          term?.abort();
          term = undefined;
          await this.#readStore().catch(onStoreTrouble);
          if (this.#feed.state.log.length > 0) this.#dispatch({ kind: 'confirmed', at: Date.now() });
        } else if (!term) {
          term = new AbortController();
          const ending = AbortSignal.any([signal, term.signal]);
          // A poll of an earlier term of the lease may still be in flight.
          polling = polling.then(() => this.#poller.run(this.#poll, ending)).catch(this.#fail);
        }
        await wait(jittered(lease.renewMs), undefined, { signal }).catch(() => undefined);
      }
    } finally {
      await lease.release();
    }
  }

  readonly #poll = async (): Promise<PollResult> => {
    const known = this.#feed.state.log.length;
    let retryAfterMs = 0;
    try {
      await this.#answered(await this.#options.readStatus(this.#stopping.signal));
    } catch (error) {
      // A refused key or request stays refused.
      if (!isTransient(error)) throw error;
      retryAfterMs = retryAfterOf(error);
      const since = this.#feed.state.staleSince ?? new Date().toISOString();
      this.#dispatch({ kind: 'unavailable', since, at: Date.now() });
      this.#publish({ kind: 'trouble', since });
    }
    this.#dispatch({ kind: 'confirmed', at: Date.now() });
    return { changed: this.#feed.state.log.length > known, retryAfterMs };
  };

  async #answered(status: string): Promise<void> {
    const { store, task, onStoreTrouble } = this.#options;
    if (this.#feed.state.staleSince !== undefined) this.#publish({ kind: 'trouble', since: null });
    this.#dispatch({ kind: 'answered', status, at: Date.now() });
    const { log } = this.#feed.state;
    const last = log.at(-1);
    if (last && rankOf(status) <= rankOf(last.status)) return;
    const observation: Observation = { status, observedAt: new Date().toISOString() };
    const observed = await store.observe(task, observation).catch((error: unknown) => {
      onStoreTrouble(error);
      return [...log, observation];
    });
    this.#dispatch({ kind: 'observed', log: observed });
  }

  readonly #onMessage = (message: TaskMessage): void => {
    const at = Date.now();
    if (message.kind === 'observed') this.#dispatch(message);
    else if (message.kind === 'hint') this.#poller.hint();
    else if (message.since === null) this.#dispatch({ kind: 'available', at });
    else this.#dispatch({ kind: 'unavailable', since: message.since, at });
  };

  #publish(message: Exclude<TaskMessage, { kind: 'observed' }>): void {
    const { store, task, onStoreTrouble } = this.#options;
    store.publish(task, message).catch(onStoreTrouble);
  }

  async #readStore(): Promise<void> {
    const { store, task } = this.#options;
    this.#dispatch({ kind: 'observed', log: await store.observations(task) });
  }

  #dispatch(input: TaskInput): void {
    if (this.#stopping.signal.aborted) return;
    this.#feed.dispatch(input);
    if (isOver(this.#feed.state)) this.#stop();
  }

  readonly #fail = (thrown: unknown): void => {
    this.fail(thrown instanceof Error ? thrown : new Error(String(thrown)));
  };

  #stop(): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#options.onStop();
  }
}
