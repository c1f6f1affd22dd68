import type { ColumnType, Generated } from 'kysely';

/** The tables as Kysely's types; the migrations create them. A timestamp is a `Date`, a date `YYYY-MM-DD`. */
export interface Database {
  profile: RecordTable;
  profile_name: NameTable;
  profile_element: ElementTable;
  company: RecordTable;
  company_name: NameTable;
  company_element: ElementTable;
  company_website: { website: string; company_id: string };
  employment: EmploymentTable;
  schooling: SchoolingTable;
  investment: InvestmentTable;
  direct_connection: { from_id: string; to_id: string };
  /** Ties: the people in somebody's own export, for one team. `connected_on` is a day or a month. */
  manual_tie: { team_id: string; owner_id: string; profile_id: string; connected_on: string | null };
  /** Records made by exports alone; a record is thin while `digest` is the digest of its document. */
  thin_profile: { profile_id: string; digest: string };
  account: { id: string; email: string; created_at: Generated<Date> };
  team: TeamTable;
  member: { team_id: string; account_id: string; role: 'owner' | 'admin' | 'member' };
  api_key: ApiKeyTable;
  usage_period: { team_id: string; starts_at: Date; used: Generated<number> };
  charge: ChargeTable;
  connector: ConnectorTable;
  connection: ConnectionTable;
  manual_strength: { team_id: string; connector_id: string; profile_id: string; strength: number };
  profile_list: { id: string; team_id: string; name: string };
  profile_list_entry: { list_id: string; profile_id: string; status: string | null };
  tag: { id: string; team_id: string; name: string };
  profile_tag: { tag_id: string; profile_id: string };
  company_tag: { tag_id: string; company_id: string };
  /** v2's tags: a copy that is updated when records are imported. */
  synced_tag: { kind: 'profile' | 'company'; record_id: string; team_id: string; tag_id: string; name: string };
  note: NoteTable;
  job: JobTable;
  mapping_task: MappingTaskTable;
  callback: CallbackTable;
  idempotent_answer: IdempotentAnswerTable;
  keyed_charge: KeyedChargeTable;
  search_snapshot: SearchSnapshotTable;
  search_index: SearchIndexTable;
  /** Changed records that a cluster's indexes do not have yet. */
  search_outbox: {
    seq: Generated<number>;
    kind: 'profile' | 'company';
    record_id: string;
    written_at: Generated<Date>;
  };
  profile_ordinal: { profile_id: string; ordinal: Generated<number> };
  network_change: { team_id: string; changes: number };
  setting: { name: string; value: string };
  /** People who were forgotten, as digests of their names. */
  forgotten: { digest: string; forgotten_at: Generated<Date> };
}

/** A tsvector, written as text and never read. */
type Tokens = ColumnType<never, string, string>;

export interface RecordTable {
  id: string;
  /** `profile_info` or `company_info` as JSON text, sent without parsing. */
  document: string;
  /** Members that only v2 shows, except notes, as JSON text: `other_locations`, `investor_data`. */
  legacy: string | null;
  tokens: Tokens;
  imported_at: Generated<Date>;
}

/** A record's names on the external network. `key` is the comparison form (`slugKey` for slugs). */
export interface NameTable {
  kind: 'xnet_name' | 'xnet_id' | 'xnet_entity_id';
  key: string;
  record_id: string;
}

/** An element of a nested list, such as a career entry. */
export interface ElementTable {
  record_id: string;
  path: string;
  ordinal: number;
  tokens: Tokens;
}

/** A career entry, for computing connections. */
export interface EmploymentTable {
  profile_id: string;
  ordinal: number;
  company_id: string;
  company_name: string | null;
  company_website: string | null;
  company_slug: string | null;
  title: string | null;
  start_on: string | null;
  end_on: string | null;
  is_current: boolean;
}

/** An education entry, for computing connections. */
export interface SchoolingTable {
  profile_id: string;
  ordinal: number;
  school_id: string | null;
  /** Lookup key of its website. */
  school_website: string | null;
  /** Its name, folded. */
  school_words: string;
  school_country: string | null;
  /** Lookup keys of id, website and name, indexed: entries of the same school share at least one. */
  school_keys: string[];
  school_name: string;
  majors: string[];
  start_on: string | null;
  end_on: string | null;
}

/** `investor_id` (a company's or a person's record) has invested in `company_id`. */
export interface InvestmentTable {
  investor_id: string;
  investor_name: string;
  company_id: string;
}

