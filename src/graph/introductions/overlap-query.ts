import { anyOf } from '../../contract/clause.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import { type Affiliation, dayOf, monthsBetween, type Span } from './affiliation.ts';

/** The lists of a profile's employments and schools; the interface does not name them among the searchable paths. */
const experience = 'profile_info.experience';
const education = 'profile_info.education';

/** Days on which somebody was at an employer or school, as moments. */
interface Days {
  readonly startedBy: number;
  readonly notEndedBy: number;
}

/**
 * The clauses of one entry that covers both days and the time between them, or, where the last day comes first, that has some
 * time between the two. An employment that has begun and not ended counts while it is current: otherwise nobody knows how long
 * it lasted.
 */
function covering(path: string, { startedBy, notEndedBy }: Days): readonly QueryDsl[] {
  const end = `${path}.end_date`;
  const notEnded = anyOfSome([{ range: { [end]: { gte: dayOf(notEndedBy) } } }, ...endingWith(end, notEndedBy)]);
  return [
    { range: { [`${path}.start_date`]: { lte: dayOf(startedBy) } } },
    path === experience ? anyOfSome([notEnded, { term: { [`${path}.is_current`]: true } }]) : notEnded,
  ];
}

/** The clause of a date that tells the day's year or month alone: as an end that is its last day, but a search takes it for its first. */
function endingWith(path: string, moment: number): readonly QueryDsl[] {
  const day = dayOf(moment);
  const alone = [day.slice(0, 4), day.slice(0, 7)].filter((text) => `${text}-01-01`.slice(0, 10) < day);
  return alone.length > 0 ? [{ terms: { [path]: alone } }] : [];
}

/** People who were employed at a company on both days and between them. */
export const employedAt = (companyId: string, days: Days): QueryDsl =>
  entry(experience, [{ term: { [`${experience}.company_id`]: companyId } }, ...covering(experience, days)]);

/** The people of whom one entry of a list meets all clauses. */
const entry = (path: string, clauses: readonly QueryDsl[]): QueryDsl => ({
  nested: { path, query: { bool: { filter: [...clauses] } } },
});

const everEmployed = (clause: QueryDsl): QueryDsl => ({ nested: { path: experience, query: clause } });

/** The people who have ever been employed at a company. */
export const alumniOf = (companyId: string): QueryDsl =>
  everEmployed({ term: { [`${experience}.company_id`]: companyId } });

/** As `alumniOf`, by a clause on the company's websites. */
export const alumniWith = (clauseOn: (path: string) => QueryDsl): QueryDsl =>
  everEmployed(clauseOn(`${experience}.company.websites`));

const pathOf = ({ kind }: Affiliation): string => (kind === 'employer' ? experience : education);

/** The clause of an entry that names the employer or school. A school's id may be missing where its name is not. */
function naming({ kind, companyId, schoolId, name }: Affiliation): QueryDsl {
  if (kind === 'employer') return { term: { [`${experience}.company_id`]: companyId ?? '' } };
  const byName: QueryDsl = { term: { [`${education}.school.name.keyword`]: { value: name, case_insensitive: true } } };
  return schoolId === undefined ? byName : anyOfSome([byName, { term: { [`${education}.school.xnet_id`]: schoolId } }]);
}

const entryAt = (affiliation: Affiliation, clauses: readonly QueryDsl[]): QueryDsl =>
  entry(pathOf(affiliation), [naming(affiliation), ...clauses]);

/** People who were at an employer or school while a person was. */
export const together = (affiliation: Affiliation, also: readonly QueryDsl[] = []): QueryDsl =>
  anyOfSome(
    affiliation.spans.map(({ from, until }) =>
      entryAt(affiliation, [...covering(pathOf(affiliation), { startedBy: until, notEndedBy: from }), ...also]),
    ),
  );

/** The clauses of an entry with one of the person's functions there, or subjects at a school. */
export function ofFunction({ kind, functions }: Affiliation): readonly QueryDsl[] {
  const path = kind === 'employer' ? `${experience}.function` : `${education}.majors`;
  return functions.size > 0 ? [{ terms: { [path]: [...functions] } }] : [];
}

/** The clauses of an employment in the same place. */
export const ofLocation = ({ location }: Affiliation): readonly QueryDsl[] =>
  location === undefined ? [] : [{ term: { [`${experience}.location`]: location } }];

/** Windows of a query, at most: each is two ranges, which is what a search's time goes into. */
const maxWindows = 8;

/**
 * People who were at an employer or school together with a person for so many years at least: of some years that the person
 * was there, spread over the stay, entries of theirs cover that many. Undefined where the person was not there so long.
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

/** So many of a list at most, evenly, the first and the last among them. */
function spread<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items;
  const places = Array.from({ length: most }, (_, at) => Math.round((at * (items.length - 1)) / (most - 1)));
  return places.flatMap((place) => items[place] ?? []);
}

/** The whole years of a span, the last one ending with it. */
function yearsOf({ from, until }: Span): readonly { readonly from: number; readonly until: number }[] {
  const count = Math.floor(monthsBetween(from, until) / 12);
  return Array.from({ length: count }, (_, at) => {
    const back = (years: number): number => new Date(until).setUTCFullYear(new Date(until).getUTCFullYear() - years);
    return { from: Math.max(from, back(count - at)), until: back(count - at - 1) };
  });
}

export const anyOfSome = (clauses: readonly QueryDsl[]): QueryDsl => anyOf(clauses) ?? { match_all: {} };
