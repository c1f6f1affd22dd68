import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ServiceContext } from './context.ts';
import { Problem } from './problem.ts';

/** `/healthz`: the process answers. `/readyz`: so does its store. */
export function serveHealth(app: FastifyInstance, { store }: ServiceContext): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    try {
      await sql`select 1`.execute(store.db);
    } catch {
      throw new Problem(503, ['The store does not answer; try again later.'], { 'retry-after': '1' });
    }
    return { status: 'ready' };
  });
}
