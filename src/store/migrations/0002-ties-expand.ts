import { type Kysely, sql } from 'kysely';

/** Ties from exports of people's own connections, and which records are made of such exports alone. */
const statements = [
  // Of whose export somebody was a row. A tie names the person, not the connector, so that it outlives the connector.
  `create table manual_tie (
    team_id uuid not null references team on delete cascade,
    owner_id uuid not null references profile on delete cascade,
    profile_id uuid not null references profile on delete cascade,
    connected_on text,
    primary key (team_id, owner_id, profile_id)
  )`,
  'create index manual_tie_owner on manual_tie (owner_id)',
  'create index manual_tie_profile on manual_tie (profile_id)',
  // A record is thin while its document is the one that an export left: whatever else writes it makes it a full one.
  `create table thin_profile (
    profile_id uuid primary key references profile on delete cascade,
    digest text not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements.join(';\n')).execute(db);
}
