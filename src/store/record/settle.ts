import { type Kysely, sql } from 'kysely';
import type { Database } from '../database.ts';
import { withoutTimeout } from '../without-timeout.ts';

/**
 * Vacuums and analyzes after a large write, so that the first searches are as fast as later ones: the embedded engine
 * has no autovacuum. Cannot run inside a transaction, and may exceed the statement timeout.
 */
export async function settle(db: Kysely<Database>): Promise<void> {
  await db.connection().execute((connection) =>
    withoutTimeout(connection, () =>
      sql`vacuum (analyze) profile, profile_name, profile_element, employment, schooling, direct_connection, manual_tie,
        thin_profile, company, company_name, company_element, company_website, investment, connection`.execute(
        connection,
      ),
    ),
  );
}
