import type { QueryDsl } from '../../../contract/operation/parts.ts';
import { allOf, anyOf } from '../search/where/clause.ts';
import { dayOf, type Employer, monthsBetween, type Span } from './career.ts';

/** The list of a profile's employments; the interface does not name it among the searchable paths. */
const experience = 'profile_info.experience';

/**
 * The query for people who were employed at a company on both days and between them, or, where the last day comes first,
 * at some time between the two. One that has begun and not ended counts while it is current: otherwise nobody knows how long
 * it lasted. What else must hold, holds of the same employment.
 */
export const employedAt = (
  companyId: string,
  { startedBy, notEndedBy }: { readonly startedBy: number; readonly notEndedBy: number },
  also: readonly QueryDsl[] = [],
): QueryDsl => ({
  nested: {
    path: experience,
    query: {
      bool: {
        filter: [
          { term: { [`${experience}.company_id`]: companyId } },
          { range: { [`${experience}.start_date`]: { lte: dayOf(startedBy) } } },
          {
            bool: {
              should: [
                { range: { [`${experience}.end_date`]: { gte: dayOf(notEndedBy) } } },
                { term: { [`${experience}.is_current`]: true } },
              ],
              minimum_should_match: 1,
            },
          },
          ...also,
        ],
      },
    },
  },
});

const everEmployed = (clause: QueryDsl): QueryDsl => ({ nested: { path: experience, query: clause } });

/** The people who have ever been employed at a company. */
export const alumniOf = (companyId: string): QueryDsl =>
  everEmployed({ term: { [`${experience}.company_id`]: companyId } });

export const alumniByWebsite = (website: string): QueryDsl =>
  everEmployed({ term: { [`${experience}.company.websites`]: website } });

/** People who were at an employer while a person was. */
export const colleagues = ({ companyId, spans }: Employer, also: readonly QueryDsl[] = []): QueryDsl =>
  anyOfSome(spans.map(({ from, until }) => employedAt(companyId, { startedBy: until, notEndedBy: from }, also)));

/** Those who had one of the person's functions there. */
export const ofFunction = ({ functions }: Employer): readonly QueryDsl[] =>
  functions.size > 0 ? [{ terms: { [`${experience}.function`]: [...functions] } }] : [];

/** Those who worked in the same place. */
export const ofLocation = ({ location }: Employer): readonly QueryDsl[] =>
  location === undefined ? [] : [{ term: { [`${experience}.location`]: location } }];

/** Windows of a query, at most: each is a clause with two ranges, of which an upstream takes a limited number. */
const mostWindows = 8;

/**
 * People who were at an employer together with a person for so many years at least: of the years that the person was
 * there, told from the last one back, an employment of theirs covers that many. Undefined where the person was not there so long.
 */
export function forYears(employer: Employer, years: number, share = 1): QueryDsl | undefined {
  const windows = employer.spans.flatMap(yearsOf).slice(-Math.max(years, Math.floor(mostWindows / share)));
  if (windows.length < years) return undefined;
  const covered = windows.map(({ from, until }) =>
    employedAt(employer.companyId, { startedBy: from, notEndedBy: until }),
  );
  if (years === 1) return anyOfSome(covered);
  return { bool: { should: covered, minimum_should_match: years } };
}

/** The whole years of a span, the last one ending with it. */
function yearsOf({ from, until }: Span): readonly { readonly from: number; readonly until: number }[] {
  const count = Math.floor(monthsBetween(from, until) / 12);
  return Array.from({ length: count }, (_, at) => {
    const back = (years: number): number => new Date(until).setUTCFullYear(new Date(until).getUTCFullYear() - years);
    return { from: Math.max(from, back(count - at)), until: back(count - at - 1) };
  });
}

/** One of the people, by their ids. */
export const amongPeople = (ids: readonly string[], clause: QueryDsl): QueryDsl =>
  allOf([{ terms: { 'profile_info.id': ids } }, clause]) ?? clause;

export const anyOfSome = (clauses: readonly QueryDsl[]): QueryDsl => anyOf(clauses) ?? { match_all: {} };
