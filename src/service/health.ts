import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { healthPath } from '../http/open-server.ts';
import type { ServiceContext } from './context.ts';
import { Problem } from './problem.ts';

/**
 * `/healthz`: the process answers, under any load. `/readyz`: so does its store. A search cluster that does not answer, or is behind the
 * store, makes the service degraded rather than not ready: everything else works.
 */
export function serveHealth(app: FastifyInstance, { store, cluster }: ServiceContext): void {
  app.get(healthPath, () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    try {
      await sql`select 1`.execute(store.db);
    } catch {
      throw new Problem(503, ['The store does not answer; try again later.'], { 'retry-after': '1' });
    }
    if (cluster === undefined) return { status: 'ready' };
    const search = await cluster.health();
    return { status: search.state === 'current' ? 'ready' : 'degraded', search };
  });
}
