/** Bounds of the interface. Source: the specification's "Limits". */

/** Results on one page of a search or of relationships. */
export const pageLimit = { minimum: 0, maximum: 1000, default: 100 } as const;

/** Identifiers in one array of one fetch; a fetch takes several arrays, each with this cap. */
export const identifiersPerArray = 1000;

/** Ours: what the specification leaves open about sizes. */
export const oursLimits = {
  bodyBytes: 1024 * 1024,
  connectorsPerRequest: 1000,
  dslDepth: 20,
  dslClauses: 1024,
  dslTerms: 10_000,
  /** The most by which the words of a phrase may be moved, all together. */
  dslSlop: 20,
  /** Characters of the text of a `query_string`. */
  queryStringLength: 32_000,
} as const;
