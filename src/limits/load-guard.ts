import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

export interface LoadGuardOptions {
  /** The longest that the event loop may be late on average over two seconds, in milliseconds; 0: any. */
  readonly loopDelayMs: number;
  /** The part of the heap that may be in use, from 0 to 1; 0: all. */
  readonly heapPart: number;
}

export const defaultLoadGuard: LoadGuardOptions = { loopDelayMs: 1000, heapPart: 0.9 };

/** Config of a route that is served under any load. */
export const servedAlways = { pressureHandler: () => undefined } as const;

/**
 * Refuses requests before anything of them is read while the process is overloaded, so that those it has taken on can be
 * answered. Measured every other second.
 *
 * @param overloaded the error that is answered, with 503 and `retry-after`
 */
export function guardLoad(
  app: FastifyInstance,
  { loopDelayMs, heapPart }: LoadGuardOptions,
  overloaded: new () => Error,
): void {
  if (loopDelayMs === 0 && heapPart === 0) return;
  app.register(underPressure, {
    maxEventLoopDelay: loopDelayMs,
    maxHeapUsedBytes: Math.floor(heapPart * getHeapStatistics().heap_size_limit),
    sampleInterval: 2000,
    retryAfter: 1,
    customError: overloaded,
  });
}
