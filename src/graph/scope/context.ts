import type { Operation } from './operation.ts';

/** GraphQL context value, as far as an operation needs it; the schema adds what its resolvers need. */
export interface OperationContext {
  readonly operation: Operation;
  /** The last event that the subscriber received before it reconnected. */
  readonly lastEventId: string | undefined;
  /** An operation of its own for one event of a subscription, so that nothing stale is served. */
  fresh(): Operation;
}
