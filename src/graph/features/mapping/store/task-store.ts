import { createHash } from 'node:crypto';
import type { NetworkMapped } from '../../../../contract/operation/network-mapper.ts';
import { People } from '../../../state/people/people.ts';
import { PurgedPeople } from '../../../state/people/purged-people.ts';
import type { Write } from '../../../state/state-adapter.ts';
import type { StateStore } from '../../../state/state-store.ts';
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

/** The prefix of result partitions. Each result has its own, since it may be megabytes. */
const results = 'task-result:';

/**
 * The stored state of mapping tasks, shared by all processes that share the store, until the retention limit.
 * Observations of a task only advance (`rankOf`), so that its log has one order even if several replicas poll.
 */
export class TaskStore {
  readonly purged: PurgedPeople;
  readonly #store: StateStore;
  readonly #retentionMs: number;

  constructor(store: StateStore, retentionMs: number) {
    this.purged = new PurgedPeople(store);
    this.#store = store;
    this.#retentionMs = retentionMs;
  }

  /** A task's observations, in order. */
  async observations({ owner, taskId }: TaskKey): Promise<readonly Observation[]> {
    return readObservations(await this.#store.get(tasksOf(owner), logKey(taskId)));
  }

  /** Adds an observation that ranks above the last one, and publishes the log. Resolves with the whole log. */
  observe(task: TaskKey, observation: Observation): Promise<readonly Observation[]> {
    const key = logKey(task.taskId);
    return this.#store.update(tasksOf(task.owner), (read) => {
      const log = readObservations(read(key));
      const last = log.at(-1);
      if (last && rankOf(last.status) >= rankOf(observation.status)) return { value: log };
      const longer = [...log, observation];
      const writes = new Map([[key, this.#keep(JSON.stringify(longer))]]);
      // The task has failed, so its request cannot retrieve a result.
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

  /** Calls the listener with messages about a task, until the returned function is called. */
  async subscribe(task: TaskKey, listener: TaskListener): Promise<() => void> {
    let stopped = false;
    /** Sends the stored log, since messages may have been lost; an empty one if it cannot be read. */
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

  /** Sends a message to all listeners of the task, including those of this process. */
  publish(task: TaskKey, message: Exclude<TaskMessage, { kind: 'observed' }>): Promise<void> {
    return this.#store.publish(channelOf(task), JSON.stringify(message));
  }

  /** Stores a started task; resolves once it would survive a power failure. */
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

  /** Replaces a task's request, which may name people, by the name of its paid result. */
  settle({ owner, taskId }: TaskKey, result: string): Promise<void> {
    const key = startedKey(taskId);
    return this.#store.update(tasksOf(owner), (read) => {
      const started = readStartedTask(read(key));
      if (!started?.request) return { value: undefined };
      const settled = { ...withoutRequest(started), result };
      return { value: undefined, writes: new Map([[key, this.#keep(JSON.stringify(settled))]]) };
    });
  }

  /** The task with this callback path. */
  async calledBack(callback: string): Promise<TaskKey | undefined> {
    return readTaskKey(await this.#store.get(calledBackAt(callback), 'task'));
  }

  /** A credential's tasks, latest first. */
  async recent(owner: string, limit: number): Promise<readonly StartedTask[]> {
    const found = await this.#store.list(tasksOf(owner), { prefix: 'recent/', reverse: true, first: limit });
    const tasks = await Promise.all(found.map(({ value }) => this.started({ owner, taskId: value })));
    return tasks.filter((task) => task !== undefined);
  }

  /**
   * Stores a paid result until the retention limit, without people purged since it was requested; resolves once it
   * would survive a power failure.
   *
   * @param purgedBefore the people purged before it was requested
   */
  async keepResult(name: string, result: NetworkMapped, purgedBefore: ReadonlySet<string>): Promise<void> {
    const partition = `${results}${hashOf(name)}`;
    await this.#store.put(partition, 'result', JSON.stringify(result), this.#retentionMs);
    // A purge lists people, then revises what is stored: read the list last, so that one of both finds this result.
    const { digests, everyone } = await this.purged.since(purgedBefore);
    if (everyone) await this.#revise(partition, () => undefined);
    else if (digests.length > 0) {
      const people = new People({ profiles: [], names: [] }, digests);
      people.learn(result);
      await this.#revise(partition, (stored) => people.without(stored));
    }
    await this.#store.flush();
  }

  async result(name: string): Promise<NetworkMapped | undefined> {
    return readResult(await this.#store.get(`${results}${hashOf(name)}`, 'result'));
  }

  async learn(people: People): Promise<void> {
    await this.reviseResults((result) => {
      people.learn(result);
      return result;
    });
  }

  /** Removes people from all results; resolves with the number of results changed. */
  removePeople(people: People): Promise<number> {
    return this.reviseResults((result) => people.without(result));
  }

  /** Removes all results; resolves with their number. */
  clear(): Promise<number> {
    return this.reviseResults(() => undefined);
  }

  /**
   * Applies a function to each stored result of all owners: it returns the same object to keep it, another to replace
   * it, or undefined to remove it. Invalid results are removed. Expiry times stay. Resolves with the number changed.
   */
  async reviseResults(revise: (result: NetworkMapped) => NetworkMapped | undefined): Promise<number> {
    let count = 0;
    for await (const { partition } of this.#store.readable(results))
      if (await this.#revise(partition, revise)) count += 1;
    if (count > 0) this.#store.erase();
    return count;
  }

  /**
   * Stores a request before it is sent; resolves with undefined once it would survive a power failure. If an earlier
   * request of this name has no response yet, it is kept, and resolved with.
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

  /** Removes a stored request after its response, or once none is expected. */
  async clearIntent(name: string): Promise<void> {
    await this.#store.remove(intentOf(name), ['intent']);
  }

  /** Revises a partition's result; resolves with whether it was replaced or removed. */
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

/** The partition suffix of a result or an intent; hashed, since names may contain any characters. */
const hashOf = (name: string): string => createHash('sha256').update(name).digest('hex');
