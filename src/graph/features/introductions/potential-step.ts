import type { Profile } from '../../../contract/record/profile.ts';
import type { Relationship } from '../../../contract/record/relationship.ts';
import type { CredentialScope } from '../../scope/credential-scope.ts';
import type { ProfileReference } from '../../scope/profile-reference.ts';
import { memberOf } from '../../scope/record-reference.ts';
import {
  type Affiliation,
  dayOf,
  employersOf,
  lastOf,
  type SharedStay,
  schoolsOf,
  sharedStays,
} from './affiliation.ts';
import { type Bridge, placeAt } from './bridge-search.ts';
import { tieConfidence, timeConfidence } from './confidence.ts';
import type { HeadCounts } from './head-counts.ts';
import type { IntroStep } from './intro-step.ts';
import { schoolConfidence, year } from './known-ties.ts';

/** The person to whom a step leads, with the employers and schools on record. */
export interface Destination {
  readonly profile: ProfileReference;
  readonly name: string;
  readonly affiliations: readonly Affiliation[];
}

/** The known part of an overlap of two people at one employer or school. */
interface Stay extends Pick<SharedStay, 'affiliation' | 'from' | 'until' | 'current' | 'months'> {
  readonly sameFunction: boolean | undefined;
  readonly sameSeniority: boolean | undefined;
  /** The known or estimated end of the overlap, in milliseconds since 1970. */
  readonly lastTogether: number;
}

/** A bridge with its relationship and, if loaded, its record. */
export interface Middle {
  readonly profile: ProfileReference;
  readonly bridge: Bridge;
  readonly relationship: Relationship;
  /** Set if it is loaded. */
  readonly record: Profile | undefined;
}

const doubt = 'but they may not have met';

/**
 * The step from a bridge to the target. With only the target's record, dates are those of the target's stay and months
 * are a lower bound. If the bridge's record is loaded too and shows an overlap, all are exact.
 */
export function potentialStep(
  scope: CredentialScope,
  { profile, bridge, relationship, record }: Middle,
  to: Destination,
  headCounts: HeadCounts,
  now: number,
): IntroStep {
  const theirs = record ? [...employersOf(record, now), ...schoolsOf(record, now)] : [];
  const exact = sharedStays(to.affiliations, theirs).map((stay) => ({ ...stay, lastTogether: stay.until }));
  const stays = exact.length > 0 ? exact : staysOf(bridge, headCounts, relationship.profile?.current_company_name);
  const [main] = stays.toSorted((a, b) => b.months - a.months || b.until - a.until);
  const months = Math.max(...stays.map((stay) => stay.months));
  const jobs = stays.filter(({ affiliation }) => affiliation.kind === 'employer');
  const sameFunction = jobs.some((stay) => stay.sameFunction)
    ? true
    : jobs.length > 0 && jobs.every((stay) => stay.sameFunction === false)
      ? false
      : undefined;
  const name = String(memberOf(relationship.profile ?? {}, 'full_name') ?? 'Somebody in the network');
  return {
    scope,
    kind: 'POTENTIAL',
    connector: undefined,
    bridge: profile,
    target: to.profile,
    connection: undefined,
    sources: [],
    from: main && dayOf(main.from),
    until: main && !main.current ? dayOf(main.until) : undefined,
    monthsAtLeast: months,
    sameFunction,
    confidence: confidenceOf(stays, headCounts, now),
    why: sentence(name, to.name, stays, months, sameFunction, exact.length > 0),
  };
}

/** Confidence that a bridge knows the target, between 0 and 1, from the searches alone. */
export const bridgeConfidence = (bridge: Bridge, headCounts: HeadCounts, now: number): number =>
  confidenceOf(staysOf(bridge, headCounts, undefined), headCounts, now);

function confidenceOf(stays: readonly Stay[], headCounts: HeadCounts, now: number): number {
  const sources = stays.map(({ affiliation, months, sameFunction, sameSeniority, lastTogether }) => {
    const yearsSince = (now - lastTogether) / year;
    if (affiliation.kind === 'school') return schoolConfidence(sameFunction, yearsSince);
    const place = placeAt(affiliation);
    return timeConfidence({
      months,
      headCount: place && headCounts.forPotential(place),
      sameFunction,
      sameSeniority,
      yearsSince,
    });
  });
  return tieConfidence({ manual: undefined, sources });
}

/** Overlaps known from the searches. Years and function hold for an unknown employer, so the largest one gets them. */
function staysOf(
  { affiliations, years, sameFunction }: Bridge,
  headCounts: HeadCounts,
  presentEmployer: string | null | undefined,
): readonly Stay[] {
  const size = (affiliation: Affiliation): number => {
    const place = placeAt(affiliation);
    return (place && headCounts.forPotential(place)) ?? 1000;
  };
  const employers = [...affiliations].filter(({ kind }) => kind === 'employer');
  const largest = employers.toSorted((a, b) => size(b) - size(a))[0];
  return [...affiliations].map((affiliation) => ({
    affiliation,
    ...lastOf(affiliation),
    lastTogether: lastTogether(affiliation, presentEmployer === affiliation.name),
    months: affiliation === largest ? 12 * years : 0,
    sameFunction: affiliation === largest ? sameFunction : undefined,
    sameSeniority: undefined,
  }));
}

/** Estimated end of an overlap: the middle of the target's stay, at most five years before its end, if unknown. */
function lastTogether(affiliation: Affiliation, isThereNow: boolean): number {
  const { from, until, current } = lastOf(affiliation);
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
  const places = stays.map(({ affiliation }) => affiliation.name);
  const listed = places.length > 1 ? `${places.slice(0, -1).join(', ')} and ${places.at(-1)}` : (places[0] ?? '');
  const long = months > 0 ? `, ${exact ? '' : 'at least '}${months} months together` : '';
  const alike = sameFunction ? ', in the same function' : '';
  return `${bridge} was at ${listed} at the same time as ${target}${long}${alike}, ${doubt}.`;
}
