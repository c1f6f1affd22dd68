import type { FastifyInstance } from 'fastify';
import { fetch } from 'undici';

/** `/healthz`: the process answers. `/readyz`: so does the upstream, whatever it says. */
export function serveHealth(app: FastifyInstance, upstreamUrl: string): void {
  app.get('/healthz', (_, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const answers = await fetch(upstreamUrl, { method: 'HEAD', signal: AbortSignal.timeout(2000) }).then(
      () => true,
      () => false,
    );
    return reply
      .status(answers ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: answers ? 'ready' : 'the data service does not answer' });
  });
}
