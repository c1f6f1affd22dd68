import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { insertJobs } from '../jobs/table.ts';
import { mapConnectorJob, mapConnectorKind } from './map-connector.ts';

/**
 * Queues the mapping of every connector anew, since who knows whom follows from everybody's careers, and some have
 * changed. A connector whose mapping runs already may have been compared with the old ones: its turn comes again.
 * Answers how many connectors there are.
 */
export async function remapConnectors(db: Kysely<Database>, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string; running: boolean }>`
    select id, exists (
      select from job where unique_key = ${mapConnectorKind}::text || ':' || connector.id and status = 'running'
    ) as running
    from connector`.execute(db);
  const jobs = rows.map(({ id, running }) => {
    const job = mapConnectorJob(id);
    return running ? { ...job, uniqueKey: `${job.uniqueKey}:again` } : job;
  });
  await insertJobs(db, jobs, now);
  return jobs.length;
}
