import type { Employment, PersonChange } from './change.ts';
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

/** The change of a person who is no longer listed: a new employment if `after` has one, else `LEFT`. */
export function changeOnLeaving(before: Person, after: Person | undefined): PersonChange {
  const [moved] = after ? employmentChange(before, after, false) : [];
  return moved && moved.kind !== 'CHANGED' ? moved : { kind: 'LEFT', ...about(before) };
}

const about = ({ id, marks }: Person) => ({ person: id, marks });

const employmentOf = ({ title, employer }: Person): Employment => ({ title, employer });

function employmentChange(before: Person, after: Person, stillMatches: boolean): readonly PersonChange[] {
  const kind =
    before.employer !== after.employer
      ? 'MOVED'
      : before.title !== after.title
        ? 'RETITLED'
        : before.marks !== after.marks
          ? 'CHANGED'
          : undefined;
  if (kind === undefined) return [];
  if (kind === 'CHANGED') return [{ kind, ...about(after) }];
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
