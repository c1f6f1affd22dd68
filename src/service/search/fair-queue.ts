import { LimitReached } from '../../http/limits/limit-reached.ts';
import { Problem } from '../problem.ts';

/** A request that is being answered; its identity is all that counts. */
export type Request = object;

interface Waiter {
  readonly request: Request;
  readonly start: () => void;
  readonly refuse: (reason: Error) => void;
  readonly deadline: NodeJS.Timeout;
}

/** Longer than this, in milliseconds, nobody waits for requests that came before: one may be slow to arrive. */
const maxGraceMs = 250;

/**
 * Fair queue before a store that does one statement at a time: costly searches run one after another, callers in turn, and
 * each begins after the requests that came while the last one ran. So a request waits for one foreign search at most.
 */
export class FairQueue {
  /** Running requests that are not known to be costly. */
  readonly #light = new Set<Request>();
  /** Those that the next costly search waits for. */
  #before = new Set<Request>();
  #grace: NodeJS.Timeout | undefined;
  #running = false;
  /** Costly searches that wait, by caller; callers in the order in which they are served. */
  readonly #waiting = new Map<string, Set<Waiter>>();
  /** Answered, or given up by their callers: they run nothing more. */
  readonly #ended = new WeakSet<Request>();
  readonly #waitMs: number;

  /** @param waitMs how long a costly search waits for its turn, in milliseconds */
  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  /** A request has come. */
  begin(request: Request): void {
    this.#light.add(request);
  }

  /** A request goes by another name from here on. */
  rename(request: Request, name: Request): void {
    if (this.#light.delete(request)) this.#light.add(name);
    if (this.#before.delete(request)) this.#before.add(name);
    if (this.#ended.has(request)) this.#ended.add(name);
  }

  /** A request is answered, or its caller has left: what it waits for does not run. */
  end(request: Request): void {
    this.#ended.add(request);
    for (const [caller, waiting] of this.#waiting)
      for (const waiter of waiting) if (waiter.request === request) this.#refuse(caller, waiter, gone());
    this.#release(request);
  }

  /**
   * Runs a costly search when its caller's turn has come.
   *
   * @throws {LimitReached} where it does not come in time
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

  /** The next costly search does not wait for this request. */
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
    // The caller's next turn comes after everybody else's.
    this.#waiting.delete(caller);
    if (!waiter) return;
    waiting.delete(waiter);
    if (waiting.size > 0) this.#waiting.set(caller, waiting);
    clearTimeout(waiter.deadline);
    this.#running = true;
    waiter.start();
  }
}

/** Nobody gets this answer; the log does. */
const gone = (): Problem => new Problem(499, ['The caller has left.']);

const tooLate = (waitMs: number): LimitReached =>
  new LimitReached(
    `Expensive searches run one at a time, in turns by key; this one did not start within ${waitMs / 1000} s.`,
    1,
    { 'ratelimit-policy': '"concurrency";q=1;qu="concurrent-requests"', ratelimit: '"concurrency";r=0' },
  );
