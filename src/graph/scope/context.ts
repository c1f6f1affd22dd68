import type { Operation } from './operation.ts';

/** GraphQL context value, as far as an operation needs it; the schema adds what its resolvers need. */
export interface OperationContext {
  readonly operation: Operation;
  readonly stream: Stream;
  /** An operation of its own for one event of a subscription, so that nothing stale is served. */
  fresh(): Operation;
}

/** A stream of events, as far as its transport numbers them. */
export interface Stream {
  /** The last event that the subscriber received before it reconnected. */
  readonly lastEventId: string | undefined;
  /** Id of the event that is being sent. */
  eventId: string | undefined;
  /** The event's own operation, by which it is paid for. */
  operation: Operation | undefined;
}
