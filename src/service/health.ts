import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { healthPath } from '../http/open-server.ts';
import type { ServiceContext } from './context.ts';
import { Problem } from './problem.ts';

/**
 * `/healthz` answers while the process runs, under any load; `/readyz`, while the store answers, too. A search cluster
 * that is down or behind makes the service `degraded`, not unready, since everything else works.
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
