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
 * A document that is also its syntax tree: a `TypedDocumentNode`, which Apollo Client, urql and `print` take. The types of its
 * nodes fit the enums of any version of graphql, so that this package depends on none.
 */
export interface TypedDocument<Result, Variables, Operation extends string>
  extends Document<Result, Variables, Operation> {
  // biome-ignore lint/suspicious/noExplicitAny: an enum fits any alone, and TypeScript infers nothing from `never` here
  readonly kind: any;
  readonly definitions: readonly never[];
}
