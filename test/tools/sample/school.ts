import type { School, SchoolLocation } from '../../../src/contract/record/profile.ts';
import { hyphenated, numericId, plain, schoolUrl } from './identity.ts';
import { placeLine } from './places.ts';
import { present } from './present.ts';
import type { SchoolPlan } from './schools.ts';

/** Every so many schools, a member is unknown; each member has a remainder of its own. */
const lacks = (ordinal: number, remainder: number): boolean => ordinal % 11 === remainder;

function locationOf({ place }: SchoolPlan, ordinal: number): SchoolLocation {
  return present({
    name: lacks(ordinal, 1) ? null : placeLine(place),
    city: lacks(ordinal, 2) ? null : place.city,
    state: place.state,
    country: lacks(ordinal, 3) ? null : place.country,
  });
}

/** The summary of the school in every education entry. */
export function schoolRecord(seed: number, plan: SchoolPlan, ordinal: number): School {
  const domain = hyphenated(plain(plan.slug)).replace(/[^a-z0-9-]/g, '') || `school-${ordinal}`;
  return present({
    name: plan.name,
    location: lacks(ordinal, 4) ? null : locationOf(plan, ordinal),
    website: lacks(ordinal, 5) ? null : `${domain}.example`,
    xnet_url: lacks(ordinal, 6) ? null : schoolUrl(plan.slug),
    xnet_id: lacks(ordinal, 7) ? null : numericId(seed, 'school', ordinal),
  });
}
