/** The ids of everyone in a network, as one walk over the pages of a search found them. */
export interface Listing {
  readonly ids: readonly string[];
  /** How many there are, as each of the pages, and a count beside them, told. */
  readonly totals: readonly number[];
}

export interface Judged {
  /** Why the listing says nothing of departures, as a sentence. */
  readonly suspect: string | undefined;
  readonly joined: readonly string[];
  readonly left: readonly string[];
  /** Whom the listing lacks, to be compared with the next one's; undefined if it is not whole. */
  readonly missing: readonly string[] | undefined;
}

/** The share of a network of which one listing may lack more only if it is a fault. */
const maxMissing = 0.05;

/**
 * Compares a listing with the people known. An empty or short list is far more often a fault than a mass departure: people have
 * left if two successive whole listings lack them, and if many are missing, only if the second lacks all that the first did.
 *
 * @param known everyone known, by id
 * @param before whom the last whole listing lacked
 */
export function judgeListing(
  { ids, totals }: Listing,
  known: { readonly size: number; has(id: string): boolean; keys(): Iterable<string> },
  before: ReadonlySet<string> = new Set(),
): Judged {
  const listed = new Set(ids);
  const joined = [...listed].filter((id) => !known.has(id));
  const other = totals.find((total) => total !== listed.size);
  if (other !== undefined)
    return {
      suspect: `A listing has ${listed.size} people, but their count is ${other}.`,
      joined,
      left: [],
      missing: undefined,
    };
  const missing = [...known.keys()].filter((id) => !listed.has(id));
  const again = missing.filter((id) => before.has(id));
  const fresh = missing.filter((id) => !before.has(id));
  const isMany = (count: number): boolean => count > known.size * maxMissing;
  const agrees = before.size > 0 && again.length === before.size;
  const believed = !isMany(missing.length) || agrees;
  const pending = believed ? fresh : missing;
  return {
    suspect: isMany(pending.length)
      ? `A listing lacks ${pending.length} of ${known.size} people: a second listing must confirm it.`
      : undefined,
    joined,
    left: believed ? again : [],
    missing: pending,
  };
}
