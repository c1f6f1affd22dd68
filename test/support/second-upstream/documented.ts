import { profileIdentifiers } from '../../../src/contract/identifier.ts';
import type { Profile, ProfileInfo } from '../../../src/contract/record/profile.ts';
import type { Connection, Relationship, Source } from '../../../src/contract/record/relationship.ts';

/**
 * What the provider of the interface documents otherwise than our own service does: two words for each origin, sources
 * without one, slugs in a path of their own, seniorities in lower case. What is null it leaves out.
 */

/** The contrary ties in documented sources: every other one has no origin, and is known by e-mail as well. */
export function documentedTies({ profile, connections }: Relationship): Relationship {
  return {
    profile: profile ?? null,
    connections: (connections ?? []).map((connection, at) => ({
      ...connection,
      connection_strength: (connection?.connection_strength ?? 0) / 100,
      sources: [
        ...(connection?.sources ?? []).flatMap((source): Source[] => {
          if (source === null) return [];
          const { origin: _, ...members } = source;
          return [{ ...members, ...(at % 2 === 0 && { origin: 'work_overlap' }) }];
        }),
        ...(at % 2 === 1 ? [{ origin: 'email_contact' }] : []),
      ],
    })),
  };
}

/** How a connection was synced, in the words of queries. */
export const syncedAs = (connection: Connection | null): readonly string[] =>
  (connection?.sources ?? []).map((source) => (source?.origin === 'email_contact' ? 'google' : 'overlaps'));

/** A person as searched: slugs are in a path of their own, and accounts are not indexed. */
export const withUsernames = (person: Profile): object => ({
  profile_info: {
    ...person.profile_info,
    social_media: null,
    xnet_usernames: profileIdentifiers(person).xnet_names,
  },
});

/** Seniorities as they are written there. */
export const lowerSeniorities = (info: ProfileInfo | null | undefined): object => ({
  ...(info?.current_seniorities && { current_seniorities: info.current_seniorities.map((one) => one.toLowerCase()) }),
  ...(info?.experience && {
    experience: info.experience.map((job) =>
      job?.seniorities ? { ...job, seniorities: job.seniorities.map((one) => one.toLowerCase()) } : job,
    ),
  }),
});
