import { type Day, referenceDay } from './calendar.ts';
import { companyRecord, type SampleCompany } from './company-record.ts';
import { connectionsOf, type SampleConnection } from './connections.ts';
import { lifeOf } from './person.ts';
import { profileRecord, type SampleProfile } from './profile.ts';
import { openWorld, type World } from './world.ts';

export interface SampleSize {
  /** The same seed gives the same records, whatever the clock and the machine. */
  readonly seed: number;
  readonly companies: number;
  /** The day on which the sample's world stands still; a constant unless given. */
  readonly today?: Day;
}

export interface PeopleSize extends SampleSize {
  readonly profiles: number;
}

export const defaultSample = { seed: 1, profiles: 2000, companies: 300 } as const;

const worldOf = ({ seed, companies, today = referenceDay }: SampleSize): World => openWorld(seed, companies, today);

export function* sampleCompanies(size: SampleSize): Generator<SampleCompany> {
  const world = worldOf(size);
  for (const company of world.companies) yield companyRecord(world, company);
}

/** People one by one; memory depends on the number of companies alone. */
export function* sampleProfiles(size: PeopleSize): Generator<SampleProfile> {
  const world = worldOf(size);
  for (let ordinal = 0; ordinal < size.profiles; ordinal += 1) yield profileRecord(world, lifeOf(world, ordinal));
}

export function* sampleConnections(size: PeopleSize): Generator<SampleConnection> {
  yield* connectionsOf(worldOf(size), size.profiles);
}
