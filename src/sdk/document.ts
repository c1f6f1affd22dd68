/** A query or mutation, with the types of its result and variables; a subscription is a `Stream`. */
export interface Document<Result, Variables, Operation extends string = 'query' | 'mutation'> {
  readonly operation: Operation;
  readonly text: string;
  /** Only carries the types, as in `TypedDocumentNode`; never present. */
  readonly __apiType?: (variables: Variables) => Result;
}

/** A subscription document. */
export type Stream<Event, Variables> = Document<Event, Variables, 'subscription'>;

/**
 * A document that is also its syntax tree: a `TypedDocumentNode` for Apollo Client, urql and `print`. Its node types
 * are compatible with any version of graphql, so this package does not depend on one.
 */
export interface TypedDocument<Result, Variables, Operation extends string>
  extends Document<Result, Variables, Operation> {
  // biome-ignore lint/suspicious/noExplicitAny: an enum fits any alone, and TypeScript infers nothing from `never` here
  readonly kind: any;
  readonly definitions: readonly never[];
}
