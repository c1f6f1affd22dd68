import { GraphQLError } from 'graphql';
import type { Client, Credential } from '../../client/client.ts';
import { mappingStatus } from '../../contract/operation/network-mapper.ts';
import type { Journal, TaskKey } from '../journal/journal.ts';
import { nameOf } from '../journal/memory.ts';
import type { TaskEvent } from './event.ts';
import { type Follower, TaskEvents } from './follower.ts';
import type { Pace } from './pace.ts';
import { rankOf } from './status.ts';
import { withTaskId } from './status-parameter.ts';
import { TaskWatcher } from './watcher.ts';

interface Options {
  readonly client: Client;
  readonly journal: Journal;
  readonly pace: Pace;
  /** How many subscriptions one credential may have open in this process. */
  readonly followersPerCredential: number;
  readonly ownerOf: (credential: Credential) => string;
  readonly onJournalTrouble: (error: unknown) => void;
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
  readonly #followers = new Map<string, number>();
  readonly #lingering = new Set<NodeJS.Timeout>();
  #closed: Error | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** How many tasks are being watched. */
  get size(): number {
    return this.#watchers.size;
  }

  /** How many subscriptions are open. */
  get followers(): number {
    let sum = 0;
    for (const count of this.#followers.values()) sum += count;
    return sum;
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
    if (this.#closed) throw this.#closed;
    const { followersPerCredential } = this.#options;
    const task = this.taskOf(taskId, credential);
    const count = this.#followers.get(task.owner) ?? 0;
    if (count >= followersPerCredential) throw tooMany(`this key may have ${followersPerCredential} open here`);
    this.#followers.set(task.owner, count + 1);
    const watcher = this.#watcherOf(task, credential);
    watcher.follow(follower);
    return watcher;
  }

  /** Ends every subscription, as the process is about to stop; later ones are refused with the same error. */
  close(error: Error): void {
    this.#closed = error;
    for (const watcher of this.#watchers.values()) watcher.fail(error);
    for (const timer of this.#lingering) clearTimeout(timer);
  }

  #watcherOf(task: TaskKey, credential: Credential): TaskWatcher {
    const { client, journal, pace, onJournalTrouble } = this.#options;
    const name = nameOf(task);
    const known = this.#watchers.get(name) ?? this.#ended.get(name);
    if (known) return known;
    const watcher = new TaskWatcher({
      task,
      journal,
      readStatus: () =>
        withTaskId(client, task.taskId, (request) => client.call(mappingStatus, request, credential)).then(
          ({ body }) => body.status,
        ),
      pace,
      now: Date.now,
      random: Math.random,
      onJournalTrouble,
      onLeave: () => this.#uncount(task.owner),
      onStop: () => {
        this.#watchers.delete(name);
        if (watcher.ended && !this.#closed) this.#linger(name, watcher);
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

  #uncount(owner: string): void {
    const rest = (this.#followers.get(owner) ?? 1) - 1;
    if (rest > 0) this.#followers.set(owner, rest);
    else this.#followers.delete(owner);
  }
}

/** The place behind which a subscriber begins who saw this event last. */
export const rankAfter = (after: string | undefined): number | undefined =>
  after === undefined ? undefined : rankOf(after);

/** A limit on open subscriptions is reached; nothing was opened. */
export const tooMany = (limit: string): GraphQLError =>
  new GraphQLError(`There are too many subscriptions: ${limit}.`, { extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' } });
