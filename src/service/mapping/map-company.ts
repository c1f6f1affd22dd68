import { type Kysely, sql } from 'kysely';
import { websiteFrom } from '../../reading/website.ts';
import type { Database } from '../../store/database.ts';
import { addConnectors } from '../../store/team/connector.ts';
import type { ServiceContext } from '../context.ts';
import { type JobHandler, textOf } from '../jobs/job.ts';
import { companyWithWebsite, employeesOf, investorsExecutives } from './company.ts';
import { connect } from './connect.ts';
import { endTask } from './task.ts';

/**
 * Runs a mapping task in parts: the first run turns the company's people into connectors, each later run maps some of
 * them. Finished parts persist, so that the task resumes after a crash.
 */
export const mapCompany = (service: Pick<ServiceContext, 'store' | 'jobs' | 'now'>): JobHandler => ({
  run: async (payload) => {
    const { db } = service.store;
    const task = await db
      .selectFrom('mapping_task')
      .select(['id', 'team_id', 'website', 'company_id', 'status'])
      .where('id', '=', textOf(payload, 'task_id'))
      .executeTakeFirst();
    if (task?.status !== 'NotMapped' && task?.status !== 'MappingInProgress') return undefined;
    const website = websiteFrom(task.website);
    const companyId = task.company_id ?? (website && (await companyWithWebsite(db, website)));
    if (companyId === undefined) {
      await endTask(service, task.id, 'MappingFailed');
      return undefined;
    }
    if (task.status === 'NotMapped') {
      await begin(db, { id: task.id, teamId: task.team_id, companyId });
      return 'again';
    }
    if ((await mapSome(db, { teamId: task.team_id, mappedCompanyId: companyId }, service.now)) === 'again')
      return 'again';
    await endTask(service, task.id, 'Mapped');
    return undefined;
  },
  gaveUp: (payload) => endTask(service, textOf(payload, 'task_id'), 'MappingFailed'),
});

interface Begun {
  readonly id: string;
  readonly teamId: string;
  readonly companyId: string;
}

/** Replaces the company's connectors by its current people, all pending. */
async function begin(db: Kysely<Database>, { id, teamId, companyId }: Begun): Promise<void> {
  const slugs = [...(await employeesOf(db, companyId)), ...(await investorsExecutives(db, companyId))];
  await db.transaction().execute(async (trx) => {
    const { added, existing } = await addConnectors(trx, { teamId, slugs, mappedCompanyId: companyId });
    await trx
      .deleteFrom('connector')
      .where('team_id', '=', teamId)
      .where('mapped_company_id', '=', companyId)
      .where(sql<boolean>`id <> all(${[...added, ...existing]}::uuid[])`)
      .execute();
    await trx
      .updateTable('connector')
      .set({ status: 'pending' })
      .where('team_id', '=', teamId)
      .where('mapped_company_id', '=', companyId)
      .execute();
    await trx
      .updateTable('mapping_task')
      .set({ status: 'MappingInProgress', company_id: companyId })
      .where('id', '=', id)
      .execute();
  });
}

/** Connectors mapped per run, before other jobs get their turn. */
const connectorsAtOnce = 10;

interface Pending {
  readonly teamId: string;
  /** Company whose mapping created the connectors; null: connectors that the team added itself. */
  readonly mappedCompanyId: string | null;
}

/** Maps some of the pending connectors; `done` if none is left. */
async function mapSome(db: Kysely<Database>, pending: Pending, now: () => Date): Promise<'done' | 'again'> {
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
