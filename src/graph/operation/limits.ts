/** What an operation may ask at most; one that asks more is refused before anything is sent. */
export interface Limits {
  /** Fields below one another. */
  readonly depth: number;
  /** Tokens of a document. */
  readonly tokens: number;
  /** Fields that are given another name. */
  readonly aliases: number;
  /** Objects that its list sizes add up to: each `first` and each list of identifiers, times those it stands below. */
  readonly objects: number;
  /** Upstream calls that fields below lists would make one by one. */
  readonly calls: number;
  /** Elements of all lists in its variables, which are counted before they are coerced. */
  readonly elements: number;
  /** Bytes of a request's body. */
  readonly bodyBytes: number;
}

export const defaultLimits: Limits = {
  depth: 20,
  tokens: 4_000,
  aliases: 100,
  objects: 250_000,
  calls: 1_000,
  elements: 10_000,
  bodyBytes: 1024 * 1024,
};
