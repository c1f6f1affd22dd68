import { createHash } from 'node:crypto';
import type { NetworkMapped, NetworkMapperRequest } from '../../../contract/operation/network-mapper.ts';
import type { Write } from '../state-adapter.ts';
import type { StateStore } from '../state-store.ts';
import { rankOf } from './status.ts';
import { readIntent, readMessage, readObservations, readResult, readStartedTask } from './stored-values.ts';

/** A mapping task as one credential sees it; the store never holds the key itself. */
export interface TaskKey {
  /** The credential's hash (`hashCredential`). */
  readonly owner: string;
  readonly taskId: string;
}

/** A task’s status when the graph polled. */
export interface Observation {
  readonly status: string;
  /** When the graph saw it, in ISO 8601. */
  readonly observedAt: string;
}

/** A task that the graph started, and what it asked for. */
export interface StartedTask extends TaskKey {
  /** Without its callback: posted again after `Mapped`, it answers with the result. */
  readonly request: NetworkMapperRequest;
  /** The random part of the path at which the upstream calls back; absent where the graph asked for no call. */
  readonly callback?: string;
  /** In ISO 8601. */
  readonly startedAt: string;
}

/** A request that may have been sent, and whose answer has not been received. */
export interface Intent {
  /** The idempotency key that it is sent with, and sent again with. */
  readonly key: string;
  /** As in `StartedTask`. */
  readonly callback?: string;
}

/** Messages between replicas about a task; only observations are stored. */
export type TaskMessage =
  /** All that was observed so far, in order; sent whenever there is more. */
  | { readonly kind: 'observed'; readonly log: readonly Observation[] }
  /** The upstream called back: poll now, as the status has probably changed. */
  | { readonly kind: 'hint' }
  /** Since when the upstream has not answered for the task, in ISO 8601; null: it answers. */
  | { readonly kind: 'trouble'; readonly since: string | null };

export type TaskListener = (message: TaskMessage) => void;

/** The beginning of the partitions of results, one each: a result may be megabytes. */
const results = 'task-result:';

/**
 * What the graph must remember of mapping tasks, in all processes that share the store, until the retention limit. Observations
 * of a task only advance (`rankOf`), so that its log has one order for everybody, however many replicas poll.
 */
export class TaskStore {
  readonly #store: StateStore;
  readonly #retentionMs: number;

  constructor(store: StateStore, retentionMs: number) {
    this.#store = store;
    this.#retentionMs = retentionMs;
  }

  /** What was observed of a task, in order. */
  async observations({ owner, taskId }: TaskKey): Promise<readonly Observation[]> {
    return readObservations(await this.#store.get(tasksOf(owner), logKey(taskId)));
  }

  /** Adds an observation if it is farther along than the last one, and publishes the log. Returns the whole log. */
  observe(task: TaskKey, observation: Observation): Promise<readonly Observation[]> {
    const key = logKey(task.taskId);
    return this.#store.update(tasksOf(task.owner), (read) => {
      const log = readObservations(read(key));
      const last = log.at(-1);
      if (last && rankOf(last.status) >= rankOf(observation.status)) return { value: log };
      const longer = [...log, observation];
      return {
        value: longer,
        writes: new Map([[key, this.#keep(JSON.stringify(longer))]]),
        messages: [{ channel: channelOf(task), text: JSON.stringify({ kind: 'observed', log: longer }) }],
      };
    });
  }

  /** Calls the listener with messages about a task, until the function returned is called. */
  async subscribe(task: TaskKey, listener: TaskListener): Promise<() => void> {
    let stopped = false;
    /** Messages may have been lost: what they announced is in the log. Where it can't be read, the next poll reads it. */
    const catchUp = async () => {
      const log = await this.observations(task).catch(() => []);
      if (!stopped) listener({ kind: 'observed', log });
    };
    const stop = await this.#store.subscribe(channelOf(task), (text) => {
      const message = text === undefined ? undefined : readMessage(text);
      if (message) listener(message);
      else void catchUp();
    });
    return () => {
      stopped = true;
      stop();
    };
  }

  /** Sends a message to every listener of the task, the sender's own included. */
  publish(task: TaskKey, message: Exclude<TaskMessage, { kind: 'observed' }>): Promise<void> {
    return this.#store.publish(channelOf(task), JSON.stringify(message));
  }

