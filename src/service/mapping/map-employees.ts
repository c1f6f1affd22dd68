import { addConnectors } from '../../store/team/connector.ts';
import type { ServiceContext } from '../context.ts';
import { type Job, type JobHandler, textOf } from '../jobs/job.ts';
import { employeesOf } from './company.ts';
import { mapConnectorJob } from './map-connector.ts';

export const mapEmployeesKind = 'map-company-employees';

/** The job that makes a company's current employees connectors of a new team. */
export const mapEmployeesJob = (teamId: string, companyId: string): Job => ({
  kind: mapEmployeesKind,
  payload: { team_id: teamId, company_id: companyId },
  uniqueKey: `${mapEmployeesKind}:${teamId}:${companyId}`,
});

/** Adds the employees as connectors and queues the mapping of each. */
export const mapEmployees = ({ store: { db }, jobs }: Pick<ServiceContext, 'store' | 'jobs'>): JobHandler => ({
  run: async (payload) => {
    const teamId = textOf(payload, 'team_id');
    const slugs = await employeesOf(db, textOf(payload, 'company_id'));
    await db.transaction().execute(async (trx) => {
      const { added } = await addConnectors(trx, { teamId, slugs, group: 'employees' });
      await jobs.add(trx, ...added.map(mapConnectorJob));
    });
    return undefined;
  },
});
