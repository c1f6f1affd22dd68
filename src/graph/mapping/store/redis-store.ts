import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { NetworkMapped } from '../../../contract/operation/network-mapper.ts';
import { rankOf } from '../status.ts';
import { readIntent, readNews, readObservations, readResult, readStartedTask } from './entry.ts';
import { nameOf } from './memory-store.ts';
import type { Intent, Observation, StartedTask, TaskKey, TaskListener, TaskNews, TaskStore } from './task-store.ts';
import { JournalUnavailable } from './unavailable.ts';

/** KEYS: the log, its ranks' top. ARGV: rank, observation, retention, channel. Answers the whole log. */
const observeScript = `
local top = tonumber(redis.call('GET', KEYS[2]) or '-1')
if tonumber(ARGV[1]) > top then
  redis.call('RPUSH', KEYS[1], ARGV[2])
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
  redis.call('PEXPIRE', KEYS[1], ARGV[3])
  redis.call('PUBLISH', ARGV[4], 'observed')
end
return redis.call('LRANGE', KEYS[1], 0, -1)`;

/** KEYS: the lease. ARGV: who asks, milliseconds. */
const leaseScript = `
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const releaseScript = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0`;

interface Options {
  readonly url: string;
  readonly retentionMs: number;
  readonly log: Logger;
}

/** A journal that several graphs share. One connection asks, another listens, as Redis has it. */
export class RedisJournal implements TaskStore {
  readonly shared = true;
  readonly #asking: Redis;
  readonly #listening: Redis;
  readonly #retentionMs: number;
  /** Which replica this is, in a lease. */
  readonly #replica = randomUUID();
  readonly #listeners = new Map<string, Set<TaskListener>>();

