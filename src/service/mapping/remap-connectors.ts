import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { insertJobs } from '../jobs/table.ts';
import { mapConnectorJob, mapConnectorKind } from './map-connector.ts';

/**
 * Queues the mapping of all connectors after careers have changed, since connections are computed from everyone's
 * careers. A connector whose mapping is running may have read the old careers, so it is queued again under another key.
 * Returns the number of connectors.
 *
 * @param only the connectors to map; default: all
 */
export async function remapConnectors(db: Kysely<Database>, now: Date, only?: readonly string[]): Promise<number> {
  const { rows } = await sql<{ id: string; running: boolean }>`
    select id, exists (
      select from job where unique_key = ${mapConnectorKind}::text || ':' || connector.id and status = 'running'
    ) as running
    from connector where ${only === undefined ? sql`true` : sql`id = any(${[...only]}::uuid[])`}`.execute(db);
  const jobs = rows.map(({ id, running }) => {
    const job = mapConnectorJob(id);
    return running ? { ...job, uniqueKey: `${job.uniqueKey}:again` } : job;
  });
  await insertJobs(db, jobs, now);
  return jobs.length;
}
