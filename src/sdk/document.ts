/** A GraphQL document with the types of its result and variables. */
export interface Document<Result, Variables, Operation extends string = 'query' | 'mutation' | 'subscription'> {
  readonly operation: Operation;
  readonly text: string;
  /** Carries the types; there is no such member. */
  readonly types?: (variables: Variables) => Result;
}

/** A subscription's document. */
export type Stream<Event, Variables> = Document<Event, Variables, 'subscription'>;
