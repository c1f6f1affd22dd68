import type { FastifyInstance } from 'fastify';
import { fetch } from 'undici';
import { healthPath } from './http-server.ts';
import { noStore } from './uncached.ts';

/** Whether the upstream answers within two seconds, whatever it says. */
export const upstreamAnswers = (upstreamUrl: string): Promise<boolean> =>
  fetch(upstreamUrl, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  );

/**
 * `/healthz`: the process answers, under any load. `/readyz`: so does the upstream, whatever it says, and the graph does not
 * retire.
 */
export function serveHealth(app: FastifyInstance, upstreamUrl: string, isRetiring: () => boolean): void {
  app.get(healthPath, (_, reply) => reply.header('cache-control', noStore).send({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const status = isRetiring()
      ? 'retiring'
      : (await upstreamAnswers(upstreamUrl))
        ? 'ready'
        : 'the data service does not answer';
    return reply
      .status(status === 'ready' ? 200 : 503)
      .header('cache-control', noStore)
      .send({ status });
  });
}
