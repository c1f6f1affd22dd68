import { TeamConnectors } from '../generated/documents.ts';
import { useQuery } from '../graph/use-query.ts';
import { slugIn } from '../person/person-address.ts';

interface OnRecord {
  readonly xnetUrl?: string | null;
}

/** Tells whether somebody is a connector of the team, whom nobody has to introduce; undefined until that is known. */
export const useOwnTeam = (isWanted = true): ((person: OnRecord | null | undefined) => boolean) | undefined => {
  const read = useQuery(TeamConnectors, isWanted ? {} : undefined);
  if (!isWanted || read.isLoading) return undefined;
  const slugs = new Set((read.data?.connectors?.nodes ?? []).flatMap(({ profile }) => slugIn(profile?.xnetUrl) ?? []));
  return (person) => slugs.has(slugIn(person?.xnetUrl) ?? '');
};
