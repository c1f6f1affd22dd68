import type { ChainableCommander, Redis } from 'ioredis';
import type { Logger } from 'pino';

/** How long Redis is left alone after it failed, in milliseconds. */
const restMs = 3000;

/** How long an operation waits for so many records or names, in milliseconds. */
export const patienceFor = (count: number): number => 100 + count;

/**
 * A Redis that may fail: nobody waits long for it, and after trouble it is not asked for a while. Logs the first of a
 * row of troubles, and of an error its message only: its command would show records.
 */
export class RedisLine {
  readonly redis: Redis;
  readonly #log: Logger;
  #restsUntil = Number.NEGATIVE_INFINITY;
  #troubled = false;

  constructor(redis: Redis, log: Logger) {
    this.redis = redis;
    this.#log = log;
    redis.on('error', (error) => this.trouble(error));
    redis.on('ready', () => {
      this.#restsUntil = Number.NEGATIVE_INFINITY;
    });
  }

  /** The answers of a pipeline; undefined where there were none in time. `insist` asks although Redis has failed lately. */
  async ask(
    fill: (pipeline: ChainableCommander) => unknown,
    patienceMs: number,
    insist = false,
  ): Promise<readonly unknown[] | undefined> {
    if (!insist && performance.now() < this.#restsUntil) return undefined;
    try {
      const pipeline = this.redis.pipeline();
      fill(pipeline);
      const answers = await within(patienceMs, pipeline.exec());
      this.#troubled = false;
      this.#restsUntil = Number.NEGATIVE_INFINITY;
      return (answers ?? []).map(([error, answer]) => {
        if (error) throw error;
        return answer;
      });
    } catch (error) {
      this.#restsUntil = performance.now() + restMs;
      this.trouble(error);
      return undefined;
    }
  }

  trouble(error: unknown): void {
    if (this.#troubled) return;
    this.#troubled = true;
    const reason = error instanceof Error ? error.message : String(error);
    this.#log.warn({ reason }, 'The Redis through which graphs share records has trouble; records are not shared.');
  }
}

async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    // What came while this process was busy has come in time: an immediate runs once it has been read.
    () => setImmediate(() => late.reject(new Error(`Redis did not answer within ${milliseconds} ms.`))),
    milliseconds,
  );
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
