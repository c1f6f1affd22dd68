/** Maximum sizes. An operation that exceeds one is refused before execution; answers are bounded after it. */
export interface Limits {
  /** Levels of nested fields. */
  readonly depth: number;
  /** Tokens of a document. */
  readonly tokens: number;
  /** Aliased fields of a document. */
  readonly aliases: number;
  /** Root fields of an operation, including those in fragments. */
  readonly rootFields: number;
  /** Variables that an operation declares. */
  readonly variables: number;
  /** Objects requested: each `first` and each list of identifiers, times the sizes of the lists around it. */
  readonly objects: number;
  /** Upstream calls that cannot be batched, times the sizes of the lists around them. */
  readonly calls: number;
  /** Elements of all lists in the variables, counted before coercion. */
  readonly elements: number;
  /** Bytes of a request body. */
  readonly bodyBytes: number;
  /** Bytes of an answer. */
  readonly responseBytes: number;
}

/** Narrower limits for requests without a key that the data service is known to accept. */
export const unknownCaller = {
  requestBytes: 64 * 1024,
  responseBytes: 256 * 1024,
  elements: 1_000,
} as const satisfies Record<string, number>;

export const defaultLimits: Limits = {
  depth: 20,
  tokens: 4_000,
  aliases: 100,
  rootFields: 150,
  variables: 500,
  objects: 250_000,
  calls: 1_000,
  elements: 10_000,
  bodyBytes: 1024 * 1024,
  responseBytes: 64 * 1024 * 1024,
};
