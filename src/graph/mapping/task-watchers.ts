import type { Client, Credential } from '../../client/client.ts';
import { mappingStatus } from '../../contract/operation/network-mapper.ts';
import type { TaskEvent } from './event.ts';
import { Lease, type LeaseStore } from './lease.ts';
import type { PollingOptions } from './polling-options.ts';
import { rankOf } from './status.ts';
import { withTaskId } from './status-parameter.ts';
import { keyOf, type TaskKey, type TaskStore } from './store/task-store.ts';
import { type Follower, TaskEvents } from './subscriber.ts';
import type { SubscriptionQuota } from './subscription-quota.ts';
import { TaskWatcher } from './task-watcher.ts';

interface Options {
  readonly client: Client;
  readonly store: TaskStore;
  readonly leases: LeaseStore | undefined;
  readonly pace: PollingOptions;
  readonly places: SubscriptionQuota;
  readonly ownerOf: (credential: Credential) => string;
  readonly onStoreTrouble: (error: unknown) => void;
}

export interface FollowOptions {
  /** The id of the last event seen: a status. */
  readonly after?: string | undefined;
  /** Seconds between two signs of life; none without it. */
  readonly heartbeat?: number | undefined;
}

/** One watcher a task and credential, whoever subscribes; a watcher goes when nobody listens. */
export class TaskWatchers {
  readonly #options: Options;
  readonly #watchers = new Map<string, TaskWatcher>();
  /** Watchers of tasks that ended lately: they still tell how. */
  readonly #ended = new Map<string, TaskWatcher>();
  readonly #lingering = new Set<NodeJS.Timeout>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** How many tasks are being watched. */
  get size(): number {
    return this.#watchers.size;
  }

  /** How many subscriptions are open. */
  get followers(): number {
    return this.#options.places.taken;
  }

  taskOf(taskId: string, credential: Credential): TaskKey {
    return { owner: this.#options.ownerOf(credential), taskId };
  }

  /**
   * A task's events as an iterator.
   *
   * @throws a TOO_MANY_SUBSCRIPTIONS error when the credential has as many as it may
   */
  follow(taskId: string, credential: Credential, options: FollowOptions = {}): AsyncIterableIterator<TaskEvent> {
    const { after, heartbeat } = options;
    const watched: { watcher?: TaskWatcher } = {};
    let timer: NodeJS.Timeout | undefined;
    const events = new TaskEvents(rankAfter(after), () => {
      clearInterval(timer);
      watched.watcher?.leave(events);
    });
    const watcher = this.attach(taskId, credential, events);
    watched.watcher = watcher;
    if (heartbeat !== undefined)
      timer = setInterval(() => {
        const event = watcher.heartbeat();
        if (event) events.see(event);
      }, heartbeat * 1000);
    return events;
  }

  /**
   * Tells a follower a task's events until it has ended, or leaves the watcher returned.
   *
   * @throws a TOO_MANY_SUBSCRIPTIONS error when the credential has as many as it may
   */
  attach(taskId: string, credential: Credential, follower: Follower): TaskWatcher {
    const task = this.taskOf(taskId, credential);
    this.#options.places.take(task.owner);
    const watcher = this.#watcherOf(task, credential);
    watcher.follow(follower);
    return watcher;
  }

  /** Ends every subscription, as the process is about to stop. */
  close(error: Error): void {
    for (const watcher of this.#watchers.values()) watcher.fail(error);
    for (const timer of this.#lingering) clearTimeout(timer);
  }

  #watcherOf(task: TaskKey, credential: Credential): TaskWatcher {
    const { client, store, leases, pace, places, onStoreTrouble } = this.#options;
    const name = keyOf(task);
    const known = this.#watchers.get(name) ?? this.#ended.get(name);
    if (known) return known;
    const watcher = new TaskWatcher({
      task,
      store,
      lease: new Lease({ leases, name, leaseMs: pace.leaseMs, onStoreTrouble }),
      shared: leases !== undefined,
      readStatus: () =>
        withTaskId(client, task.taskId, (request) => client.call(mappingStatus, request, credential)).then(
          ({ body }) => body.status,
        ),
      pace,
      now: Date.now,
      random: Math.random,
      onStoreTrouble,
      onLeave: () => places.giveBack(task.owner),
      onStop: () => {
        this.#watchers.delete(name);
        if (watcher.ended && !places.closed) this.#linger(name, watcher);
      },
    });
    this.#watchers.set(name, watcher);
    return watcher;
  }

  #linger(name: string, watcher: TaskWatcher): void {
    this.#ended.set(name, watcher);
    const timer = setTimeout(() => {
      this.#lingering.delete(timer);
      this.#ended.delete(name);
    }, this.#options.pace.lingerMs);
    timer.unref();
    this.#lingering.add(timer);
  }
}

/** The place behind which a subscriber begins who saw this event last. */
export const rankAfter = (after: string | undefined): number | undefined =>
  after === undefined ? undefined : rankOf(after);
