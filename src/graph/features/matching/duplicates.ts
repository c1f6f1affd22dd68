import { compareFirms, comparePeople } from '../../../reading/compare-names.ts';
import { isSameSite } from './decide.ts';
import { type Match, unmatched } from './match-report.ts';
import type { Row } from './row.ts';

/**
 * Marks rows that duplicate an earlier one: with the same record or, if a record is unknown, the same strongest key
 * that both have. A weak key does not override a stronger one that differs, since people share mailboxes.
 */
export function duplicates(rows: readonly Row[], matches: readonly Match[]): readonly Match[] {
  const firstOf = new Map<string, number>();
  const firstWith = new Map<string, number[]>();
  return matches.map((match, at) => {
    const row = rows[at];
    if (!row) return match;
    const isFound = match.state === 'KNOWN' || match.state === 'ON_RECORD';
    const byId = isFound && match.id !== undefined ? firstOf.get(match.id) : undefined;
    const keys = keysOf(row);
    const others = keys.flatMap((key) => firstWith.get(key) ?? []);
    const byKey = others.find((other) => {
      const earlier = rows[other];
      const id = matches[other]?.id;
      return earlier && isSame(earlier, row) && (id === undefined || match.id === undefined || id === match.id);
    });
    const sameAs = byId ?? byKey;
    if (isFound && match.id !== undefined && sameAs === undefined) firstOf.set(match.id, at);
    for (const key of keys) firstWith.set(key, [...(firstWith.get(key) ?? []), sameAs ?? at]);
    if (sameAs === undefined) return match;
    const earlier = rows[sameAs];
    // Two rows with different pages are two people, though one of them only resembles the other's record.
    if (byId !== undefined && earlier && isContradicted(earlier, row) && match.confidence === 'LIKELY')
      return {
        ...unmatched(
          'AMBIGUOUS',
          'CONFLICT',
          `The row resembles the person of row ${sameAs}, but has another page or address.`,
        ),
        candidates: match.relationship ? [match.relationship] : [],
      };
    const { id, confidence } = match;
    return { state: 'DUPLICATE', sameAs, id, confidence, reason: confidence === 'LIKELY' ? match.reason : undefined };
  });
}

function keysOf({ id, slugKeys, emails, nameWords, website, firmWords }: Row): readonly string[] {
  const name = nameWords.toSorted().join(' ');
  return [
    ...(id === undefined ? [] : [`id ${id}`]),
    ...slugKeys.slice(0, 1).map((key) => `slug ${key}`),
    ...emails.map((email) => `email ${email}`),
    ...(name && website ? [`name ${name} ${website.key}`] : []),
    ...(name && firmWords.length > 0 ? [`name ${name} at ${firmWords.join(' ')}`] : []),
  ];
}

const isContradicted = (one: Row, other: Row): boolean =>
  (one.id !== undefined && other.id !== undefined && one.id !== other.id) ||
  (one.slugKeys.length > 0 && other.slugKeys.length > 0 && !share(one.slugKeys, other.slugKeys)) ||
  (one.emails.length > 0 && other.emails.length > 0 && !share(one.emails, other.emails));

/** Whether the strongest key that both have is the same. */
function isSame(one: Row, other: Row): boolean {
  if (one.id !== undefined && other.id !== undefined) return one.id === other.id;
  if (one.slugKeys.length > 0 && other.slugKeys.length > 0) return share(one.slugKeys, other.slugKeys);
  const names =
    one.nameWords.length > 0 && other.nameWords.length > 0
      ? comparePeople(one.nameWords, other.nameWords)?.likeness
      : undefined;
  const unlike = one.nameWords.length > 0 && other.nameWords.length > 0 && names === undefined;
  if (one.emails.length > 0 && other.emails.length > 0) return share(one.emails, other.emails) && !unlike;
  if (names !== 'same') return false;
  if (one.website && other.website) return isSameSite(one.website, other.website);
  return compareFirms(one.firmWords, other.firmWords) === 'same';
}

const share = (one: readonly string[], other: readonly string[]): boolean => one.some((key) => other.includes(key));
