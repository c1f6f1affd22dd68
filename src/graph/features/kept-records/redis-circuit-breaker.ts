import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import type { ChainableCommander, Redis } from 'ioredis';
import type { Logger } from 'pino';
import { reasonOf } from '../../../telemetry/reason.ts';

/** How long the circuit stays open after a failure, in milliseconds. */
const openMs = 3000;

/**
 * Timeout of a call for `count` records or names, in milliseconds: a record that is not found is paid for again, so that a
 * busy Redis is waited for.
 */
export const timeoutFor = (count: number): number => 1000 + count;

/**
 * Circuit breaker of a Redis (cockatiel). Every call has a short timeout; a failure opens the circuit for `openMs`,
 * then one call probes it. Logs only the first of consecutive failures, and only the error's message: its command may
 * contain records.
 */
export class RedisCircuitBreaker {
  readonly redis: Redis;
  readonly #log: Logger;
  readonly #circuit = circuitBreaker(handleAll, { halfOpenAfter: openMs, breaker: new ConsecutiveBreaker(1) });
  #failing = false;

  constructor(redis: Redis, log: Logger) {
    this.redis = redis;
    this.#log = log;
    redis.on('error', (error) => this.report(error));
    redis.on('ready', () => this.#close());
  }

  /** The answers of a pipeline; undefined after an error or a timeout. `insist` calls even if the circuit is open. */
  async ask(
    fill: (pipeline: ChainableCommander) => unknown,
    timeoutMs: number,
    insist = false,
  ): Promise<readonly unknown[] | undefined> {
    const call = async (): Promise<readonly unknown[]> => {
      const pipeline = this.redis.pipeline();
      fill(pipeline);
      const answers = await within(timeoutMs, pipeline.exec());
      this.#failing = false;
      return (answers ?? []).map(([error, answer]) => {
        if (error) throw error;
        return answer;
      });
    };
    if (insist) this.#close();
    try {
      return await this.#circuit.execute(call);
    } catch (error) {
      if (!(error instanceof BrokenCircuitError)) this.report(error);
      return undefined;
    }
  }

  /** Reports a failure; logs only the first of consecutive ones. */
  report(error: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    this.#log.warn({ reason: reasonOf(error) }, 'The shared cache in Redis failed; records are cached in memory only.');
  }

  /** Closes the circuit: cockatiel does so when the last isolation is disposed. */
  #close(): void {
    if (this.#circuit.state !== CircuitState.Closed) this.#circuit.isolate().dispose();
  }
}

async function within<T>(milliseconds: number, answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    // An answer that arrived while the event loop was busy is in time: it is read before an immediate runs.
    () => setImmediate(() => late.reject(new Error(`Redis did not answer within ${milliseconds} ms.`))),
    milliseconds,
  );
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
