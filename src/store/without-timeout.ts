import { type Kysely, sql } from 'kysely';

/** Runs work on a connection whose statements may take any time. */
export async function withoutTimeout<T, R>(connection: Kysely<T>, work: () => Promise<R>): Promise<R> {
  await sql`set statement_timeout = 0`.execute(connection);
  try {
    return await work();
  } finally {
    await sql`reset statement_timeout`.execute(connection);
  }
}
