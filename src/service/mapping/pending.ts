import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { connect } from './connect.ts';

/** So many connectors are mapped before other jobs have their turn. */
const connectorsAtOnce = 10;

export interface Pending {
  readonly teamId: string;
  /** The company whose mapping made the connectors; null: those that the team added. */
  readonly mappedCompanyId: string | null;
}

/** Maps some of the connectors that wait for it; `done` once none is left. */
export async function mapSome(db: Kysely<Database>, pending: Pending, now: () => Date): Promise<'done' | 'again'> {
  const connectors = await db
    .selectFrom('connector')
    .select('id')
    .where('team_id', '=', pending.teamId)
    .where('mapped_company_id', 'is not distinct from', pending.mappedCompanyId)
    .where('status', 'in', ['pending', 'mapping'])
    .orderBy('id')
    .limit(connectorsAtOnce)
    .execute();
  for (const { id } of connectors) await connect(db, id, now());
  return connectors.length < connectorsAtOnce ? 'done' : 'again';
}
