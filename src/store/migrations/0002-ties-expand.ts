import { type Kysely, sql } from 'kysely';

/** Tables of ties imported from exports of people's own connections, and of thin records. */
const statements = [
  // A tie: a person who is a row in the owner's export. It refers to the owner's record, not to a connector, which it
  // outlives.
  `create table manual_tie (
    team_id uuid not null references team on delete cascade,
    owner_id uuid not null references profile on delete cascade,
    profile_id uuid not null references profile on delete cascade,
    connected_on text,
    primary key (team_id, owner_id, profile_id)
  )`,
  'create index manual_tie_owner on manual_tie (owner_id)',
  'create index manual_tie_profile on manual_tie (profile_id)',
  // A record is thin while the digest is that of its document: any other write makes it a full one.
  `create table thin_profile (
    profile_id uuid primary key references profile on delete cascade,
    digest text not null
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements.join(';\n')).execute(db);
}
