import type { Change, Employment, Move, PersonChange } from './change.ts';
import type { Person, Tie } from './person.ts';

/**
 * The changes between two states of a person; undefined if absent from the network. The profile yields at most one, by
 * the first difference in employer, title or `marks` (slug, e-mail address, website). Each tie that differs yields one.
 */
export function changesBetween(before: Person | undefined, after: Person | undefined): readonly PersonChange[] {
  if (!before) return after ? [{ kind: 'JOINED', ...about(after) }] : [];
  if (!after) return [{ kind: 'LEFT', ...about(before) }];
  return [...employmentChange(before, after, true), ...tieChanges(before, after)];
}

/**
 * The change of a person who is no longer listed. `LEFT` is for those whom the network no longer reaches; of others, the
 * filter no longer matches something that may not be compared, such as a country.
 *
 * @param after the person as the network shows them without the filter; undefined if it does not
 */
export function changeOnLeaving(before: Person, after: Person | undefined): PersonChange {
  if (!after) return { kind: 'LEFT', ...about(before) };
  const [changed] = employmentChange(before, after, false);
  return changed ?? { kind: 'CHANGED', ...about(after), stillMatches: false };
}

/**
 * Whether the employer is another one. A website identifies an employer better than a name, which may be changed or
 * spelled otherwise: if both are known before and after, both must differ.
 */
function isElsewhere(before: Person, after: Person): boolean {
  if (before.employer === after.employer) return false;
  const [was, is] = [websiteOf(before), websiteOf(after)];
  return was === '' || is === '' || was !== is;
}

const websiteOf = ({ marks }: Person): string => marks.split(',')[2] ?? '';

/** From how many people on a common move is a renamed employer. */
const minRenamed = 3;

/**
 * Moves that may come from a renamed employer, by its name before: at least three people, with their titles kept, go
 * from one employer to one other in the same poll. A relationship has no id of the employer that could tell.
 */
export function commonMoves(changes: readonly Change[]): ReadonlyMap<string, readonly Move[]> {
  const moves = changes.flatMap((change) =>
    change.kind === 'MOVED' && change.before.title === change.after.title ? change : [],
  );
  const common = new Map<string, readonly Move[]>();
  for (const [employer, leaving] of Map.groupBy(moves, ({ before }) => before.employer)) {
    const together = [...Map.groupBy(leaving, ({ after }) => after.employer)].flatMap(([to, of]) =>
      employer !== '' && to !== '' && of.length >= minRenamed ? [of] : [],
    );
    const [most] = together.toSorted((one, other) => other.length - one.length);
    if (most) common.set(employer, most);
  }
  return common;
}

/** A move to an employer that is the same as before, under another name. */
export const asRenamed = ({ person, marks, stillMatches }: Move): PersonChange => ({
  kind: 'CHANGED',
  person,
  marks,
  ...(!stillMatches && { stillMatches }),
});

const about = ({ id, marks }: Person) => ({ person: id, marks });

const employmentOf = ({ title, employer }: Person): Employment => ({ title, employer });

function employmentChange(before: Person, after: Person, stillMatches: boolean): readonly PersonChange[] {
  const kind = isElsewhere(before, after)
    ? 'MOVED'
    : before.title !== after.title
      ? 'RETITLED'
      : before.marks !== after.marks || before.employer !== after.employer
        ? 'CHANGED'
        : undefined;
  if (kind === undefined) return [];
  if (kind === 'CHANGED') return [{ kind, ...about(after), ...(!stillMatches && { stillMatches }) }];
  return [{ kind, ...about(after), before: employmentOf(before), after: employmentOf(after), stillMatches }];
}

function tieChanges(before: Person, after: Person): readonly PersonChange[] {
  const earlier = new Map(before.ties.map((tie) => [tie.connector, tie]));
  const later = new Map(after.ties.map((tie) => [tie.connector, tie]));
  const changes: PersonChange[] = [];
  for (const [connector, was] of earlier)
    if (!later.has(connector))
      changes.push({ kind: 'TIE_REMOVED', ...about(after), connector, tierBefore: was.tier, origins: originsOf(was) });
  for (const [connector, is] of later) {
    const was = earlier.get(connector);
    const tie = { ...about(after), connector, tierAfter: is.tier, origins: originsOf(is) };
    if (!was) changes.push({ kind: 'TIE_ADDED', ...tie });
    else if (was.tier !== is.tier || was.manual !== is.manual || was.origins !== is.origins)
      changes.push({ kind: 'TIE_CHANGED', ...tie, tierBefore: was.tier });
  }
  return changes;
}

const originsOf = ({ origins }: Tie): string[] => (origins === '' ? [] : origins.split(','));
