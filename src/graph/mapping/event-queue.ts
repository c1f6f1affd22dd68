/** Somebody who is told events in order. */
export interface Subscriber<Event> {
  push(event: Event): void;
  /** There is nothing more. */
  complete(): void;
  /** The stream can't go on. */
  fail(error: Error): void;
}

interface Options<Event> {
  /** What becomes of an event that comes while an earlier one waits: it bounds how many wait for a slow reader. */
  readonly coalesce: (waiting: Event, event: Event) => 'append' | 'replace' | 'drop';
  /** Nobody reads any more; may be called again. */
  readonly onLeave: () => void;
  /** Hears how long each event waited for its reader, in milliseconds. */
  readonly onTaken?: ((waitedMs: number) => void) | undefined;
}

/** A subscriber as an async iterator, whose reader may be slow. An event with an `end` is the last. */
export class EventQueue<Event extends { readonly end: string | undefined }>
  implements Subscriber<Event>, AsyncIterableIterator<Event>
{
  readonly #options: Options<Event>;
  readonly #waiting: { readonly event: Event; readonly at: number }[] = [];
  #failure: Error | undefined;
  #ended = false;
  #wake: (() => void) | undefined;

  constructor(options: Options<Event>) {
    this.#options = options;
  }

  push(event: Event): void {
    if (this.#ended) return;
    const last = this.#waiting.at(-1);
    const action = last === undefined ? 'append' : this.#options.coalesce(last.event, event);
    if (action === 'drop') return;
    if (action === 'replace') this.#waiting.pop();
    this.#waiting.push({ event, at: performance.now() });
    if (event.end !== undefined) this.#ended = true;
    this.#wake?.();
  }

  complete(): void {
    this.#ended = true;
    this.#wake?.();
  }

  fail(error: Error): void {
    this.#failure = error;
    this.complete();
  }

  async next(): Promise<IteratorResult<Event>> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) {
        this.#options.onTaken?.(performance.now() - next.at);
        return { done: false, value: next.event };
      }
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure) throw failure;
      if (this.#ended) {
        this.#options.onLeave();
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async return(): Promise<IteratorResult<Event>> {
    this.#waiting.length = 0;
    this.complete();
    this.#options.onLeave();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
