/** A request that is being answered; its identity is all that counts. */
export type Request = object;

interface Waiter {
  readonly start: () => void;
  readonly request: Request;
}

/** Longer than this, in milliseconds, nobody waits for requests that came before: one may be slow to arrive. */
const mostGraceMs = 250;

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
  readonly #waiting = new Map<string, Waiter[]>();

  /** A request has come. */
  begin(request: Request): void {
    this.#light.add(request);
  }

  /** A request goes by another name from here on. */
  rename(request: Request, name: Request): void {
    if (this.#light.delete(request)) this.#light.add(name);
    if (this.#before.delete(request)) this.#before.add(name);
  }

  /** A request is answered, or its caller has left. */
  end(request: Request): void {
    this.#light.delete(request);
    if (this.#before.delete(request)) this.#next();
  }

  /** Runs a costly search when its caller's turn has come. */
  async run<Result>(caller: string, request: Request, search: () => Promise<Result>): Promise<Result> {
    const turn = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(caller) ?? [];
    waiting.push({ start: turn.resolve, request });
    this.#waiting.set(caller, waiting);
    this.end(request);
    this.#next();
    await turn.promise;
    try {
      return await search();
    } finally {
      this.#running = false;
      this.#before = new Set(this.#light);
      this.#grace = setTimeout(() => {
        this.#before.clear();
        this.#next();
      }, mostGraceMs);
      this.#next();
    }
  }

  #next(): void {
    if (this.#running || this.#before.size > 0) return;
    clearTimeout(this.#grace);
    const [first] = this.#waiting;
    if (!first) return;
    const [caller, waiting] = first;
    const waiter = waiting.shift();
    // The caller's next turn comes after everybody else's.
    this.#waiting.delete(caller);
    if (waiting.length > 0) this.#waiting.set(caller, waiting);
    this.#running = true;
    waiter?.start();
  }
}
