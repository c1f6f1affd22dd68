import { anyOf } from '../../../contract/clause.ts';
import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { type Affiliation, dayOf, monthsBetween, type Span } from './affiliation.ts';

/** The lists of a profile's jobs and schools; the interface does not document them as searchable paths. */
const experience = 'profile_info.experience';
const education = 'profile_info.education';

/** Bounds of an entry's start and end, in milliseconds since 1970. */
interface Days {
  readonly startedBy: number;
  readonly notEndedBy: number;
}

/**
 * Clauses for an entry that starts by one day and does not end before another: it covers the time between them, or, if
 * `notEndedBy` is the earlier day, overlaps it. A job without an end counts only if it is current.
 */
function covering(path: string, { startedBy, notEndedBy }: Days): readonly QueryDsl[] {
  const end = `${path}.end_date`;
  const notEnded = anyOfSome([{ range: { [end]: { gte: dayOf(notEndedBy) } } }, ...endingWith(end, notEndedBy)]);
  return [
    { range: { [`${path}.start_date`]: { lte: dayOf(startedBy) } } },
    path === experience ? anyOfSome([notEnded, { term: { [`${path}.is_current`]: true } }]) : notEnded,
  ];
}

/** A clause for an end date of only a year or month: it means the last day, but a search takes it for the first. */
function endingWith(path: string, moment: number): readonly QueryDsl[] {
  const day = dayOf(moment);
  const alone = [day.slice(0, 4), day.slice(0, 7)].filter((text) => `${text}-01-01`.slice(0, 10) < day);
  return alone.length > 0 ? [{ terms: { [path]: alone } }] : [];
}

/** People who were employed at a company on both days and between them. */
export const employedAt = (companyId: string, days: Days): QueryDsl =>
  entry(experience, [{ term: { [`${experience}.company_id`]: companyId } }, ...covering(experience, days)]);

/** A query for people with one entry in a list that matches all clauses. */
const entry = (path: string, clauses: readonly QueryDsl[]): QueryDsl => ({
  nested: { path, query: { bool: { filter: [...clauses] } } },
});

const everEmployed = (clause: QueryDsl): QueryDsl => ({ nested: { path: experience, query: clause } });

/** People who have ever been employed at a company. */
export const alumniOf = (companyId: string): QueryDsl =>
  everEmployed({ term: { [`${experience}.company_id`]: companyId } });

/** As `alumniOf`, by a clause on the company's websites. */
export const alumniWith = (clauseOn: (path: string) => QueryDsl): QueryDsl =>
  everEmployed(clauseOn(`${experience}.company.websites`));

const pathOf = ({ kind }: Affiliation): string => (kind === 'employer' ? experience : education);

/** A clause for an entry's employer or school. An entry may have a school's name without its id, so either matches. */
function naming({ kind, companyId, schoolId, name }: Affiliation): QueryDsl {
  if (kind === 'employer') return { term: { [`${experience}.company_id`]: companyId ?? '' } };
  const byName: QueryDsl = { term: { [`${education}.school.name.keyword`]: { value: name, case_insensitive: true } } };
  return schoolId === undefined ? byName : anyOfSome([byName, { term: { [`${education}.school.xnet_id`]: schoolId } }]);
}

const entryAt = (affiliation: Affiliation, clauses: readonly QueryDsl[]): QueryDsl =>
  entry(pathOf(affiliation), [naming(affiliation), ...clauses]);

/** People who were at an employer or school at the same time as the target. */
export const together = (affiliation: Affiliation, also: readonly QueryDsl[] = []): QueryDsl =>
  anyOfSome(
    affiliation.spans.map(({ from, until }) =>
      entryAt(affiliation, [...covering(pathOf(affiliation), { startedBy: until, notEndedBy: from }), ...also]),
    ),
  );

/** Clauses for an entry with one of the target's job functions there, or majors at a school. */
export function ofFunction({ kind, functions }: Affiliation): readonly QueryDsl[] {
  const path = kind === 'employer' ? `${experience}.function` : `${education}.majors`;
  return functions.size > 0 ? [{ terms: { [path]: [...functions] } }] : [];
}

/** Clauses for a job at the same location. */
export const ofLocation = ({ location }: Affiliation): readonly QueryDsl[] =>
  location === undefined ? [] : [{ term: { [`${experience}.location`]: location } }];

/** Maximum number of windows in a query. Each has two ranges, which take most of a search's time. */
const maxWindows = 8;

/**
 * People who overlapped with the target at an employer or school for at least `years` years: their entries cover that
 * many one-year windows, which are sampled evenly from the target's stay. Undefined if the stay is shorter.
 */
export function forYears(
  affiliation: Affiliation,
  years: number,
  { share = 1, also = [] }: { readonly share?: number; readonly also?: readonly QueryDsl[] } = {},
): QueryDsl | undefined {
  const all = affiliation.spans.flatMap(yearsOf);
  if (all.length < years) return undefined;
  const windows = spread(all, Math.max(2, years, Math.floor(maxWindows / share)));
  const path = pathOf(affiliation);
  const covered = windows.map(({ from, until }) =>
    entryAt(affiliation, [...covering(path, { startedBy: from, notEndedBy: until }), ...also]),
  );
  return years === 1 ? anyOfSome(covered) : { bool: { should: covered, minimum_should_match: years } };
}

/** At most `most` items of a list, evenly spaced, including the first and the last. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const places = Array.from({ length: most }, (_, at) => Math.round((at * (items.length - 1)) / (most - 1)));
  return places.flatMap((place) => items[place] ?? []);
}

/** The whole years of a span, aligned to its end. */
function yearsOf({ from, until }: Span): readonly { readonly from: number; readonly until: number }[] {
  const count = Math.floor(monthsBetween(from, until) / 12);
  return Array.from({ length: count }, (_, at) => {
    const back = (years: number): number => new Date(until).setUTCFullYear(new Date(until).getUTCFullYear() - years);
    return { from: Math.max(from, back(count - at)), until: back(count - at - 1) };
  });
}

export const anyOfSome = (clauses: readonly QueryDsl[]): QueryDsl => anyOf(clauses) ?? { match_all: {} };
