import type { Span } from '@opentelemetry/api';
import type { RelationshipsRequest } from '../../../../contract/operation/relationships.ts';
import type { Connection } from '../../../../contract/record/relationship.ts';
import { slugKey, slugsIn } from '../../../../reading/page.ts';
import { EventQueue } from '../../../subscriptions/event-queue.ts';
import { isTransient, retryAfterOf } from '../is-transient.ts';
import { Poller, type PollResult } from '../poller.ts';
import type { PollingOptions } from '../polling-options.ts';
import { type AskRelationships, ConnectorSearch } from './connector-search.ts';

export type ConnectorsEnd = 'ALL_APPEARED' | 'TIMED_OUT';

/** Progress of added connectors. Events are cumulative: each contains those before it. */
export interface ConnectorsSeen {
  /** One connection of each connector with connections, in the order requested. */
  readonly appeared: readonly Connection[];
  /** The names, as given, of the connectors without a connection so far. */
  readonly waiting: readonly string[];
  /** Present on the last event. */
  readonly end: ConnectorsEnd | undefined;
}

interface Options {
  /** Profile slugs or URLs. */
  readonly usernames: readonly string[];
  /** Asks for relationships; `signal` aborts the call. */
  readonly ask: (
    request: RelationshipsRequest,
    span: Span | undefined,
    signal: AbortSignal,
  ) => ReturnType<AskRelationships>;
  /** Runs a poll, in a span if polls are traced. */
  readonly traced: (poll: (span?: Span) => Promise<void>) => Promise<void>;
  readonly polling: PollingOptions;
  /** A subscriber has unsubscribed, or its last event was emitted. */
  readonly onUnsubscribed: () => void;
  /** Polling has stopped: there is no subscriber, or the last event was emitted. Called once. */
  readonly onStop: () => void;
}

/** Searches for connectors until all have appeared, the time limit has passed or no subscriber is left. */
export class ConnectorPoller {
  readonly #options: Options;
  readonly #search: ConnectorSearch;
  readonly #stopping = new AbortController();
  readonly #subscribers = new Set<EventQueue<ConnectorsSeen>>();
  readonly #startedAt = Date.now();
  /** Time of the next read of the whole network, in milliseconds after the start. */
  #readAllMs: number;
  #seen: ConnectorsSeen | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#search = new ConnectorSearch((request, span) => options.ask(request, span, this.#stopping.signal));
    this.#readAllMs = options.polling.networkMs;
    new Poller(options.polling)
      .run(this.#poll, this.#stopping.signal)
      .catch((error: unknown) => this.fail(error instanceof Error ? error : new Error(String(error))));
  }

  /** The present state, then each change, until the end. */
  follow(): AsyncIterableIterator<ConnectorsSeen> {
    const queue = new EventQueue<ConnectorsSeen>({
      coalesce: () => 'replace',
      onUnsubscribed: () => {
        this.#remove(queue);
        if (this.#subscribers.size === 0) this.#stop();
      },
    });
    this.#subscribers.add(queue);
    if (this.#seen) queue.push(this.#seen);
    return queue;
  }

  /** Ends every subscriber with this error. */
  fail(error: Error): void {
    this.#stop();
    for (const queue of this.#subscribers) {
      this.#remove(queue);
      queue.fail(error);
    }
  }

  readonly #poll = async (): Promise<PollResult> => {
    const { polling, traced } = this.#options;
    const passedMs = Date.now() - this.#startedAt;
    const isOver = passedMs >= polling.connectorsMs;
    let retryAfterMs = 0;
    try {
      await traced(async (span) => {
        await this.#search.searchNew(span);
        // Reading the whole network takes up to ten calls, so the time since the start doubles before the next read.
        if ((isOver || passedMs >= this.#readAllMs) && this.#current().waiting.length > 0) {
          this.#readAllMs = passedMs * 2;
          await this.#search.readAll(span);
        }
      });
    } catch (error) {
      if (!isTransient(error)) throw error;
      retryAfterMs = retryAfterOf(error);
    }
    this.#emit(this.#current(isOver ? 'TIMED_OUT' : undefined));
    // Never `changed`: after one connector, the next is no likelier to appear soon.
    return { changed: false, retryAfterMs };
  };

  #current(otherwise?: ConnectorsEnd): ConnectorsSeen {
    const appeared: Connection[] = [];
    const waiting: string[] = [];
    for (const username of this.#options.usernames) {
      const connection = slugsIn(username, 'profile')
        .map((slug) => this.#search.connectionOf(slugKey(slug)))
        .find((known) => known !== undefined);
      if (connection) appeared.push(connection);
      else waiting.push(username);
    }
    return { appeared, waiting, end: waiting.length === 0 ? 'ALL_APPEARED' : otherwise };
  }

  #emit(seen: ConnectorsSeen): void {
    const last = this.#seen;
    if (last && last.end === seen.end && last.waiting.length === seen.waiting.length) return;
    this.#seen = seen;
    if (seen.end !== undefined) this.#stop();
    for (const queue of this.#subscribers) {
      queue.push(seen);
      if (seen.end !== undefined) this.#remove(queue);
    }
  }

  #remove(queue: EventQueue<ConnectorsSeen>): void {
    if (this.#subscribers.delete(queue)) this.#options.onUnsubscribed();
  }

  #stop(): void {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    this.#options.onStop();
  }
}
