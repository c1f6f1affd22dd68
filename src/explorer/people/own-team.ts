import { TeamConnectors } from '../generated/documents.ts';
import { useQuery } from '../graph/use-query.ts';
import { slugIn } from '../person/person-address.ts';

interface OnRecord {
  readonly xnetUrl?: string | null;
}

/** Returns a test for connectors of the team, to whom no introduction is needed; undefined until it is loaded. */
export const useOwnTeam = (isWanted = true): ((person: OnRecord | null | undefined) => boolean) | undefined => {
  const read = useQuery(TeamConnectors, isWanted ? {} : undefined);
  if (!isWanted || read.isLoading) return undefined;
  const slugs = new Set((read.data?.connectors?.nodes ?? []).flatMap(({ profile }) => slugIn(profile?.xnetUrl) ?? []));
  return (person) => slugs.has(slugIn(person?.xnetUrl) ?? '');
};
