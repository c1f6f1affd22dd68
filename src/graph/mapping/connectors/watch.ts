import { setTimeout as wait } from 'node:timers/promises';
import { slugKey, slugOf } from '../../../contract/identifier.ts';
import type { Connection } from '../../../contract/record/relationship.ts';
import { isPassing } from '../is-transient.ts';
import { jittered, type PollingOptions } from '../polling-options.ts';
import { type AskRelationships, ConnectorSearch } from './search.ts';

export type ConnectorsEnd = 'ALL_APPEARED' | 'TIMED_OUT';

/** How far the mapping of connectors has come, as far as can be seen. */
export interface ConnectorsSeen {
  /** A connection of each who has any, in the order asked for. */
  readonly appeared: readonly Connection[];
  /** The names, as given, of those who have none yet. */
  readonly waiting: readonly string[];
  /** Present on the last event. */
  readonly end: ConnectorsEnd | undefined;
}

interface Watching {
  /** Profile slugs or URLs. */
  readonly usernames: readonly string[];
  readonly ask: AskRelationships;
  readonly pace: PollingOptions;
  /** Nobody follows any more, or there is nothing more to tell. */
  readonly onStop: () => void;
}

/**
 * Looks for connectors until all have appeared or the limit is reached, for however many follow; not at all when nobody
 * does. Everybody is told the latest state, which says all that earlier ones said, so that nothing queues.
 */
export class ConnectorWatch {
  readonly #watching: Watching;
  readonly #search: ConnectorSearch;
  readonly #stopping = new AbortController();
  readonly #startedAt = performance.now();
  #followers = 0;
  #state: ConnectorsSeen | undefined;
  #failure: Error | undefined;
  #changed = Promise.withResolvers<void>();

  constructor(watching: Watching) {
    this.#watching = watching;
    this.#search = new ConnectorSearch(watching.ask);
    this.#run().catch((error: unknown) => this.fail(error instanceof Error ? error : new Error(String(error))));
  }

  /** The state as it is, and whenever it changes, to the end; `onLeave` is called once. */
  follow(onLeave: () => void): AsyncIterableIterator<ConnectorsSeen> {
    const leaving = Promise.withResolvers<void>();
    this.#followers += 1;
    const events = this.#events(leaving.promise, () => {
      onLeave();
      this.#followers -= 1;
      if (this.#followers === 0) this.#stop();
    });
    return {
      next: () => events.next(),
      // A generator that waits would hear of its end only when it waits no more.
      return: async () => {
        leaving.resolve();
        try {
          while (!(await events.next()).done);
        } catch {
          // Who leaves does not want to know.
        }
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /** Ends every follower with this error. */
  fail(error: Error): void {
    this.#failure = error;
    this.#tell();
    this.#stop();
  }

  async *#events(leaving: Promise<void>, onLeave: () => void): AsyncGenerator<ConnectorsSeen, undefined> {
    let left = false;
    const gone = leaving.then(() => {
      left = true;
    });
    let told: ConnectorsSeen | undefined;
    try {
      while (!left && told?.end === undefined) {
        if (this.#failure) throw this.#failure;
        if (this.#state && this.#state !== told) {
          told = this.#state;
          yield told;
        } else {
          await Promise.race([this.#changed.promise, gone]);
        }
      }
    } finally {
      onLeave();
    }
    return undefined;
  }

  async #run(): Promise<void> {
    const { pace } = this.#watching;
    const { signal } = this.#stopping;
    let readMs = pace.networkMs;
    for (let pauseMs = pace.firstMs; !signal.aborted; pauseMs = Math.min(pace.longestMs, pauseMs * pace.growth)) {
      const passedMs = performance.now() - this.#startedAt;
      const isOver = passedMs >= pace.connectorsMs;
      try {
        await this.#search.look();
        // The whole network is seldom read: each time after twice as long.
        if ((isOver || passedMs >= readMs) && this.#seen().waiting.length > 0) {
          readMs = passedMs * 2;
          await this.#search.readAll();
        }
      } catch (error) {
        if (!isPassing(error)) throw error;
      }
      this.#see(this.#seen(isOver ? 'TIMED_OUT' : undefined));
      if (this.#state?.end) return this.#stop();
      await wait(jittered(pauseMs, Math.random), undefined, { signal }).catch(() => undefined);
    }
  }

  #seen(otherwise?: ConnectorsEnd): ConnectorsSeen {
    const appeared: Connection[] = [];
    const waiting: string[] = [];
    for (const username of this.#watching.usernames) {
      const connection = this.#search.with(slugKey(slugOf(username)));
      if (connection) appeared.push(connection);
      else waiting.push(username);
    }
    return { appeared, waiting, end: waiting.length === 0 ? 'ALL_APPEARED' : otherwise };
  }

  #see(state: ConnectorsSeen): void {
    const last = this.#state;
    if (last && last.end === state.end && last.waiting.length === state.waiting.length) return;
    this.#state = state;
    this.#tell();
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers<void>();
  }

  #stop(): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#watching.onStop();
  }
}
