import { type Kysely, sql } from 'kysely';

/** What was charged under an `Idempotency-Key`, so that a fetch sent again within a day is not charged again. */
const statements = [
  `create table keyed_charge (
    team_id uuid not null references team on delete cascade,
    operation text not null,
    key_hash bytea not null,
    request_hash bytea not null,
    ids uuid[] not null,
    charged_at timestamptz not null,
    primary key (team_id, operation, key_hash)
  )`,
  'create index keyed_charge_age on keyed_charge (charged_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
