import { LimitReached } from '../../http/limits/limit-reached.ts';
import { Problem } from '../problem.ts';

/** A request in flight, compared by identity. */
export type Request = object;

interface Waiter {
  readonly request: Request;
  readonly start: () => void;
  readonly refuse: (reason: Error) => void;
  readonly deadline: NodeJS.Timeout;
}

/** Maximum time, in milliseconds, that a costly search waits for earlier requests: one may be slow to arrive. */
const maxGraceMs = 250;

/**
 * Fair queue for a store with one connection: costly searches run one at a time, round robin by caller, and each starts
 * after the requests that arrived during the last one. So a request waits for at most one costly search of others.
 */
export class FairQueue {
  /** Requests in flight that are not known to be costly. */
  readonly #light = new Set<Request>();
  /** Requests that the next costly search waits for. */
  #before = new Set<Request>();
  #grace: NodeJS.Timeout | undefined;
  #running = false;
  /** Waiting costly searches by caller, in the order in which callers are served. */
  readonly #waiting = new Map<string, Set<Waiter>>();
  /** Requests that were answered or aborted; their searches do not start. */
  readonly #ended = new WeakSet<Request>();
  readonly #waitMs: number;

  /** @param waitMs maximum wait of a costly search, in milliseconds */
  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** Registers a new request. */
  begin(request: Request): void {
    this.#light.add(request);
  }

  /** Re-keys a request by its caller. */
  rename(request: Request, name: Request): void {
    if (this.#light.delete(request)) this.#light.add(name);
    if (this.#before.delete(request)) this.#before.add(name);
    if (this.#ended.has(request)) this.#ended.add(name);
  }

  /** Ends a request that was answered or aborted; its waiting searches are dropped. */
  end(request: Request): void {
    this.#ended.add(request);
    for (const [caller, waiting] of this.#waiting)
      for (const waiter of waiting) if (waiter.request === request) this.#refuse(caller, waiter, gone());
    this.#release(request);
  }

  /**
   * Runs a costly search in its caller's turn.
   *
   * @throws {LimitReached} if the turn does not come in time
   */
  async run<Result>(caller: string, request: Request, search: () => Promise<Result>): Promise<Result> {
    if (this.#ended.has(request)) throw gone();
    const turn = this.#turnOf(caller, request);
    this.#release(request);
    this.#next();
    await turn;
    try {
      return await search();
    } finally {
      this.#running = false;
      this.#before = new Set(this.#light);
      this.#grace = setTimeout(() => {
        this.#before.clear();
        this.#next();
      }, maxGraceMs);
      this.#next();
    }
  }

  #turnOf(caller: string, request: Request): Promise<void> {
    const { promise, resolve: start, reject: refuse } = Promise.withResolvers<void>();
    const waitMs = this.#waitMs;
    const deadline = setTimeout(() => this.#refuse(caller, waiter, tooLate(waitMs)), waitMs);
    const waiter: Waiter = { request, start, refuse, deadline };
    const waiting = this.#waiting.get(caller) ?? new Set();
    this.#waiting.set(caller, waiting.add(waiter));
    return promise;
  }

  #refuse(caller: string, waiter: Waiter, reason: Error): void {
    clearTimeout(waiter.deadline);
    const waiting = this.#waiting.get(caller);
    waiting?.delete(waiter);
    if (waiting?.size === 0) this.#waiting.delete(caller);
    waiter.refuse(reason);
  }

  /** Removes a request from those that the next costly search waits for. */
  #release(request: Request): void {
    this.#light.delete(request);
    if (this.#before.delete(request)) this.#next();
  }

  #next(): void {
    if (this.#running || this.#before.size > 0) return;
    clearTimeout(this.#grace);
    const [first] = this.#waiting;
    if (!first) return;
    const [caller, waiting] = first;
    const [waiter] = waiting;
    // The caller goes to the end of the round.
    this.#waiting.delete(caller);
    if (!waiter) return;
    waiting.delete(waiter);
    if (waiting.size > 0) this.#waiting.set(caller, waiting);
    clearTimeout(waiter.deadline);
    this.#running = true;
    waiter.start();
  }
}

/** Never sent, since the caller has disconnected; logged. */
const gone = (): Problem => new Problem(499, ['The caller has left.']);

const tooLate = (waitMs: number): LimitReached =>
  new LimitReached(
    `Expensive searches run one at a time, in turns by key; this one did not start within ${waitMs / 1000} s.`,
    1,
    { 'ratelimit-policy': '"concurrency";q=1;qu="concurrent-requests"', ratelimit: '"concurrency";r=0' },
  );
