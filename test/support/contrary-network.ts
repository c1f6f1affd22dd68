import type { Relationship } from '../../src/contract/record/relationship.ts';
import { companies, type PersonName, people, type TeamName, teams } from './cast.ts';

/**
 * Whom a team's connectors know, as another upstream might find it: who ever worked for one company at one time. Ids,
 * scales, origins and the form of dates are its own.
 */
export function networkOf(team: TeamName): readonly Relationship[] {
  const connectors: readonly PersonName[] = teams[team].connectors;
  return Object.values(people).flatMap((person) => {
    const connections = connectors.flatMap((name) => {
      const connector = people[name];
      const shared = connector.id === person.id ? undefined : sharedJob(connector, person);
      return shared
        ? [
            {
              connector_id: connector.id.replace(/^a+/, 'f'.repeat(8)),
              connector_name: connector.profile_info.full_name ?? null,
              connector_xnet_url: connector.profile_info.xnet_url ?? null,
              connector_current_title: connector.profile_info.current_title ?? null,
              connection_strength: 40 + shared.from.length,
              connection_strength_normalized: null,
              manual_strength: null,
              sources: [
                null,
                {
                  origin: 'colleagues',
                  shared_company: shared.name,
                  shared_company_id: shared.id,
                  overlap_start_date: `sometime in ${shared.from.slice(0, 4)}`,
                  overlap_duration_months: null,
                },
              ],
            },
          ]
        : [];
    });
    const { full_name = null, xnet_url = null, current_title = null, work_email = null } = person.profile_info;
    const profile = { id: person.id, full_name, xnet_url, current_title, work_email, current_company_name: null };
    return connections.length > 0 ? [{ profile, connections }] : [];
  });
}

type Person = (typeof people)[PersonName];

function sharedJob(one: Person, other: Person) {
  for (const job of one.profile_info.experience ?? [])
    for (const theirs of other.profile_info.experience ?? []) {
      if (!job || !theirs || job.company_id !== theirs.company_id) continue;
      const from = [job.start_date ?? '', theirs.start_date ?? ''].sort()[1] ?? '';
      const to = [job.end_date ?? '9999', theirs.end_date ?? '9999'].sort()[0] ?? '';
      const company = Object.values(companies).find(({ id }) => id === job.company_id);
      if (from <= to && company) return { id: company.id, name: company.company_info.name, from };
    }
  return undefined;
}
