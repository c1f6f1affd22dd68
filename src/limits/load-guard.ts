import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';

export interface LoadGuardOptions {
  /** The longest that the event loop may be late on average over two seconds, in milliseconds; 0: any. */
  readonly loopDelayMs: number;
  /** The part of the heap that may be in use, from 0 to 1; 0: all. */
  readonly heapPart: number;
  /** Requests under way, beyond which others are refused while the event loop is never idle; 0: any number. */
  readonly busyRequests: number;
}

export const defaultLoadGuard: LoadGuardOptions = { loopDelayMs: 1000, heapPart: 0.9, busyRequests: 256 };

/** Config of a route that is served under any load. */
export const servedAlways = { pressureHandler: () => undefined } as const;

/**
 * Refuses requests before anything of them is read while the process is overloaded, so that those it has taken on can be
 * answered: by the delay of its event loop and the use of its heap, measured every other second, and by the requests under
 * way while the event loop has no idle time.
 *
 * @param overloaded the error that is answered, with 503 and `retry-after`
 */
export function guardLoad(
  app: FastifyInstance,
  { loopDelayMs, heapPart, busyRequests }: LoadGuardOptions,
  overloaded: new () => Error,
): void {
  if (busyRequests > 0) boundUnderWay(app, busyRequests, overloaded);
  if (loopDelayMs === 0 && heapPart === 0) return;
  app.register(underPressure, {
    maxEventLoopDelay: loopDelayMs,
    maxHeapUsedBytes: Math.floor(heapPart * getHeapStatistics().heap_size_limit),
    sampleInterval: 2000,
    retryAfter: 1,
    customError: overloaded,
  });
}

/** Above this part of its time the event loop counts as never idle. */
const busyPart = 0.95;
const sampleMs = 100;

const ends = new WeakMap<ServerResponse, () => void>();

/** A response becomes a stream, which is not under way for as long as it is open. */
export const endsAsStream = (response: ServerResponse): void => ends.get(response)?.();

/**
 * Bounds the requests under way in a process that can do no more: each further one would only make all the others later.
 * While the event loop has idle time, as where an upstream is slow, any number may be under way.
 */
function boundUnderWay(app: FastifyInstance, most: number, overloaded: new () => Error): void {
  let underWay = 0;
  let busy = false;
  let last = performance.eventLoopUtilization();
  const sampling = setInterval(() => {
    const present = performance.eventLoopUtilization();
    busy = performance.eventLoopUtilization(present, last).utilization > busyPart;
    last = present;
  }, sampleMs).unref();
  app.addHook('onClose', async () => clearInterval(sampling));
  app.addHook('onRequest', (request, { raw }, done) => {
    if (request.routeOptions.config === undefined || 'pressureHandler' in request.routeOptions.config) return done();
    if (busy && underWay >= most) return done(new overloaded());
    underWay += 1;
    let ended = false;
    const end = (): void => {
      if (!ended) underWay -= 1;
      ended = true;
    };
    ends.set(raw, end);
    raw.once('close', end);
    done();
  });
}
