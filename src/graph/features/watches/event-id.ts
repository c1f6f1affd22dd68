import { isUuid } from '../../../reading/uuid.ts';
import { invalidArgument } from '../../errors.ts';

/** The id of a change, also the cursor after it: watch id and position in the log. Unique across watches. */
export const eventIdOf = (watch: string, seq: string): string => `${watch}.${seq}`;

/**
 * The position in a watch's log, parsed from the id of a change.
 *
 * @throws a BAD_USER_INPUT error if it is not the id of a change of this watch
 */
export function seqIn(watch: string, id: string): string {
  const [of = '', entry = '', number = '', ...rest] = id.split('.');
  if (rest.length === 0 && isUuid(of) && /^\d{16}-\d{4}$/.test(entry) && /^\d{1,2}$/.test(number)) {
    if (of === watch) return `${entry}.${number}`;
    throw invalidArgument('since', 'must be the id of a change of this watch, but got one of another watch.');
  }
  throw invalidArgument('since', 'must be the id of a change of this watch, but got something else.');
}

/** Compares two positions in a log. */
export function isBefore(one: string, other: string): boolean {
  const [entry = '', number] = one.split('.');
  const [otherEntry = '', otherNumber] = other.split('.');
  return entry === otherEntry ? Number(number) < Number(otherNumber) : entry < otherEntry;
}

/**
 * The later of two positions, given as ids of changes: a client that reconnects sends its original `since` together
 * with the last event that it has seen.
 *
 * @throws a BAD_USER_INPUT error if one is not the id of a change of this watch
 */
export function laterOf(watch: string, one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return isBefore(seqIn(watch, one), seqIn(watch, other)) ? other : one;
}
