import type { Kysely } from 'kysely';
import { connectorGroups } from '../../contract/operation/team.ts';
import type { Database } from '../database.ts';
import { resolveRecords } from '../record/resolve.ts';
import { insertRows } from '../record/rows.ts';
import { addConnectors } from '../team/connector.ts';
import { putKey } from '../team/key.ts';
import { putListEntries } from '../team/list.ts';
import { putManualStrength } from '../team/manual-strength.ts';
import { putMember } from '../team/member.ts';
import { putNotes } from '../team/note.ts';
import { syncTags } from '../team/synced-tag.ts';
import { putTags } from '../team/tag.ts';
import { createTeam } from '../team/team.ts';
import { cappedCharges, type DemoTeam, demoLists, demoNotes, demoStrengths, demoTags, demoTeams } from './demo.ts';

export interface DemoTotals {
  readonly teams: number;
  readonly connectors: number;
}

/** Adds the team's connectors as pending, with the jobs that map them once the service runs. */
async function addDemoConnectors(db: Kysely<Database>, { id, connectors }: DemoTeam): Promise<number> {
  let count = 0;
  for (const group of [...connectorGroups, 'none'] as const) {
    const slugs = connectors[group] ?? [];
    const { added } = await addConnectors(db, { teamId: id, slugs, group: group === 'none' ? undefined : group });
    const jobs = added.map((connector) => ({
      kind: 'map-connector',
      payload: JSON.stringify({ connector_id: connector }),
      unique_key: `map-connector:${connector}`,
    }));
    await insertRows(db, 'job', { kind: 'text', payload: 'text', unique_key: 'text' }, jobs);
    count += added.length;
  }
  return count;
}

async function makeTeam(db: Kysely<Database>, team: DemoTeam, anchorDay: number): Promise<number> {
  const { id, name, key, owner, admin, partner, plan } = team;
  const partnerId = partner && demoTeams[partner].id;
  await createTeam(db, { ...plan, anchorDay, id, name, ownerEmail: owner, partnerId });
  if (admin !== undefined) await putMember(db, { teamId: id, email: admin, role: 'admin' });
  await putKey(db, { teamId: id, accountEmail: admin ?? owner, key, label: 'Demo key', demo: true });
  return addDemoConnectors(db, team);
}

/** Uses up the allowance in the period that starts today; the ledger's rows add up to the sum. */
async function useUpAllowance(db: Kysely<Database>, now: Date): Promise<void> {
  const { id } = demoTeams.capped;
  const startsAt = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  const used = cappedCharges.reduce((total, { credits }) => total + credits, 0);
  await db.insertInto('usage_period').values({ team_id: id, starts_at: startsAt, used }).execute();
  await db
    .insertInto('charge')
    .values(
      cappedCharges.map((charge, index) => ({
        ...charge,
        team_id: id,
        child_team_id: null,
        period_starts_at: startsAt,
        overage: 0,
        request_id: `sample-${index + 1}`,
        charged_at: startsAt,
      })),
    )
    .execute();
}

/** The ids of the people and companies that the demo teams' data refers to by slug. */
async function labelled(db: Kysely<Database>) {
  const people = [
    ...demoLists.map(({ person }) => person),
    ...demoTags.flatMap(({ person }) => person ?? []),
    ...demoNotes.map(({ person }) => person),
    ...demoStrengths.flatMap(({ connector, person }) => [connector, person]),
  ];
  const profiles = await resolveRecords(db, 'profile', people);
  const companies = await resolveRecords(
    db,
    'company',
    demoTags.flatMap(({ company }) => company ?? []),
  );
  const known = (id: string | undefined, slug: string): string => {
    if (id === undefined) throw new RangeError(`The sample must hold ${slug}, whom a demo team’s labels name.`);
    return id;
  };
  return {
    profile: (slug: string) => known(profiles(slug), slug),
    company: (slug: string) => known(companies(slug), slug),
  };
}

type Labelled = Awaited<ReturnType<typeof labelled>>;

async function writeLabels(db: Kysely<Database>, { profile, company }: Labelled): Promise<void> {
  await putListEntries(
    db,
    demoLists.map(({ team, list, person, status }) => ({
      teamId: demoTeams[team].id,
      name: list,
      profileId: profile(person),
      status,
    })),
  );
  const taggings = (kind: 'person' | 'company', recordId: (slug: string) => string) =>
    demoTags.flatMap(({ team, tag, [kind]: slug }) =>
      slug === undefined ? [] : { teamId: demoTeams[team].id, name: tag, recordId: recordId(slug) },
    );
  await putTags(db, 'profile', taggings('person', profile));
  await putTags(db, 'company', taggings('company', company));
  await syncTags(db);
  await putNotes(
    db,
    demoNotes.map(({ team, person, content, isPrivate }) => ({
      teamId: demoTeams[team].id,
      profileId: profile(person),
      content,
      isPrivate,
    })),
  );
}

async function setStrengths(db: Kysely<Database>, { profile }: Labelled): Promise<void> {
  const teamId = demoTeams.team.id;
  for (const { connector, person, strength } of demoStrengths) {
    const { id: connectorId } = await db
      .selectFrom('connector')
      .select('id')
      .where('team_id', '=', teamId)
      .where('profile_id', '=', profile(connector))
      .executeTakeFirstOrThrow();
    const profileId = profile(person);
    await putManualStrength(db, { teamId, connectorId, profileId, strength });
  }
}

/**
 * Writes the demo teams with their people, keys, connectors and labels; the records must exist. Billing periods start
 * on today's day of the month, so that the capped team stays capped for a month.
 */
export async function writeDemoTeams(db: Kysely<Database>, now: Date): Promise<DemoTotals> {
  const teams = Object.values(demoTeams);
  let connectors = 0;
  for (const team of teams) connectors += await makeTeam(db, team, now.getUTCDate());
  await useUpAllowance(db, now);
  const records = await labelled(db);
  await writeLabels(db, records);
  await setStrengths(db, records);
  return { teams: teams.length, connectors };
}
