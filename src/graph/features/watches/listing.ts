/** The ids of everyone in a network, from all pages of one search. */
export interface Listing {
  readonly ids: readonly string[];
  /** The total stated by each page, and by a separate count. */
  readonly totals: readonly number[];
  /** How many items had no id. */
  readonly unidentified?: number;
}

export interface Judged {
  /** Why departures are in doubt, as a sentence. */
  readonly suspect: string | undefined;
  readonly joined: readonly string[];
  readonly left: readonly string[];
  /** Ids that the listing lacks and that are not in `left`, for the next comparison; undefined if it is incomplete. */
  readonly missing: readonly string[] | undefined;
}

/** Share of a network that one listing may lack; if more is missing, a fault is assumed. */
const maxMissing = 0.05;

/**
 * Compares a listing with the known people. An empty or short list is far more often a fault than a mass departure, so
 * people have left if two successive complete listings lack them. If many are missing, the second listing must lack all
 * that the first did.
 *
 * @param known all known people, by id
 * @param before `missing` of the last complete listing
 */
export function judgeListing(
  { ids, totals, unidentified = 0 }: Listing,
  known: { readonly size: number; has(id: string): boolean; keys(): Iterable<string> },
  before: ReadonlySet<string> = new Set(),
): Judged {
  const listed = new Set(ids);
  const joined = [...listed].filter((id) => !known.has(id));
  // A total below is no fault of the listing: a data service may count no further than some number.
  const other = totals.find((total) => total > listed.size + unidentified);
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
