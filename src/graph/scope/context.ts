import type { Operation } from './operation.ts';

/** The part of the GraphQL context value that operations need; the schema extends it. */
export interface OperationContext {
  readonly operation: Operation;
  /** The last event that the subscriber received before it reconnected. */
  readonly lastEventId: string | undefined;
  /** A new operation for one event of a subscription, so that no record loaded for an earlier event is served. */
  fresh(): Operation;
}
