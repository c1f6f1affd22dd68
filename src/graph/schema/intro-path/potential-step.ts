import type { Profile } from '../../../contract/record/profile.ts';
import { memberOf } from '../../operation/record-reference.ts';
import type { Scope } from '../../operation/scope.ts';
import type { ProfileReference } from '../profile/profile-reference.ts';
import { type Bridge, placeAt } from './bridge-search.ts';
import { dayOf, type Employer, employersOf, lastOf, type SharedStay, sharedStays } from './career.ts';
import { tieConfidence, timeConfidence } from './confidence.ts';
import type { HeadCounts } from './head-counts.ts';
import type { IntroStep } from './intro-step.ts';
import { year } from './known-ties.ts';

/** A person to whom a step leads, and the career on record. */
export interface Destination {
  readonly profile: ProfileReference;
  readonly name: string;
  readonly employers: readonly Employer[];
}

/** What is known of the time that two people spent at one employer. */
interface Stay extends Pick<SharedStay, 'employer' | 'from' | 'until' | 'current' | 'months'> {
  readonly sameFunction: boolean | undefined;
  readonly sameSeniority: boolean | undefined;
  /** When they were last there together, as far as is known. */
  readonly lastTogether: number;
}

const doubt = 'which does not say that they have met';

/**
 * The step from somebody who may know a person to that person. Of the two, one record is at hand: dates are the
 * person's own, and months a lower bound. Where the other's record is, too, all is exact.
 */
export function potentialStep(
  scope: Scope,
  bridge: { readonly profile: ProfileReference; readonly found: Bridge; readonly record: Profile | undefined },
  to: Destination,
  headCounts: HeadCounts,
  now: number,
): IntroStep {
  const shared = bridge.record ? sharedStays(to.employers, employersOf(bridge.record, now)) : [];
  const exact = shared.map((stay) => ({ ...stay, lastTogether: stay.until }));
  const stays = exact.length > 0 ? exact : staysOf(bridge.found, headCounts);
  const [main] = stays.toSorted((a, b) => b.months - a.months || b.until - a.until);
  const months = Math.max(...stays.map((stay) => stay.months));
  const sameFunction = stays.some((stay) => stay.sameFunction)
    ? true
    : stays.every((stay) => stay.sameFunction === false)
      ? false
      : undefined;
  const sources = stays.map((stay) =>
    timeConfidence({
      months: stay.months,
      headCount: headCounts.at(placeAt(stay.employer)),
      sameFunction: stay.sameFunction,
      sameSeniority: stay.sameSeniority,
      yearsSince: (now - stay.lastTogether) / year,
    }),
  );
  const name = String(memberOf(bridge.found.relationship.profile ?? {}, 'full_name') ?? 'Somebody in the network');
  return {
    scope,
    kind: 'POTENTIAL',
    connector: undefined,
    bridge: bridge.profile,
    target: to.profile,
    connection: undefined,
    sources: [],
    from: main && dayOf(main.from),
    until: main && !main.current ? dayOf(main.until) : undefined,
    monthsAtLeast: months,
    sameFunction,
    confidence: tieConfidence({ manual: undefined, sources }),
    why: sentence(name, to.name, stays, months, sameFunction, exact.length > 0),
  };
}

/** What the queries that found somebody tell; years and function, of one of several employers, count for the largest. */
function staysOf({ relationship, employers, years, sameFunction }: Bridge, headCounts: HeadCounts): readonly Stay[] {
  const present = relationship.profile?.current_company_name;
  const size = (employer: Employer): number => headCounts.at(placeAt(employer)) ?? 1000;
  const largest = [...employers].toSorted((a, b) => size(b) - size(a))[0];
  return [...employers].map((employer) => ({
    employer,
    ...lastOf(employer),
    lastTogether: lastTogether(employer, present === employer.name),
    months: employer === largest ? 12 * years : 0,
    sameFunction: employer === largest ? sameFunction : undefined,
    sameSeniority: undefined,
  }));
}

/** Where somebody left is not known: halfway through the person's time there, but no more than five years before its end. */
function lastTogether(employer: Employer, isThereNow: boolean): number {
  const { from, until, current } = lastOf(employer);
  return isThereNow && current ? until : until - Math.min(5 * year, (until - from) / 2);
}

function sentence(
  bridge: string,
  target: string,
  stays: readonly Stay[],
  months: number,
  sameFunction: boolean | undefined,
  exact: boolean,
): string {
  const places = stays.map(({ employer }) => employer.name);
  const listed = places.length > 1 ? `${places.slice(0, -1).join(', ')} and ${places.at(-1)}` : (places[0] ?? '');
  const long = months > 0 ? `, ${exact ? '' : 'at least '}${months} months together` : '';
  const alike = sameFunction ? ', in the same function' : '';
  return `${bridge} was at ${listed} at the same time as ${target}${long}${alike}, ${doubt}.`;
}