  /** Remembers a task that was started; resolves once it would survive a crash. */
  async remember(task: StartedTask): Promise<void> {
    const { owner, taskId, callback, startedAt } = task;
    const text = JSON.stringify(task);
    if (callback !== undefined) await this.#store.put(calledBackAt(callback), 'task', text, this.#retentionMs);
    const writes = new Map([
      [startedKey(taskId), this.#keep(text)],
      [`recent/${startedAt}/${taskId}`, this.#keep(taskId)],
    ]);
    await this.#store.commit(tasksOf(owner), { writes });
    await this.#store.flush();
  }

  async started({ owner, taskId }: TaskKey): Promise<StartedTask | undefined> {
    return readStartedTask(await this.#store.get(tasksOf(owner), startedKey(taskId)));
  }

  /** The task whose callback path this is. */
  async calledBack(callback: string): Promise<TaskKey | undefined> {
    return readStartedTask(await this.#store.get(calledBackAt(callback), 'task'));
  }

  /** A credential's tasks, the latest first. */
  async recent(owner: string, limit: number): Promise<readonly StartedTask[]> {
    const found = await this.#store.list(tasksOf(owner), { prefix: 'recent/', reverse: true, first: limit });
    const tasks = await Promise.all(found.map(({ value }) => this.started({ owner, taskId: value })));
    return tasks.filter((task) => task !== undefined);
  }

  /** Keeps a paid result until the retention limit; resolves once it would survive a crash. */
  async keepResult(name: string, result: NetworkMapped): Promise<void> {
    await this.#store.put(`${results}${hashOf(name)}`, 'result', JSON.stringify(result), this.#retentionMs);
    await this.#store.flush();
  }

  async result(name: string): Promise<NetworkMapped | undefined> {
    return readResult(await this.#store.get(`${results}${hashOf(name)}`, 'result'));
  }

  /**
   * Replaces each result that is kept, of all owners, by what the function returns: the same, another, or undefined to
   * remove it. Resolves with how many were replaced or removed; retention is not prolonged.
   */
  async reviseResults(revise: (result: NetworkMapped) => NetworkMapped | undefined): Promise<number> {
    let count = 0;
    for await (const partition of this.#store.partitions(results))
      if (await this.#revise(partition, revise)) count += 1;
    if (count > 0) this.#store.erase();
    return count;
  }

  /**
   * Notes a request before it is sent, for so many milliseconds; resolves once the note would survive a crash. Resolves
   * with the note that is there already under that name: an earlier request whose answer was lost.
   */
  async intend(name: string, intent: Intent, milliseconds: number): Promise<Intent | undefined> {
    const known = await this.#store.update(intentOf(name), (read) => {
      const value = readIntent(read('intent'));
      if (value) return { value };
      return { value, writes: new Map([['intent', { value: JSON.stringify(intent), ttlMs: milliseconds }]]) };
    });
    if (!known) await this.#store.flush();
    return known;
  }

  /** Removes the note: the answer has come, or there will be none. */
  async clearIntent(name: string): Promise<void> {
    await this.#store.remove(intentOf(name), ['intent']);
  }

  /** Whether the result of a partition was replaced or removed. */
  async #revise(partition: string, revise: (result: NetworkMapped) => NetworkMapped | undefined): Promise<boolean> {
    for (;;) {
      const [entry] = await this.#store.list(partition, { prefix: '' });
      if (!entry) return false;
      const { key, value, version, ttlMs } = entry;
      const known = readResult(value);
      const result = known && revise(known);
      if (result && result === known) return false;
      const done = await this.#store.commit(partition, {
        reads: new Map([[key, version]]),
        writes: new Map([[key, result && { value: JSON.stringify(result), ttlMs }]]),
      });
      if (done.kind === 'committed') return true;
    }
  }

  #keep(value: string): Write {
    return { value, ttlMs: this.#retentionMs };
  }
}

/** A task as one string, for maps and keys. */
export const keyOf = ({ owner, taskId }: TaskKey): string => `${owner}:${taskId}`;

const tasksOf = (owner: string): string => `tasks:${owner}`;
const logKey = (taskId: string): string => `log/${taskId}`;
const startedKey = (taskId: string): string => `started/${taskId}`;
const calledBackAt = (callback: string): string => `task-callback:${callback}`;
const intentOf = (name: string): string => `task-intent:${hashOf(name)}`;
const channelOf = (task: TaskKey): string => `task:${keyOf(task)}`;

/** What a result or an intent is kept under: its name may have any characters. */
export const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex');
