import type { Redis } from 'ioredis';
import type { NetworkMapped } from '../../../contract/operation/network-mapper.ts';
import type { RedisConnections } from '../redis-connections.ts';
import { rankOf } from './status.ts';
import { readIntent, readMessage, readObservations, readResult, readStartedTask } from './stored-values.ts';
import {
  type Intent,
  keyOf,
  type Observation,
  type StartedTask,
  type TaskKey,
  type TaskListener,
  type TaskMessage,
  type TaskStore,
} from './task-store.ts';

/** KEYS: the log, its highest rank. ARGV: rank, observation, retention in milliseconds, channel. Returns the whole log. */
const observeScript = `
local top = tonumber(redis.call('GET', KEYS[2]) or '-1')
if tonumber(ARGV[1]) > top then
  redis.call('RPUSH', KEYS[1], ARGV[2])
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  redis.call('PUBLISH', ARGV[4], 'observed')
end
return redis.call('LRANGE', KEYS[1], 0, -1)`;

/** Shared by several graphs, which receive one another's observations by publish and subscribe. */
export class RedisTaskStore implements TaskStore {
  readonly #commands: Redis;
  readonly #subscriptions: Redis;
  readonly #retentionMs: number;
  readonly #listeners = new Map<string, Set<TaskListener>>();

  /** Closes the connections when it is closed. */
  constructor({ commands, subscriptions }: RedisConnections, retentionMs: number) {
    this.#commands = commands;
    this.#subscriptions = subscriptions;
    this.#retentionMs = retentionMs;
    subscriptions.on('message', (channel, message) => this.#dispatch(channel, message));
    subscriptions.on('ready', () => this.#resubscribe());
  }

  async observations(task: TaskKey): Promise<readonly Observation[]> {
    return readObservations(await this.#commands.lrange(key('log', keyOf(task)), 0, -1));
  }

  async observe(task: TaskKey, observation: Observation): Promise<readonly Observation[]> {
    const name = keyOf(task);
    const log = await this.#commands.eval(
      observeScript,
      2,
      key('log', name),
      key('rank', name),
      rankOf(observation.status),
      JSON.stringify(observation),
      this.#retentionMs,
      key('task', name),
    );
    return readObservations(Array.isArray(log) ? log.map(String) : []);
  }

  async subscribe(task: TaskKey, listener: TaskListener): Promise<() => void> {
    const channel = key('task', keyOf(task));
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    const stop = () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(channel) !== listeners) return;
      this.#listeners.delete(channel);
      this.#subscriptions.unsubscribe(channel).catch(() => undefined);
    };
    await this.#subscriptions.subscribe(channel).catch(() => undefined);
    return stop;
  }

  async publish(task: TaskKey, message: Exclude<TaskMessage, { kind: 'observed' }>): Promise<void> {
    await this.#commands.publish(key('task', keyOf(task)), JSON.stringify(message));
  }

  async remember(task: StartedTask): Promise<void> {
    const name = keyOf(task);
    const startedAt = Date.parse(task.startedAt);
    const recent = key('recent', task.owner);
    const writing = this.#commands
      .multi()
      .set(key('started', name), JSON.stringify(task), 'PX', this.#retentionMs)
      .zadd(recent, startedAt, task.taskId)
      .zremrangebyscore(recent, '-inf', startedAt - this.#retentionMs)
      .pexpire(recent, this.#retentionMs);
    if (task.callback !== undefined)
      writing.set(key('callback', task.callback), JSON.stringify(task), 'PX', this.#retentionMs);
    for (const [error] of (await writing.exec()) ?? []) if (error) throw error;
  }

  async started(task: TaskKey): Promise<StartedTask | undefined> {
    const text = await this.#commands.get(key('started', keyOf(task)));
    return text === null ? undefined : readStartedTask(text);
  }

  async calledBack(callback: string): Promise<TaskKey | undefined> {
    const text = await this.#commands.get(key('callback', callback));
    return text === null ? undefined : readStartedTask(text);
  }

  async recent(owner: string, limit: number): Promise<readonly StartedTask[]> {
    const ids = await this.#commands.zrevrange(key('recent', owner), 0, limit - 1);
    const tasks = await Promise.all(ids.map((taskId) => this.started({ owner, taskId })));
    return tasks.filter((task) => task !== undefined);
  }

  async keepResult(name: string, result: NetworkMapped): Promise<void> {
    await this.#commands.set(key('result', name), JSON.stringify(result), 'PX', this.#retentionMs);
  }

  async result(name: string): Promise<NetworkMapped | undefined> {
    const text = await this.#commands.get(key('result', name));
    return text === null ? undefined : readResult(text);
  }

  async reviseResults(revise: (result: NetworkMapped) => NetworkMapped | undefined): Promise<number> {
    let count = 0;
    let cursor = '0';
    do {
      const [next, names] = await this.#commands.scan(cursor, 'MATCH', 'kith:result:*', 'COUNT', 100);
      cursor = next;
      for (const name of names) {
        const text = await this.#commands.get(name);
        const known = text === null ? undefined : readResult(text);
        const result = known && revise(known);
        if (text === null || (result && result === known)) continue;
        if (result) await this.#commands.set(name, JSON.stringify(result), 'KEEPTTL', 'XX');
        else await this.#commands.del(name);
        count += 1;
      }
    } while (cursor !== '0');
    return count;
  }

  async intend(name: string, intent: Intent, milliseconds: number): Promise<Intent | undefined> {
    const known = await this.#commands.set(
      key('intent', name),
      JSON.stringify(intent),
      'PX',
      milliseconds,
      'NX',
      'GET',
    );
    return known === null ? undefined : readIntent(known);
  }

  async clearIntent(name: string): Promise<void> {
    await this.#commands.del(key('intent', name));
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#subscriptions.disconnect();
    await this.#commands.quit().catch(() => this.#commands.disconnect());
  }

  /** The connection is back: what was published while it was lost is in the logs. */
  async #resubscribe(): Promise<void> {
    const channels = [...this.#listeners.keys()];
    if (channels.length === 0) return;
    await this.#subscriptions.subscribe(...channels).catch(() => undefined);
    for (const channel of channels) this.#dispatch(channel, 'observed');
  }

  async #dispatch(channel: string, text: string): Promise<void> {
    const listeners = this.#listeners.get(channel);
    if (!listeners) return;
    const message = readMessage(text) ?? { kind: 'observed' as const, log: await this.#logOf(channel) };
    for (const listener of listeners) listener(message);
  }

  /** Empty where it can't be read; the next poll reads it again. */
  async #logOf(channel: string): Promise<readonly Observation[]> {
    return readObservations(await this.#commands.lrange(key('log', taskIn(channel)), 0, -1).catch(() => []));
  }
}

/** The hash tag (in braces) puts the keys that a script uses into one slot of a Redis cluster. */
const key = (kind: string, name: string): string => `kith:${kind}:{${name}}`;

/** The task of a channel. */
const taskIn = (channel: string): string => channel.slice('kith:task:{'.length, -1);
