import { type Kysely, sql } from 'kysely';

/**
 * What keeps a search cluster in step. Triggers write it, so that it is in the transaction of whatever writes records
 * or connections, cascades included; without an index on a cluster nothing goes into the outbox.
 */
const statements = [
  `create table search_index (
    name text primary key,
    kind text not null check (kind in ('profile', 'company')),
    state text not null check (state in ('building', 'live', 'retired')),
    format integer not null,
    base_seq bigint not null,
    filled_to uuid,
    changed_at timestamptz not null default now()
  )`,
  "create unique index search_index_live on search_index (kind) where state = 'live'",
  `create table search_outbox (
    seq bigint generated always as identity primary key,
    kind text not null,
    record_id uuid not null,
    written_at timestamptz not null default now()
  )`,
  `create function note_searched_records() returns trigger language plpgsql set search_path from current as $$
    begin
      if exists (select from search_index) then
        insert into search_outbox (kind, record_id) select tg_argv[0], id from touched order by id;
      end if;
      return null;
    end $$`,
  ...['profile', 'company'].flatMap((kind) =>
    ['insert', 'update', 'delete'].map(
      (event) => `create trigger ${kind}_${event}_outbox after ${event} on ${kind}
        referencing ${event === 'delete' ? 'old' : 'new'} table as touched
        for each statement execute function note_searched_records('${kind}')`,
    ),
  ),

  // A profile's number in the bitmaps that say whom a team knows.
  `create table profile_ordinal (
    profile_id uuid primary key references profile on delete cascade,
    ordinal integer not null generated always as identity
  )`,
  'insert into profile_ordinal (profile_id) select id from profile order by id',
  `create function give_profile_ordinals() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into profile_ordinal (profile_id) select id from touched;
      return null;
    end $$`,
  `create trigger profile_insert_ordinal after insert on profile referencing new table as touched
    for each statement execute function give_profile_ordinals()`,

  // How often a team's connections changed is the sum of its rows: writers add rows, and never wait for one another.
  `create table network_change (
    team_id uuid not null references team on delete cascade,
    changes bigint not null
  )`,
  'create index network_change_team on network_change (team_id)',
  `create function note_network_changes() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into network_change (team_id, changes)
      select id, 1 from team where id in (select team_id from touched);
      return null;
    end $$`,
  ...['insert', 'update', 'delete'].map(
    (event) => `create trigger connection_${event}_change after ${event} on connection
      referencing ${event === 'delete' ? 'old' : 'new'} table as touched
      for each statement execute function note_network_changes()`,
  ),

  // A point in time of the cluster stands in for the ids of a long list.
  'alter table search_snapshot add column point_in_time text',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
