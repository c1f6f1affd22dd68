import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { candidates, directConnection, educationOverlap, manualTie, sharedInvestor, workOverlap } from './sources.ts';
import { decimals } from './strength.ts';

/** People compared per statement: the embedded store answers nothing else while one runs. */
const peopleAtOnce = 2000;

/**
 * Computes a connector's connections from all careers, and replaces its old ones. Runs in the database, so that no
 * career is transferred, and in slices of people, each replaced in one transaction, so that an employer of ten thousand
 * delays no other request. Idempotent, also if run concurrently or after a crash. Returns false if the connector no
 * longer exists.
 */
export async function connect(db: Kysely<Database>, connectorId: string, now: Date): Promise<boolean> {
  const started = await db
    .updateTable('connector')
    .set({ status: 'mapping' })
    .where('id', '=', connectorId)
    .returning(['profile_id', 'team_id', 'mapped_company_id'])
    .executeTakeFirst();
  if (!started) return false;
  const { profile_id: id, team_id: team, mapped_company_id: company } = started;
  // Imported ties count only for the team's own connectors, not for those that the mapping of a company created.
  const ties = company === null ? team : null;
  const me = sql`me as (select ${id}::uuid as id, ${now.toISOString().slice(0, 10)}::date as today, ${ties}::uuid as team_id)`;
  for (const slice of await slices(db, me)) {
    await db.transaction().execute((trx) => replaceSlice(trx, connectorId, me, slice));
  }
  const mapped = await db
    .updateTable('connector')
    .set({ status: 'mapped', mapped_at: now })
    .where('id', '=', connectorId)
    .returning('id')
    .executeTakeFirst();
  return mapped !== undefined;
}

/** A range of profile ids: from `from`, before `before`. */
interface Slice {
  readonly from: string | undefined;
  readonly before: string | undefined;
}

type Me = ReturnType<typeof sql>;

async function slices(db: Kysely<Database>, me: Me): Promise<readonly Slice[]> {
  const { rows } = await sql<{ id: string }>`
    with ${me}, candidate as (${candidates})
    select profile_id as id
    from (select profile_id, row_number() over (order by profile_id) as position from candidate) numbered
    where position % ${sql.lit(peopleAtOnce)} = 0
    order by position`.execute(db);
  const starts = [undefined, ...rows.map((row) => row.id)];
  return starts.map((from, index) => ({ from, before: starts[index + 1] }));
}

async function replaceSlice(trx: Transaction<Database>, connectorId: string, me: Me, slice: Slice): Promise<void> {
  const { from, before } = slice;
  const within = sql`(${sql.join(
    [
      sql`true`,
      ...(from === undefined ? [] : [sql`profile_id >= ${from}::uuid`]),
      ...(before === undefined ? [] : [sql`profile_id < ${before}::uuid`]),
    ],
    sql` and `,
  )})`;
  // The lock serializes concurrent mappings of one connector.
  await trx.selectFrom('connector').select('id').where('id', '=', connectorId).forUpdate().execute();
  await sql`delete from connection where connector_id = ${connectorId}::uuid and ${within}`.execute(trx);
  await sql`
    with ${me}
    insert into connection (connector_id, profile_id, team_id, mapped_company_id, strength, origins, sources)
    select connector.id, known.profile_id, team_id, mapped_company_id, strength, origins, sources
    from connector, (
      select profile_id, array_agg(distinct origin) as origins,
        round((1 - exp(sum(ln(1 - weight))))::numeric, ${sql.lit(decimals)})::double precision as strength,
        jsonb_agg(jsonb_strip_nulls(source) order by weight desc, origin, source)::text as sources
      from (
        ${workOverlap} union all ${educationOverlap} union all ${sharedInvestor} union all ${directConnection}
        union all ${manualTie}
      ) reason
      where ${within}
      group by profile_id
    ) known
    where connector.id = ${connectorId}::uuid and known.profile_id <> connector.profile_id`.execute(trx);
}
