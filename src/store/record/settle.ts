import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Brings statistics and indexes up to date after many records were written, so that the first searches are as fast as
 * the later ones: the embedded engine has no background process that would. Not inside a transaction. May take longer
 * than any other statement is allowed to.
 */
export async function settle(db: Kysely<Database>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    try {
      await sql`vacuum (analyze) profile, profile_name, profile_element, employment, schooling, direct_connection,
        company, company_name, company_element, company_website, investment, connection`.execute(connection);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}
