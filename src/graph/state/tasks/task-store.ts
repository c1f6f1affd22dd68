import { createHash } from 'node:crypto';
import type { NetworkMapped } from '../../../contract/operation/network-mapper.ts';
import type { Write } from '../state-adapter.ts';
import type { StateStore } from '../state-store.ts';
import { isFinal, rankOf } from './status.ts';
import {
  readIntent,
  readMessage,
  readObservations,
  readResult,
  readStartedTask,
  readTaskKey,
} from './stored-values.ts';
import {
  type Intent,
  keyOf,
  type Observation,
  type StartedTask,
  type TaskKey,
  type TaskListener,
  type TaskMessage,
} from './task.ts';

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
      const writes = new Map([[key, this.#keep(JSON.stringify(longer))]]);
      // It leads to no result.
      const isLost = isFinal(observation.status) && observation.status !== 'Mapped';
      const started = isLost ? readStartedTask(read(startedKey(task.taskId))) : undefined;
      if (started?.request) writes.set(startedKey(task.taskId), this.#keep(JSON.stringify(withoutRequest(started))));
      return {
        value: longer,
        writes,
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
    const key = JSON.stringify({ owner, taskId });
    if (callback !== undefined) await this.#store.put(calledBackAt(callback), 'task', key, this.#retentionMs);
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

  /** Drops what a task asked for, as its result was paid for under this name: it may name people. */
  settle({ owner, taskId }: TaskKey, result: string): Promise<void> {
    const key = startedKey(taskId);
    return this.#store.update(tasksOf(owner), (read) => {
      const started = readStartedTask(read(key));
      if (!started?.request) return { value: undefined };
      const settled = { ...withoutRequest(started), result };
      return { value: undefined, writes: new Map([[key, this.#keep(JSON.stringify(settled))]]) };
    });
  }

  /** The task whose callback path this is. */
  async calledBack(callback: string): Promise<TaskKey | undefined> {
    return readTaskKey(await this.#store.get(calledBackAt(callback), 'task'));
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

const withoutRequest = ({ request, ...task }: StartedTask): StartedTask => {
  const companyWebsite = request?.mapping_company_website;
  return { ...task, ...(companyWebsite !== undefined && { companyWebsite }) };
};

const tasksOf = (owner: string): string => `tasks:${owner}`;
const logKey = (taskId: string): string => `log/${taskId}`;
const startedKey = (taskId: string): string => `started/${taskId}`;
const calledBackAt = (callback: string): string => `task-callback:${callback}`;
const intentOf = (name: string): string => `task-intent:${hashOf(name)}`;
const channelOf = (task: TaskKey): string => `task:${keyOf(task)}`;

/** What a result or an intent is kept under: its name may have any characters. */
export const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex');
