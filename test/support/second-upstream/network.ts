import type { Profile } from '../../../src/contract/record/profile.ts';
import type { Connection, Relationship } from '../../../src/contract/record/relationship.ts';
import type { ContraryTeam, ContraryWorld } from './world.ts';

/** A connector's own id, which is no profile's. */
const connectorIdOf = (profileId: string): string => `ffffffff${profileId.slice(8)}`;

/**
 * Whom a team's connectors know, as another upstream might find it: who ever worked for one company, whenever that was.
 * Ids, scales, origins and the form of dates are its own.
 */
export function networkOf(world: ContraryWorld, { connectors }: ContraryTeam): readonly Relationship[] {
  const jobs = Map.groupBy(world.profiles.flatMap(jobsOf), ({ companyId }) => companyId);
  const known = new Map<string, Map<string, Connection>>();
  for (const connector of world.profiles.filter(({ id }) => connectors.has(id)))
    for (const job of jobsOf(connector))
      for (const theirs of jobs.get(job.companyId) ?? []) {
        if (theirs.personId === connector.id) continue;
        const connections = known.get(theirs.personId) ?? new Map<string, Connection>();
        known.set(theirs.personId, connections);
        if (!connections.has(connector.id)) connections.set(connector.id, connectionOf(connector, job));
      }
  return world.profiles.flatMap(({ id, profile_info: info }) => {
    const connections = known.get(id);
    if (!connections) return [];
    const { full_name = null, xnet_url = null, current_title = null, work_email = null } = info ?? {};
    const profile = { id, full_name, xnet_url, current_title, work_email, current_company_name: null };
    return [{ profile, connections: [...connections.values()].toReversed() }];
  });
}

interface Job {
  readonly personId: string;
  readonly companyId: string;
  readonly name: string | null;
  readonly from: string;
}

const jobsOf = ({ id, profile_info: info }: Profile & { readonly id: string }): readonly Job[] =>
  (info?.experience ?? []).flatMap((job) =>
    job?.company_id && job.start_date
      ? [
          {
            personId: id,
            companyId: job.company_id,
            name: job.company?.name ?? null,
            from: job.start_date,
          },
        ]
      : [],
  );

function connectionOf(connector: Profile & { readonly id: string }, { companyId, name, from }: Job): Connection {
  const { full_name = null, xnet_url = null, current_title = null } = connector.profile_info ?? {};
  return {
    connector_id: connectorIdOf(connector.id),
    connector_name: full_name,
    connector_xnet_url: xnet_url,
    connector_current_title: current_title,
    connection_strength: 40 + Number(from.slice(2, 4)) / 100,
    connection_strength_normalized: null,
    manual_strength: null,
    sources: [
      null,
      {
        origin: 'colleagues',
        shared_company: name,
        shared_company_id: companyId,
        overlap_start_date: `sometime in ${from.slice(0, 4)}`,
        overlap_duration_months: null,
      },
    ],
  };
}
