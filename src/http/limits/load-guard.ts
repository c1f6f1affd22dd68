import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { confinedMemory, MemoryBound } from './memory-bound.ts';

export interface LoadGuardOptions {
  /** The longest that the event loop may be late on average over two seconds, in milliseconds; 0: any. */
  readonly loopDelayMs: number;
  /** The part of the heap that may be in use, from 0 to 1; 0: all. */
  readonly heapPart: number;
  /** The part of the memory to which the process is confined that may be resident and in use, from 0 to 1; 0: all. */
  readonly memoryPart: number;
  /** How many bytes that memory has; undefined: as many as the machine. Default: what its control group says. */
  readonly memoryLimit?: () => number | undefined;
  /**
   * How much longer than usual all requests under way may take at the rate at which they are answered, in milliseconds,
   * beyond which others are refused while the event loop is never idle; 0: any time.
   */
  readonly busyMs: number;
}

export const defaultLoadGuard: LoadGuardOptions = { loopDelayMs: 1000, heapPart: 0.9, memoryPart: 0.9, busyMs: 100 };

/** Takes on all requests. */
export const noLoadGuard: LoadGuardOptions = { loopDelayMs: 0, heapPart: 0, memoryPart: 0, busyMs: 0 };

/** Above this part of its time the event loop counts as never idle. */
const busyPart = 0.95;
/** Below this part nothing waits for the event loop. */
const calmPart = 0.5;
const sampleMs = 100;
/** How much of the newest sample goes into the rate, which is an exponentially weighted mean. */
const newest = 0.3;
/** How much more may be under way after each sample in which the event loop had idle time. */
const growth = 1.25;
/** As many may always be under way: few of them say too little of the rate. */
const fewest = 64;
/** How often memory and the delay of the event loop are measured, in milliseconds. */
const pressureMs = 2000;

/** Event of a response that becomes a stream. */
const becameStream = Symbol('became stream');

/** A response becomes a stream, which is not under way for as long as it is open. */
export const endsAsStream = (response: ServerResponse): void => {
  response.emit(becameStream);
};

/**
 * Refuses requests while the process is overloaded, so that those it has taken on are answered in time: by the delay of its
 * event loop, the use of its heap and its memory, measured every other second, and by what is under way while the event loop
 * has no idle time, which would only make all the rest later. While it has some, as where an upstream is slow, more and more
 * may be under way: at once any number would be too many where the upstream only stumbled.
 *
 * It stands before the framework, since a refusal has to cost a small part of what an answer does: at several times the
 * load that a process can carry, most requests are refused.
 */
export class LoadGuard {
  readonly #options: LoadGuardOptions;
  readonly #unshed: readonly string[];
  readonly #refuse: RequestListener;
  #isUnderPressure = (): boolean => false;
  #memory: Pick<MemoryBound, 'isReached'> = { isReached: false };
  #underWay = 0;
  #answered = 0;
  /** Milliseconds that those answered have taken together. */
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

  /** The listener of a server, whose requests go on to `handler` unless they are refused. */
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

  /** Begins to measure, until the application closes. */
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
    // In a scope without routes: it measures, and what it would refuse is refused here.
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
      // A stream is open for as long as it likes.
      if (isStream) return;
      this.#underWay -= 1;
      this.#taken += performance.now() - begun;
    });
  }

  /**
   * By Little's law, what is under way takes its number divided by the rate at which it is answered. What it usually takes,
   * such as the time of a slow upstream, is measured while nothing waits.
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
        // Nothing has been answered yet while a process starts.
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
