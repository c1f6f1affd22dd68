import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { confinedMemory, MemoryBound } from './memory-bound.ts';

export interface LoadGuardOptions {
  /** Maximum average delay of the event loop over two seconds, in milliseconds; 0 for no limit. */
  readonly loopDelayMs: number;
  /** Maximum share of the heap in use, 0 to 1; 0 for no limit. */
  readonly heapPart: number;
  /** Maximum share of the memory limit that is resident and in use, 0 to 1; 0 for no limit. */
  readonly memoryPart: number;
  /** The memory limit in bytes; undefined for none. Default: that of the control group. */
  readonly memoryLimit?: () => number | undefined;
  /**
   * Maximum queueing delay of requests in flight, in milliseconds, estimated from the rate of answers; beyond it,
   * requests are shed while the event loop is saturated. 0 for no limit.
   */
  readonly busyMs: number;
}

export const defaultLoadGuard: LoadGuardOptions = { loopDelayMs: 1000, heapPart: 0.9, memoryPart: 0.9, busyMs: 100 };

/** Never sheds load. */
export const noLoadGuard: LoadGuardOptions = { loopDelayMs: 0, heapPart: 0, memoryPart: 0, busyMs: 0 };

/** Utilization above which the event loop counts as saturated. */
const busyPart = 0.95;
/** Utilization below which requests do not queue for the event loop. */
const calmPart = 0.5;
const sampleMs = 100;
/** Weight of the newest sample in the rate, an exponentially weighted moving average. */
const newest = 0.3;
/** Growth of the limit per sample in which the event loop was not saturated. */
const growth = 1.25;
/** Minimum limit of requests in flight: with fewer, the rate is not significant. */
const fewest = 64;
/** Interval at which memory and event-loop delay are measured, in milliseconds. */
const pressureMs = 2000;

/** Event of a response that turns into a stream. */
const becameStream = Symbol('became stream');

/** Marks a response as a stream, which no longer counts as in flight. */
export const endsAsStream = (response: ServerResponse): void => {
  response.emit(becameStream);
};

/**
 * Load shedding: refuses requests while the process is overloaded, so that accepted ones are answered in time. Criteria
 * are the event-loop delay, heap and memory, measured every two seconds, and the number of requests in flight while the
 * event loop is saturated. While it is not, as with a slow upstream, the limit of requests in flight grows gradually:
 * without a limit, too many would be accepted before an upstream that only paused answers again.
 *
 * It runs before the framework, since a refusal must cost a fraction of an answer: at several times the capacity of a
 * process, most requests are refused.
 */
export class LoadGuard {
  readonly #options: LoadGuardOptions;
  readonly #unshed: readonly string[];
  readonly #refuse: RequestListener;
  #isUnderPressure = (): boolean => false;
  #memory: Pick<MemoryBound, 'isReached'> = { isReached: false };
  #underWay = 0;
  #answered = 0;
  /** Total duration of the answered requests, in milliseconds. */
  #taken = 0;
  #most = Number.POSITIVE_INFINITY;

  /**
   * @param unshed paths that are served under any load
   * @param refuse answers with 503 and `retry-after`; the body is not read
   */
  constructor(options: LoadGuardOptions, unshed: readonly string[], refuse: RequestListener) {
    this.#options = options;
    this.#unshed = unshed;
    this.#refuse = refuse;
  }

  /** Wraps the request listener of a server. */
  before(handler: RequestListener): RequestListener {
    return (request, response) => {
      if (this.#unshed.includes(request.url ?? '')) handler(request, response);
      else if (this.#isOverloaded()) this.#refuse(request, response);
      else {
        this.#count(response);
        handler(request, response);
      }
    };
  }

  /** Starts measuring, until the application closes. */
  register(app: FastifyInstance): void {
    const { loopDelayMs, heapPart, memoryPart, memoryLimit = confinedMemory, busyMs } = this.#options;
    if (busyMs > 0) {
      const sampling = setInterval(this.#sampler(busyMs), sampleMs).unref();
      app.addHook('onClose', async () => clearInterval(sampling));
    }
    const memoryBytes = memoryPart * (memoryLimit() ?? 0);
    if (memoryBytes > 0) {
      const memory = new MemoryBound(memoryBytes);
      this.#memory = memory;
      const measuring = setInterval(() => memory.measure(), pressureMs).unref();
      app.addHook('onClose', async () => clearInterval(measuring));
    }
    if (loopDelayMs === 0 && heapPart === 0) return;
    // Registered in a scope without routes, so that it only measures; shedding happens in `before`.
    app.register(async (scope) => {
      await scope.register(underPressure, {
        maxEventLoopDelay: loopDelayMs,
        maxHeapUsedBytes: Math.floor(heapPart * getHeapStatistics().heap_size_limit),
        sampleInterval: pressureMs,
      });
      this.#isUnderPressure = scope.isUnderPressure;
    });
  }

  #isOverloaded(): boolean {
    return this.#underWay >= this.#most || this.#memory.isReached || this.#isUnderPressure();
  }

  #count(response: ServerResponse<IncomingMessage>): void {
    this.#underWay += 1;
    const begun = performance.now();
    let isStream = false;
    response.on(becameStream, () => {
      if (!isStream) this.#underWay -= 1;
      isStream = true;
    });
    response.on('close', () => {
      this.#answered += 1;
      // A stream stopped counting when it was marked.
      if (isStream) return;
      this.#underWay -= 1;
      this.#taken += performance.now() - begun;
    });
  }

  /**
   * Little's law: the expected duration is the number in flight divided by the rate of answers. The usual duration,
   * such as that of a slow upstream, is measured while nothing queues.
   */
  #sampler(busyMs: number): () => void {
    let last = performance.eventLoopUtilization();
    let sampledAt = performance.now();
    let perMs: number | undefined;
    let usualMs = 0;
    return () => {
      const present = performance.eventLoopUtilization();
      const now = performance.now();
      const { utilization } = performance.eventLoopUtilization(present, last);
      if (utilization > busyPart) {
        const rate = this.#answered / (now - sampledAt);
        // A rate of 0 is ignored at first: a starting process has not answered anything yet.
        if (perMs === undefined) perMs = rate || undefined;
        else perMs += newest * (rate - perMs);
        if (perMs !== undefined) this.#most = Math.max(fewest, perMs * (usualMs + busyMs));
      } else {
        if (this.#answered > 0 && utilization < calmPart) usualMs += newest * (this.#taken / this.#answered - usualMs);
        this.#most = Math.max(this.#most, this.#underWay) * growth;
      }
      this.#answered = 0;
      this.#taken = 0;
      last = present;
      sampledAt = now;
    };
  }
}
