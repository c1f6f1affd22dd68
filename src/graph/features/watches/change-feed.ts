import type { ChangeKind } from './change.ts';
import type { Event } from './watch-store.ts';

interface Options {
  /** Reads one page of changes after a position. */
  readonly read: (after: string | undefined) => Promise<readonly Event[]>;
  /** Position after which the feed starts; undefined for the beginning of the log. */
  readonly after: string | undefined;
  /** Undefined for all kinds. A `RESET` is always included. */
  readonly kinds: readonly ChangeKind[] | undefined;
  readonly onClosed: () => void;
}

/** Follows a watch's log with backpressure: when woken, reads a page, and the next once the consumer has taken it. */
export class ChangeFeed implements AsyncIterableIterator<Event> {
  readonly #options: Options;
  #after: string | undefined;
  #read: Event[];
  #isNews = true;
  #isClosed = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  /** @param first events that precede the log, such as a `RESET` */
  constructor(options: Options, first: readonly Event[]) {
    this.#options = options;
    this.#after = options.after;
    this.#read = [...first];
  }

  /** The log may have more. */
  wake(): void {
    this.#isNews = true;
    this.#wake?.();
  }

  /** Ends the feed after the events already read, with an error if one is given. */
  end(failure?: Error): void {
    this.#failure = failure;
    this.#close();
  }

  async next(): Promise<IteratorResult<Event>> {
    for (;;) {
      const event = this.#read.shift();
      if (event) return { done: false, value: event };
      if (this.#failure) throw this.#failure;
      if (this.#isClosed) return { done: true, value: undefined };
      if (this.#isNews) {
        this.#isNews = false;
        const events = await this.#options.read(this.#after);
        const last = events.at(-1);
        this.#read = events.filter((one) => isWanted(one, this.#options.kinds));
        if (last) {
          this.#after = last.seq;
          this.#isNews = true;
        }
        continue;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async return(): Promise<IteratorResult<Event>> {
    this.#read = [];
    this.#close();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #close(): void {
    if (!this.#isClosed) this.#options.onClosed();
    this.#isClosed = true;
    this.#wake?.();
  }
}

/** Whether a reader of these kinds gets an event. All get a `RESET`. */
export const isWanted = ({ change: { kind } }: Event, kinds: readonly ChangeKind[] | undefined): boolean =>
  kinds === undefined || kind === 'RESET' || kinds.includes(kind);