export interface TeamTable {
  id: string;
  name: string;
  /** The partner of a child team. */
  partner_id: string | null;
  /** Whether the team has the partner permission. */
  is_partner: Generated<boolean>;
  /** Whether the plan includes API access. */
  api_access: Generated<boolean>;
  /** Credits per period; null: unlimited. */
  allowance: number | null;
  /** Whether the plan bills use beyond the allowance; otherwise it is refused. */
  overage_allowed: Generated<boolean>;
  /** Whether use beyond the allowance is refused even though the plan would bill it. */
  overage_protection: Generated<boolean>;
  /** The day of the month a period starts on, 1 to 31; short months use their last day. */
  anchor_day: Generated<number>;
  callback_secret: string;
  created_at: Generated<Date>;
}

export interface ApiKeyTable {
  id: string;
  /** SHA-256 of the key. The key itself is not stored. */
  hash: Uint8Array;
  team_id: string;
  account_id: string;
  label: string | null;
  demo: Generated<boolean>;
  created_at: Generated<Date>;
  expires_at: Date | null;
  revoked_at: Date | null;
}

/** A row of the append-only ledger. */
export interface ChargeTable {
  id: Generated<number>;
  /** The paying team: the team itself, or its partner. */
  team_id: string;
  child_team_id: string | null;
  period_starts_at: Date;
  operation: string;
  credits: number;
  /** Number of credits beyond the allowance. */
  overage: number;
  request_id: string;
  charged_at: Date;
}

export type ConnectorStatus = 'pending' | 'mapping' | 'mapped' | 'failed';

export interface ConnectorTable {
  id: string;
  team_id: string;
  profile_id: string;
  slug: string;
  /** The slug's comparison form, unique in a team; null for older duplicates. */
  slug_key: string | null;
  /** The company whose mapping created this connector; null: the team's own connector. */
  mapped_company_id: string | null;
  group_name: string | null;
  status: ConnectorStatus;
  /** The user behind a connector, as v2 shows it. */
  user_id: string;
  user_email: string | null;
  created_at: Generated<Date>;
  mapped_at: Date | null;
}

/** A connector's connection to a profile; `sources` is a JSON text of the contract's Source values. */
export interface ConnectionTable {
  connector_id: string;
  profile_id: string;
  /** The connector's team, so that one index finds a team's network. */
  team_id: string;
  mapped_company_id: string | null;
  strength: number;
  origins: string[];
  sources: string;
}

export interface NoteTable {
  id: string;
  team_id: string;
  profile_id: string;
  content: string;
  is_private: boolean;
  created_at: Generated<Date>;
}

export interface JobTable {
  id: Generated<number>;
  kind: string;
  /** JSON text. */
  payload: string;
  /** At most one open job has this key. */
  unique_key: string | null;
  status: Generated<'waiting' | 'running' | 'done' | 'failed'>;
  attempts: Generated<number>;
  run_at: Generated<Date>;
  /** A running job with an expired lease is taken again. */
  leased_until: Date | null;
  last_error: string | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

export interface MappingTaskTable {
  id: string;
  team_id: string;
  website: string;
  company_id: string | null;
  status: 'NotMapped' | 'MappingInProgress' | 'Mapped' | 'MappingFailed';
  callback_url: string | null;
  created_at: Generated<Date>;
  finished_at: Date | null;
}

/** A callback, retained after it is delivered or given up. */
export interface CallbackTable {
  id: string;
  task_id: string;
  url: string;
  /** The JSON text that is sent and signed. */
  body: string;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  delivered_at: Date | null;
  /** The last HTTP status or failure, as a sentence without secrets. */
  last_outcome: string | null;
  created_at: Generated<Date>;
}

export interface IdempotentAnswerTable {
  team_id: string;
  operation: string;
  key: string;
  body_hash: Uint8Array;
  /** Null while the first request is in flight. */
  status: number | null;
  answer: string | null;
  created_at: Generated<Date>;
}

/** The charge of a fetch under an idempotency key. */
export interface KeyedChargeTable {
  /** Hash of team, operation and key. */
  key_hash: Uint8Array;
  request_hash: Uint8Array;
  /** The charged records. */
  ids: string[];
  charged_at: Date;
}

/** A snapshot of a search's ids, in order. */
export interface SearchSnapshotTable {
  id: string;
  /** The team that pages through it. */
  team_id: string;
  ids: string[];
  /** The state of a cluster's point in time as JSON text; null if `ids` has the ids. */
  point_in_time: string | null;
  last_used_at: Date;
}

/** An index on the search cluster. While any exists, each write of a record adds to the outbox. */
export interface SearchIndexTable {
  name: string;
  kind: 'profile' | 'company';
  state: 'building' | 'live' | 'retired';
  /** Version of its document format. */
  format: number;
  /** Outbox entries with greater numbers apply to it. */
  base_seq: number;
  /** Last id filled from the store; null: none yet. */
  filled_to: string | null;
  changed_at: Generated<Date>;
}
