/** What an operation may ask at most; one that asks more is refused before anything is sent. */
export interface Limits {
  /** Fields below one another. */
  readonly depth: number;
  /** Tokens of a document. */
  readonly tokens: number;
  /** Fields that are given another name. */
  readonly aliases: number;
  /** Fields of the operation itself, those of fragments included. */
  readonly rootFields: number;
  /** Variables that it declares. */
  readonly variables: number;
  /** Objects that its list sizes add up to: each `first` and each list of identifiers, times those it stands below. */
  readonly objects: number;
  /** Upstream calls that fields below lists would make one by one. */
  readonly calls: number;
  /** Elements of all lists in its variables, which are counted before they are coerced. */
  readonly elements: number;
  /** Bytes of a request's body. */
  readonly bodyBytes: number;
  /** Bytes of an answer. */
  readonly responseBytes: number;
}

/** Narrower limits of a request without a key, or with one that the data service has refused. */
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