  private constructor(asking: Redis, listening: Redis, retentionMs: number) {
    this.#asking = asking;
    this.#listening = listening;
    this.#retentionMs = retentionMs;
    listening.on('message', (channel, message) => this.#tell(channel, message));
    listening.on('ready', () => this.#listenAgain());
  }

  /** @throws {JournalUnavailable} when Redis does not answer */
  static async open({ url, retentionMs, log }: Options): Promise<RedisJournal> {
    const options = {
      lazyConnect: true,
      enableAutoPipelining: true,
      maxRetriesPerRequest: 1,
      connectTimeout: 5000,
      commandTimeout: 5000,
    };
    const asking = new Redis(url, options);
    // What can't be asked now is asked for again when the connection is back (`#listenAgain`), and nobody waits for it.
    const listening = new Redis(url, { ...options, enableOfflineQueue: false, autoResubscribe: false });
    for (const redis of [asking, listening])
      redis.on('error', (error) => log.warn({ reason: error.message }, 'The connection to Redis has trouble.'));
    try {
      await Promise.all([asking.connect(), listening.connect()]);
    } catch (error) {
      asking.disconnect();
      listening.disconnect();
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'no connection';
      throw new JournalUnavailable(`The Redis that graphs share must answer, but it does not (${reason}).`);
    }
    return new RedisJournal(asking, listening, retentionMs);
  }

  async observations(task: TaskKey): Promise<readonly Observation[]> {
    return readObservations(await this.#asking.lrange(key('log', nameOf(task)), 0, -1));
  }

  async observe(task: TaskKey, observation: Observation): Promise<readonly Observation[]> {
    const name = nameOf(task);
    const log = await this.#asking.eval(
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

  async listen(task: TaskKey, listener: TaskListener): Promise<() => void> {
    const channel = key('task', nameOf(task));
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    const stop = () => {
      listeners.delete(listener);
      if (listeners.size > 0 || this.#listeners.get(channel) !== listeners) return;
      this.#listeners.delete(channel);
      this.#listening.unsubscribe(channel).catch(() => undefined);
    };
    await this.#listening.subscribe(channel).catch(() => undefined);
    return stop;
  }

  async tell(task: TaskKey, news: TaskNews): Promise<void> {
    await this.#asking.publish(key('task', nameOf(task)), JSON.stringify(news));
  }

  async lease(name: string, milliseconds: number): Promise<boolean> {
    return (await this.#asking.eval(leaseScript, 1, key('lease', name), this.#replica, milliseconds)) === 1;
  }

  async release(name: string): Promise<void> {
    await this.#asking.eval(releaseScript, 1, key('lease', name), this.#replica);
  }

  async remember(task: StartedTask): Promise<void> {
    const name = nameOf(task);
    const startedAt = Date.parse(task.startedAt);
    const recent = key('recent', task.owner);
    const writing = this.#asking
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
    const text = await this.#asking.get(key('started', nameOf(task)));
    return text === null ? undefined : readStartedTask(text);
  }

  async calledBack(callback: string): Promise<TaskKey | undefined> {
    const text = await this.#asking.get(key('callback', callback));
    return text === null ? undefined : readStartedTask(text);
  }

  async recent(owner: string, limit: number): Promise<readonly StartedTask[]> {
    const ids = await this.#asking.zrevrange(key('recent', owner), 0, limit - 1);
    const tasks = await Promise.all(ids.map((taskId) => this.started({ owner, taskId })));
    return tasks.filter((task) => task !== undefined);
  }

  async keepResult(name: string, result: NetworkMapped): Promise<void> {
    await this.#asking.set(key('result', name), JSON.stringify(result), 'PX', this.#retentionMs);
  }

  async result(name: string): Promise<NetworkMapped | undefined> {
    const text = await this.#asking.get(key('result', name));
    return text === null ? undefined : readResult(text);
  }

  async reviseResults(revise: (result: NetworkMapped) => NetworkMapped | undefined): Promise<number> {
    let count = 0;
    let cursor = '0';
    do {
      const [next, names] = await this.#asking.scan(cursor, 'MATCH', 'kith:result:*', 'COUNT', 100);
      cursor = next;
      for (const name of names) {
        const text = await this.#asking.get(name);
        const known = text === null ? undefined : readResult(text);
        const result = known && revise(known);
        if (text === null || (result && result === known)) continue;
        if (result) await this.#asking.set(name, JSON.stringify(result), 'KEEPTTL', 'XX');
        else await this.#asking.del(name);
        count += 1;
      }
    } while (cursor !== '0');
    return count;
  }

  async intend(name: string, intent: Intent, milliseconds: number): Promise<Intent | undefined> {
    const known = await this.#asking.set(key('intent', name), JSON.stringify(intent), 'PX', milliseconds, 'NX', 'GET');
    return known === null ? undefined : readIntent(known);
  }

  async settle(name: string): Promise<void> {
    await this.#asking.del(key('intent', name));
  }

  async close(): Promise<void> {
    this.#listeners.clear();
    this.#listening.disconnect();
    await this.#asking.quit().catch(() => this.#asking.disconnect());
  }

  /** The connection is back: what was told meanwhile is in the logs. */
  async #listenAgain(): Promise<void> {
    const channels = [...this.#listeners.keys()];
    if (channels.length === 0) return;
    await this.#listening.subscribe(...channels).catch(() => undefined);
    for (const channel of channels) this.#tell(channel, 'observed');
  }

  async #tell(channel: string, message: string): Promise<void> {
    const listeners = this.#listeners.get(channel);
    if (!listeners) return;
    const news = readNews(message);
    if (news) {
      for (const listener of listeners) listener.told(news);
      return;
    }
    // The message only says that there is more; the log is what counts. Lost here, it is read at the next look.
    const texts = await this.#asking.lrange(key('log', nameIn(channel)), 0, -1).catch(() => []);
    const log = readObservations(texts);
    for (const listener of listeners) listener.observed(log);
  }
}

/** The braces keep what one script touches together, where Redis is a cluster. */
const key = (kind: string, name: string): string => `kith:${kind}:{${name}}`;

/** The task of a channel. */
const nameIn = (channel: string): string => channel.slice('kith:task:{'.length, -1);
