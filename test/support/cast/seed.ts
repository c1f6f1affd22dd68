import type { Kysely } from 'kysely';
import { connect } from '../../../src/service/mapping/connect.ts';
import type { Database } from '../../../src/store/database.ts';
import { writeCompanies, writeProfiles } from '../../../src/store/record/write.ts';
import { addConnectors } from '../../../src/store/team/connector.ts';
import { putKey } from '../../../src/store/team/key.ts';
import { putListEntries } from '../../../src/store/team/list.ts';
import { putTags } from '../../../src/store/team/tag.ts';
import { createTeam } from '../../../src/store/team/team.ts';
import type { Seed } from '../store.ts';
import { companies, keyOf, lists, people, plans, present, type TeamName, tags, teams } from './cast.ts';

/** Writes the whole cast into an empty store: records, teams with their keys and labels, mapped connectors. */
export async function seedCast(db: Kysely<Database>): Promise<void> {
  await writeCompanies(db, Object.values(companies));
  await writeProfiles(db, Object.values(people));
  await db.insertInto('direct_connection').values({ from_id: people.ben.id, to_id: people.farid.id }).execute();
  for (const team of teamNames) await seedTeam(db, team);
  for (const kind of ['profile', 'company'] as const)
    await putTags(
      db,
      kind,
      tags[kind].map(({ team, ...tag }) => ({ ...tag, teamId: teams[team].id })),
    );
  await putListEntries(
    db,
    lists.map(({ team, ...entry }) => ({ ...entry, teamId: teams[team].id })),
  );
}

/** A store with the cast in it. */
export const castSeed: Seed = { name: 'cast', reused: true, fill: ({ db }) => seedCast(db) };

const teamNames: readonly TeamName[] = ['harbor', 'lighthouse', 'orchard', 'meadow', 'quarry', 'cove', 'reef'];

async function seedTeam(db: Kysely<Database>, name: TeamName): Promise<void> {
  const { under, ...plan } = plans[name];
  const { id, connectors } = teams[name];
  const accountEmail = `owner@${name}.example`;
  await createTeam(db, { ...plan, id, name, ownerEmail: accountEmail, partnerId: under && teams[under].id });
  await putKey(db, { teamId: id, accountEmail, key: keyOf(name) });
  const slugs = connectors.map((connector) => people[connector].profile_info.xnet_url ?? '');
  const { added } = await addConnectors(db, { teamId: id, slugs });
  for (const connector of added) await connect(db, connector, present);
}
