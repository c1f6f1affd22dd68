import { RecordsMissing } from '../../client/errors.ts';
import { halves } from './bisect.ts';
import type { Chunk } from './chunk.ts';
import type { LoadKey } from './load-key.ts';

/** Maximum number of fetches to find the records of one chunk that are missing. */
const maxCalls = 100;

/** Minimum number of uuids for which a free search is worth its calls: fewer are found as soon by halving. */
const leastSearched = 8;

interface Calls {
  /** Fetches identifiers; resolves with the error if that fails. */
  attempt(chunk: Chunk): Promise<Error | undefined>;
  /** Whether an identifier has neither a record nor an error yet. */
  isOpen(loadKey: LoadKey): boolean;
  /** The uuids, in lower case, that a free search finds; undefined if the search is refused. */
  existing(ids: readonly string[]): Promise<ReadonlySet<string> | undefined>;
}

interface Separated {
  readonly missing: Chunk;
  /** What could not be fetched, and why. */
  readonly failed: Chunk;
  readonly error?: Error;
}

/**
 * Fetches a chunk that was answered 404 without its missing records. For many uuids, a free search finds these;
 * otherwise the chunk is halved. Identifiers found to be present on the way are fetched last, in one call, so that one
 * missing record of n takes at most ⌈log2 n⌉ + 1 calls.
 */
export async function fetchWithoutMissing(
  chunk: Chunk,
  refused: RecordsMissing,
  { attempt, isOpen, existing }: Calls,
): Promise<Separated> {
  const missing: LoadKey[] = [];
  /** Contains a missing record, according to the last answer. */
  let refusedChunk = chunk;
  const ids = chunk.filter(({ kind }) => kind === 'ids');
  const found = ids.length < leastSearched ? undefined : await existing(ids.map(({ value }) => value));
  const gone = new Set(found && ids.filter(({ value }) => !found.has(value.toLowerCase())));
  if (gone.size > 0) {
    missing.push(...gone);
    refusedChunk = chunk.filter((loadKey) => !gone.has(loadKey));
    const error = refusedChunk.length > 0 ? await attempt(refusedChunk) : undefined;
    if (!error) return { missing, failed: [] };
    if (!(error instanceof RecordsMissing)) return { missing, failed: refusedChunk, error };
  }
  let calls = 0;
  for (;;) {
    const rest: LoadKey[] = [];
    let suspects = refusedChunk;
    while (suspects.length > 1) {
      calls += 1;
      if (calls > maxCalls) return { missing, failed: [...suspects, ...rest], error: refused };
      const [half, other] = halves(suspects);
      const error = await attempt(half);
      if (!error) {
        const open = other.filter(isOpen);
        // If one of the others is another name of a record that has come, that name may be the one which is unknown.
        const isCertain = open.length === other.length;
        if (!isCertain) rest.push(...open);
        suspects = isCertain ? open : [];
      } else if (error instanceof RecordsMissing) {
        rest.push(...other);
        suspects = half;
      } else return { missing, failed: [...suspects, ...rest], error };
    }
    missing.push(...suspects);
    refusedChunk = rest.filter(isOpen);
    if (refusedChunk.length === 0) return { missing, failed: [] };
    calls += 1;
    const error = await attempt(refusedChunk);
    if (!error) return { missing, failed: [] };
    if (!(error instanceof RecordsMissing)) return { missing, failed: refusedChunk, error };
  }
}
