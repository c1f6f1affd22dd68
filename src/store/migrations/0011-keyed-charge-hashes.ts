import { type Kysely, sql } from 'kysely';

/** One hash of team, operation and key. The charges of the last day are not taken over: a fetch sent again during the upgrade pays again. */
const statements = [
  'drop table keyed_charge',
  `create table keyed_charge (
    key_hash bytea primary key,
    request_hash bytea not null,
    ids uuid[] not null,
    charged_at timestamptz not null
  )`,
  'create index keyed_charge_age on keyed_charge (charged_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
