/** Limits of the interface. Source: the specification's "Limits". */

/** Page size of searches and relationships. */
export const pageLimit = { minimum: 0, maximum: 1000, default: 100 } as const;

/** Maximum identifiers in each array of a fetch. */
export const identifiersPerArray = 1000;

/** Ours: limits that the specification leaves open. */
export const oursLimits = {
  bodyBytes: 1024 * 1024,
  connectorsPerRequest: 1000,
  dslDepth: 20,
  dslClauses: 1024,
  dslTerms: 10_000,
  /** Maximum `slop` of a phrase. */
  dslSlop: 20,
  /** Maximum length of the text of a `query_string`, in characters. */
  queryStringLength: 32_000,
} as const;
