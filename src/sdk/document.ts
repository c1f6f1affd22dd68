/** A GraphQL document with the types of its result and variables. */
export interface Document<Result, Variables, Operation extends string = 'query' | 'mutation' | 'subscription'> {
  readonly operation: Operation;
  readonly text: string;
  /** Carries the types, as in `TypedDocumentNode`; there is no such member. */
  readonly __apiType?: (variables: Variables) => Result;
}

/** A subscription's document. */
export type Stream<Event, Variables> = Document<Event, Variables, 'subscription'>;

/**
 * A document that is also its syntax tree: a `TypedDocumentNode`, which Apollo Client, urql and `print` take. The nodes are
 * typed `never`, which fits the enums of any version of graphql, so that this package depends on none.
 */
export interface TypedDocument<Result, Variables, Operation extends string = 'query' | 'mutation' | 'subscription'>
  extends Document<Result, Variables, Operation> {
  readonly kind: never;
  readonly definitions: readonly never[];
}
