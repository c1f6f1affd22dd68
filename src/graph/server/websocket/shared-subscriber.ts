import type { GraphQLError } from 'graphql';
import type { TaskEvent } from '../../mapping/event.ts';
import type { TaskSubscriber } from '../../mapping/task-feed.ts';
import type { TaskPoller } from '../../mapping/task-poller.ts';
import type { Connection } from './connection.ts';
import type { EventSerializer } from './event-serializer.ts';

/** What subscribers of one operation share, for as long as there are any. */
export interface SharedSubscription {
  /** Those who receive its events now. */
  readonly subscribers: Set<SharedSubscriber>;
  /** The last subscriber has gone. */
  readonly onIdle: () => void;
  readonly serializer: EventSerializer;
  readonly maskError: (error: unknown) => GraphQLError;
  /** An operation failed. */
  readonly onError: (connection: Connection, error: GraphQLError) => void;
  /** Hears how long an event waited for a socket, in milliseconds. */
  readonly onTaken?: ((waitedMs: number) => void) | undefined;
}

/** A subscription to a task over one socket, that is sent the same text as all others who asked for the same. */
export class SharedSubscriber implements TaskSubscriber {
  readonly after: number | undefined;
  poller: TaskPoller | undefined;
  /** Called once when it gets no more events. */
  onEnded: (() => void) | undefined;
  readonly #connection: Connection;
  readonly #id: string;
  readonly #subscription: SharedSubscription;

  constructor(connection: Connection, id: string, after: number | undefined, subscription: SharedSubscription) {
    this.#connection = connection;
    this.#id = id;
    this.after = after;
    this.#subscription = subscription;
  }

  /** Takes its place among the socket's operations, and among the subscribers to the same events. */
  join(): void {
    this.#subscription.subscribers.add(this);
    this.#connection.shared = (this.#connection.shared ?? new Map()).set(this.#id, this);
  }

  push(event: TaskEvent): void {
    this.#send('next', this.#subscription.serializer.textOf(event));
    if (event.end) this.complete();
  }

  complete(): void {
    this.#forget();
    this.#connection.send(`{"id":${JSON.stringify(this.#id)},"type":"complete"}`);
  }

  fail(thrown: Error): void {
    this.#forget();
    const error = this.#subscription.maskError(thrown);
    this.#send('error', JSON.stringify([error]));
    this.#subscription.onError(this.#connection, error);
  }

  /** Ends it with an error, since its caller may not follow it after all. */
  refuse(error: Error): void {
    this.leave();
    this.#send('error', JSON.stringify([this.#subscription.maskError(error)]));
  }

  /** The client wants no more of it, or its socket is gone. */
  leave(): void {
    this.#forget();
    this.poller?.remove(this);
  }

  #forget(): void {
    const { subscribers, onIdle } = this.#subscription;
    if (!subscribers.delete(this)) return;
    this.onEnded?.();
    this.#connection.shared?.delete(this.#id);
    if (subscribers.size === 0) onIdle();
  }

  #send(type: 'next' | 'error', payload: string): void {
    const { onTaken } = this.#subscription;
    const at = performance.now();
    const onSent = onTaken && type === 'next' ? () => onTaken(performance.now() - at) : undefined;
    this.#connection.send(`{"id":${JSON.stringify(this.#id)},"type":"${type}","payload":${payload}}`, onSent);
  }
}
