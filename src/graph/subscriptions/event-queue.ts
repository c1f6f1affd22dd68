/** A subscriber: receives events in order until an event with an `end`, `complete` or `fail` ends its stream. */
export interface Subscriber<Event> {
  push(event: Event): void;
  /** Ends the stream. */
  complete(): void;
  /** Ends the stream with an error. */
  fail(error: Error): void;
}

interface Options<Event> {
  /** Decides about an event that is pushed while an earlier one is queued; bounds the queue of a slow reader. */
  readonly coalesce: (waiting: Event, event: Event) => 'append' | 'replace' | 'drop';
  /** The reader has unsubscribed, or has read the end; may be called more than once. */
  readonly onUnsubscribed: () => void;
  /** Called for each event read, with how long it was queued, in milliseconds. */
  readonly onTaken?: ((waitedMs: number) => void) | undefined;
}

/**
 * A subscriber as an async iterator, with a queue for a slow reader. An event with an `end` is the last.
 *
 * @example
 * const queue = new EventQueue<TaskEvent>({ coalesce: () => 'append', onUnsubscribed: () => feed.delete(queue) });
 * feed.add(queue);
 * for await (const event of queue) write(event);
 */
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
        this.#options.onUnsubscribed();
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
    this.#options.onUnsubscribed();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
