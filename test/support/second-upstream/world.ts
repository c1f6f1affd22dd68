import { profileIdentifiers } from '../../../src/contract/identifier.ts';
import type { Company } from '../../../src/contract/record/company.ts';
import type { Profile } from '../../../src/contract/record/profile.ts';
import { cappedCharges, demoTags, demoTeams } from '../../../src/store/sample/demo.ts';
import { type PeopleSize, sampleCompanies, sampleProfiles } from '../../tools/sample/generate.ts';
import { companies, keyOf, lists, people, plans, type TeamName, tags, teams } from '../cast/cast.ts';

export interface ContraryTeam {
  readonly id: string;
  readonly key: string;
  readonly isPartner: boolean;
  /** The partner that it is a child of. */
  readonly partnerId: string | undefined;
  /** The credits that it may use; undefined where nothing is refused. */
  readonly allowance: number | undefined;
  /** Ids of the connectors' own profiles. */
  readonly connectors: Set<string>;
  readonly tags: readonly Label[];
  readonly lists: readonly (Label & { readonly status: string | undefined })[];
  used: number;
}

/** What a team calls a record. */
interface Label {
  readonly recordId: string;
  readonly name: string;
}

/** The records and teams of a contrary upstream: the same people as our own service has. */
export interface ContraryWorld {
  readonly profiles: readonly (Profile & { readonly id: string })[];
  readonly companies: readonly (Company & { readonly id: string })[];
  readonly teams: ContraryTeam[];
  /** However many were asked for, a page is no longer than this. */
  readonly longestPage: number;
  /** Where there are more records than this, a total says that there are at least so many. */
  readonly maxCounted: number;
  /** Whether a query that asks by a path which the specification does not name is refused. */
  readonly specifiedPathsOnly?: boolean;
  /** Whether it answers as the provider of this interface documents it: see `documented.ts`. */
  readonly documented?: boolean;
}

/** The cast, in pages of three, of whom nobody counts more than nine. */
export const castWorld = (): ContraryWorld => ({
  profiles: Object.values(people),
  companies: Object.values(companies),
  teams: Object.entries(teams).map(([name, { id, connectors }]) => {
    const { under, allowance, overageProtection = false, isPartner = false } = plans[name as TeamName];
    return {
      id,
      key: keyOf(name as TeamName),
      isPartner,
      partnerId: under && teams[under].id,
      allowance: overageProtection ? (allowance ?? undefined) : undefined,
      connectors: new Set(connectors.map((connector) => people[connector].id)),
      tags: [...tags.profile, ...tags.company].filter(({ team }) => team === name),
      lists: lists.filter(({ team }) => team === name).map((one) => ({ ...one, recordId: one.profileId })),
      used: 0,
    };
  }),
  longestPage: 3,
  maxCounted: 9,
});

/** The sample set with the demo teams, in pages of seven hundred, of whom nobody counts more than a thousand. */
export function sampleWorld(size: PeopleSize): ContraryWorld {
  const profiles = [...sampleProfiles(size)].map(({ id, profile_info }) => ({ id, profile_info }));
  const bySlug = new Map(profiles.flatMap((one) => profileIdentifiers(one).xnet_names.map((slug) => [slug, one.id])));
  const named = (slug: string): string => {
    const id = bySlug.get(slug);
    if (id === undefined) throw new TypeError(`The sample has nobody with the slug ${slug}.`);
    return id;
  };
  return {
    profiles,
    companies: [...sampleCompanies(size)].map(({ id, company_info }) => ({ id, company_info })),
    teams: Object.entries(demoTeams).map(([name, { id, key, partner, plan, connectors }]) => ({
      id,
      key,
      isPartner: plan.isPartner ?? false,
      partnerId: partner && demoTeams[partner].id,
      allowance: plan.overageProtection ? (plan.allowance ?? undefined) : undefined,
      connectors: new Set(Object.values(connectors).flat().map(named)),
      tags: demoTags.flatMap(({ team, tag, person }) =>
        team === name && person !== undefined ? [{ recordId: named(person), name: tag }] : [],
      ),
      lists: [],
      used: name === 'capped' ? cappedCharges.reduce((sum, { credits }) => sum + credits, 0) : 0,
    })),
    longestPage: 700,
    maxCounted: 1000,
  };
}
