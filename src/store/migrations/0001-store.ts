import { type Kysely, sql } from 'kysely';

/**
 * All tables of 1.0. Written as SQL, since the query builder does not cover most of it (tsvector, GIN, storage
 * parameters, triggers). All statements run on PGlite and on PostgreSQL 15 or later.
 */
const statements = [
  // Records. A row has the document and its search tokens; the low toast target moves the document out of the row, so
  // that a scan of ids does not read documents.
  ...['profile', 'company'].flatMap((kind) => [
    `create table ${kind} (
      id uuid primary key,
      document text not null,
      legacy text,
      tokens tsvector not null,
      imported_at timestamptz not null default now()
    ) with (toast_tuple_target = 128)`,
    `create index ${kind}_tokens on ${kind} using gin (tokens)`,
    `create table ${kind}_name (
      kind text not null,
      key text not null,
      record_id uuid not null references ${kind} on delete cascade,
      primary key (kind, key)
    )`,
    `create index ${kind}_name_record on ${kind}_name (record_id)`,
    `create table ${kind}_element (
      record_id uuid not null references ${kind} on delete cascade,
      path text not null,
      ordinal integer not null,
      tokens tsvector not null,
      primary key (record_id, path, ordinal)
    )`,
    `create index ${kind}_element_tokens on ${kind}_element using gin (tokens)`,
  ]),
  `create table company_website (
    website text not null,
    company_id uuid not null references company on delete cascade,
    primary key (website, company_id)
  )`,
  'create index company_website_company on company_website (company_id)',

  // Inputs of connections. Companies are referred to by id without a foreign key, since a career may name one without a
  // record.
  `create table employment (
    profile_id uuid not null references profile on delete cascade,
    ordinal integer not null,
    company_id uuid not null,
    company_name text,
    company_website text,
    company_slug text,
    title text,
    start_on date,
    end_on date,
    is_current boolean not null,
    primary key (profile_id, ordinal)
  )`,
  'create index employment_company on employment (company_id, start_on)',
  `create table schooling (
    profile_id uuid not null references profile on delete cascade,
    ordinal integer not null,
    school_id text,
    school_website text,
    school_words text not null,
    school_country text,
    school_keys text[] not null,
    school_name text not null,
    majors text[] not null,
    start_on date,
    end_on date,
    primary key (profile_id, ordinal)
  )`,
  'create index schooling_school on schooling using gin (school_keys)',
  `create table investment (
    company_id uuid not null references company on delete cascade,
    investor_id uuid not null,
    investor_name text not null,
    primary key (company_id, investor_id)
  )`,
  'create index investment_investor on investment (investor_id)',
  `create table direct_connection (
    from_id uuid not null references profile on delete cascade,
    to_id uuid not null references profile on delete cascade,
    primary key (from_id, to_id)
  )`,
  'create index direct_connection_to on direct_connection (to_id)',

  // Teams, accounts and keys.
  `create table account (
    id uuid primary key,
    email text not null unique,
    created_at timestamptz not null default now()
  )`,
  `create table team (
    id uuid primary key,
    name text not null,
    partner_id uuid references team,
    is_partner boolean not null default false,
    api_access boolean not null default true,
    allowance bigint check (allowance >= 0),
    overage_allowed boolean not null default true,
    overage_protection boolean not null default false,
    anchor_day integer not null default 1 check (anchor_day between 1 and 31),
    callback_secret text not null,
    created_at timestamptz not null default now()
  )`,
  'create unique index team_child_name on team (partner_id, name) where partner_id is not null',
  `create table member (
    team_id uuid not null references team on delete cascade,
    account_id uuid not null references account on delete cascade,
    role text not null check (role in ('owner', 'admin', 'member')),
    primary key (team_id, account_id)
  )`,
  `create table api_key (
    id uuid primary key,
    hash bytea not null unique,
    team_id uuid not null references team on delete cascade,
    account_id uuid not null references account,
    label text,
    demo boolean not null default false,
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    revoked_at timestamptz
  )`,

  // The ledger, and its sum per period, which each charge locks.
  `create table usage_period (
    team_id uuid not null references team,
    starts_at timestamptz not null,
    used bigint not null default 0,
    primary key (team_id, starts_at)
  )`,
  `create table charge (
    id bigint generated always as identity primary key,
    team_id uuid not null references team,
    child_team_id uuid references team,
    period_starts_at timestamptz not null,
    operation text not null,
    credits integer not null check (credits > 0),
    overage integer not null default 0,
    request_id text not null,
    charged_at timestamptz not null
  )`,
  'create index charge_team on charge (team_id, period_starts_at)',
  // Charges under an `Idempotency-Key` (by hash of team, operation and key), so that a fetch repeated within a day is
  // free.
  `create table keyed_charge (
    key_hash bytea primary key,
    request_hash bytea not null,
    ids uuid[] not null,
    charged_at timestamptz not null
  )`,
  'create index keyed_charge_age on keyed_charge (charged_at)',

  // A team's network.
  `create table connector (
    id uuid primary key,
    team_id uuid not null references team on delete cascade,
    profile_id uuid not null references profile on delete cascade,
    slug text not null,
    mapped_company_id uuid,
    group_name text,
    status text not null check (status in ('pending', 'mapping', 'mapped', 'failed')),
    user_id uuid not null,
    user_email text,
    created_at timestamptz not null default now(),
    mapped_at timestamptz,
    -- The slug's form compared; null where it has none.
    slug_key text,
    unique nulls not distinct (team_id, profile_id, mapped_company_id)
  )`,
  // A team has one connector per slug, even if the slug moves to another record.
  `create unique index connector_slug on connector (team_id, mapped_company_id, slug_key)
    nulls not distinct where slug_key is not null`,
  `create table connection (
    connector_id uuid not null references connector on delete cascade,
    profile_id uuid not null references profile on delete cascade,
    team_id uuid not null references team on delete cascade,
    mapped_company_id uuid,
    strength double precision not null,
    origins text[] not null,
    sources text not null,
    primary key (connector_id, profile_id)
  )`,
  'create index connection_team on connection (team_id, profile_id)',
  'create index connection_profile on connection (profile_id)',
  `create table manual_strength (
    team_id uuid not null references team on delete cascade,
    connector_id uuid not null references connector on delete cascade,
    profile_id uuid not null references profile on delete cascade,
    strength double precision not null,
    primary key (connector_id, profile_id)
  )`,

  // A team's lists, tags and notes.
  `create table profile_list (
    id uuid primary key,
    team_id uuid not null references team on delete cascade,
    name text not null
  )`,
  `create table profile_list_entry (
    list_id uuid not null references profile_list on delete cascade,
    profile_id uuid not null references profile on delete cascade,
    status text,
    primary key (list_id, profile_id)
  )`,
  'create index profile_list_entry_profile on profile_list_entry (profile_id)',
  `create table tag (
    id uuid primary key,
    team_id uuid not null references team on delete cascade,
    name text not null,
    unique (team_id, name)
  )`,
  ...['profile', 'company'].flatMap((kind) => [
    `create table ${kind}_tag (
      tag_id uuid not null references tag on delete cascade,
      ${kind}_id uuid not null references ${kind} on delete cascade,
      primary key (tag_id, ${kind}_id)
    )`,
    `create index ${kind}_tag_record on ${kind}_tag (${kind}_id)`,
  ]),
  // v2's tags: a copy that is updated when records are imported. It has no foreign key, since the tags may be renamed
  // or removed in between.
  `create table synced_tag (
    kind text not null check (kind in ('profile', 'company')),
    record_id uuid not null,
    team_id uuid not null references team on delete cascade,
    tag_id uuid not null,
    name text not null,
    primary key (kind, record_id, tag_id)
  )`,
  `create table note (
    id uuid primary key,
    team_id uuid not null references team on delete cascade,
    profile_id uuid not null references profile on delete cascade,
    content text not null,
    is_private boolean not null default false,
    created_at timestamptz not null default now()
  )`,
  'create index note_profile on note (profile_id, team_id)',

  // Background work.
  `create table job (
    id bigint generated always as identity primary key,
    kind text not null,
    payload text not null,
    unique_key text,
    status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed')),
    attempts integer not null default 0,
    run_at timestamptz not null default now(),
    leased_until timestamptz,
    last_error text,
    created_at timestamptz not null default now(),
    finished_at timestamptz
  )`,
  "create unique index job_open on job (unique_key) where status in ('waiting', 'running')",
  "create index job_due on job (run_at) where status in ('waiting', 'running')",
  `create table mapping_task (
    id text primary key,
    team_id uuid not null references team on delete cascade,
    website text not null,
    company_id uuid,
    status text not null check (status in ('NotMapped', 'MappingInProgress', 'Mapped', 'MappingFailed')),
    callback_url text,
    created_at timestamptz not null default now(),
    finished_at timestamptz
  )`,
  `create unique index mapping_task_open on mapping_task (team_id, website)
    where status in ('NotMapped', 'MappingInProgress')`,
  `create table callback (
    id uuid primary key,
    task_id text not null references mapping_task on delete cascade,
    url text not null,
    body text not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    delivered_at timestamptz,
    last_outcome text,
    created_at timestamptz not null default now()
  )`,
  'create index callback_due on callback (next_attempt_at) where next_attempt_at is not null',
  `create table idempotent_answer (
    team_id uuid not null references team on delete cascade,
    operation text not null,
    key text not null,
    body_hash bytea not null,
    status integer,
    answer text,
    created_at timestamptz not null default now(),
    primary key (team_id, operation, key)
  )`,
  // With a cluster, a point in time replaces the ids of a long list.
  `create table search_snapshot (
    id uuid primary key,
    team_id uuid not null,
    ids uuid[] not null,
    last_used_at timestamptz not null,
    point_in_time text
  )`,
  'create table setting (name text primary key, value text not null)',
  // Forgotten people, as keyed digests of their names; imports skip them.
  'create table forgotten (digest text primary key, forgotten_at timestamptz not null default now())',

  // Outbox of the search cluster. Triggers fill it within the transaction of any write, including cascades, while the
  // cluster has an index.
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

  // A profile's ordinal in the bitmaps of who a team knows.
  `create table profile_ordinal (
    profile_id uuid primary key references profile on delete cascade,
    ordinal integer not null generated always as identity
  )`,
  `create function give_profile_ordinals() returns trigger language plpgsql set search_path from current as $$
    begin
      insert into profile_ordinal (profile_id) select id from touched;
      return null;
    end $$`,
  `create trigger profile_insert_ordinal after insert on profile referencing new table as touched
    for each statement execute function give_profile_ordinals()`,

  // Version of a team's connections: the sum of its rows. Writers only insert, and so never wait for one another.
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
];

export async function up(db: Kysely<unknown>): Promise<void> {
  // One round trip for a hundred statements.
  await sql.raw(statements.join(';\n')).execute(db);
}
