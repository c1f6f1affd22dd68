import type { Span } from '@opentelemetry/api';
import type { Credential } from '../../../client/call.ts';
import { mappingStatus } from '../../../contract/operation/network-mapper.ts';
import { readTaskStatus } from '../../scope/read-task-status.ts';
import type { Services } from '../../services.ts';
import { Lease } from '../../state/lease.ts';
import { EventQueue } from '../../subscriptions/event-queue.ts';
import type { TaskEvent } from './event.ts';
import { rankAfter } from './event-id.ts';
import type { PollingOptions } from './polling-options.ts';
import { keyOf, type TaskKey } from './store/task.ts';
import type { TaskStore } from './store/task-store.ts';
import type { TaskSubscriber } from './task-feed.ts';
import { TaskPoller } from './task-poller.ts';

interface Options {
  readonly services: Services;
  readonly store: TaskStore;
  readonly polling: PollingOptions;
  readonly onStoreTrouble: (error: unknown) => void;
}

export interface FollowOptions {
  /** The id of the last event seen, or its status. */
  readonly after?: string | undefined;
  /** Seconds between two heartbeats; undefined for none. */
  readonly heartbeat?: number | undefined;
}

/** Pollers, one for each task and credential; a poller stops with its last subscriber. */
export class TaskPollers {
  readonly #options: Options;
  readonly #pollers = new Map<string, TaskPoller>();
  /** Pollers of recently ended tasks (`lingerMs`): a new subscriber receives the end without another poll. */
  readonly #ended = new Map<string, TaskPoller>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Number of tasks being polled. */
  get size(): number {
    return this.#pollers.size;
  }

  /** Number of open subscriptions. */
  get subscriptions(): number {
    return this.#options.services.quota.used;
  }

  taskOf(taskId: string, credential: Credential): TaskKey {
    return { owner: this.#options.services.credentialHash(credential), taskId };
  }

  /**
   * A task's events as an iterator.
   *
   * @throws a TOO_MANY_SUBSCRIPTIONS error at the limit of the credential
   */
  follow(taskId: string, credential: Credential, options: FollowOptions = {}): AsyncIterableIterator<TaskEvent> {
    const { after, heartbeat } = options;
    const { metrics } = this.#options.services;
    let timer: NodeJS.Timeout | undefined;
    const onUnsubscribed = (): void => {
      clearInterval(timer);
      poller.remove(subscriber);
    };
    const onTaken = metrics && ((waitedMs: number) => metrics.record('kith.subscription.lag', waitedMs / 1000));
    const queue = new EventQueue<TaskEvent>({ coalesce, onUnsubscribed, onTaken });
    const subscriber: TaskSubscriber = {
      after: rankAfter(taskId, after),
      push: (event) => queue.push(event),
      complete: () => queue.complete(),
      fail: (error) => queue.fail(error),
    };
    const poller = this.subscribe(taskId, credential, subscriber);
    if (heartbeat !== undefined)
      timer = setInterval(() => {
        const event = poller.heartbeat();
        if (event) queue.push(event);
      }, heartbeat * 1000);
    return queue;
  }

  /**
   * Emits a task's events to a subscriber until the task ends or the subscriber is removed from the returned poller.
   *
   * @throws a TOO_MANY_SUBSCRIPTIONS error at the limit of the credential
   */
  subscribe(taskId: string, credential: Credential, subscriber: TaskSubscriber): TaskPoller {
    const task = this.taskOf(taskId, credential);
    this.#options.services.quota.take(task.owner);
    const poller = this.#pollerOf(task, credential);
    poller.add(subscriber);
    return poller;
  }

  /** Ends every subscription, as the process is about to stop. */
  close(error: Error): void {
    for (const poller of this.#pollers.values()) poller.fail(error);
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #pollerOf(task: TaskKey, credential: Credential): TaskPoller {
    const { services, store, polling, onStoreTrouble } = this.#options;
    const { client, state, quota, tracing } = services;
    const name = keyOf(task);
    const known = this.#pollers.get(name) ?? this.#ended.get(name);
    if (known) return known;
    const poller = new TaskPoller({
      task,
      store,
      lease: state.isShared ? new Lease({ state, name, leaseMs: polling.leaseMs, onStoreTrouble }) : undefined,
      readStatus: async (signal) => {
        const read = (span?: Span) =>
          readTaskStatus(client, task.taskId, (request) =>
            client.call(mappingStatus, request, credential, { span, signal }),
          );
        const { body } = await (tracing ? tracing.traced('poll mapping task', read) : read());
        return body.status;
      },
      polling,
      onStoreTrouble,
      onUnsubscribed: () => quota.release(task.owner),
      onStop: () => {
        this.#pollers.delete(name);
        if (poller.ended && !quota.closed) this.#keepEnded(name, poller);
      },
    });
    this.#pollers.set(name, poller);
    return poller;
  }

  #keepEnded(name: string, poller: TaskPoller): void {
    this.#ended.set(name, poller);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#ended.delete(name);
    }, this.#options.polling.lingerMs);
    timer.unref();
    this.#timers.add(timer);
  }
}

/** Queues every status, as there are few; any newer event but a heartbeat replaces a queued transient one. */
const coalesce = (waiting: TaskEvent, event: TaskEvent): 'append' | 'replace' | 'drop' => {
  // A reader with queued events needs no heartbeat.
  if (event.kind === 'HEARTBEAT') return 'drop';
  return waiting.kind === 'STATUS' || waiting.kind === 'END' ? 'append' : 'replace';
};
