import type { FastifyInstance } from 'fastify';
import { fetch } from 'undici';
import { healthPath } from '../../http/open-server.ts';
import { noStore } from './uncached.ts';

/** Whether the upstream answers within two seconds, whatever it says. */
export const upstreamAnswers = (upstreamUrl: string): Promise<boolean> =>
  fetch(upstreamUrl, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(2000) }).then(
    () => true,
    () => false,
  );

/** What readiness depends on. */
interface Readiness {
  readonly upstreamUrl: string;
  isRetiring(): boolean;
  /** What is wrong with how the data service is configured, as its answers show; undefined where nothing is. */
  mismatch(): string | undefined;
}

/**
 * `/healthz`: the process answers, under any load. `/readyz`: so does the upstream, whatever it says, its answers have the words
 * that are configured, and the graph does not retire.
 */
export function serveHealth(app: FastifyInstance, { upstreamUrl, isRetiring, mismatch }: Readiness): void {
  const state = async (): Promise<string> => {
    if (isRetiring()) return 'retiring';
    return mismatch() ?? ((await upstreamAnswers(upstreamUrl)) ? 'ready' : 'the data service does not answer');
  };
  app.get(healthPath, (_, reply) => reply.header('cache-control', noStore).send({ status: 'ok' }));
  app.get('/readyz', async (_, reply) => {
    const status = await state();
    return reply
      .status(status === 'ready' ? 200 : 503)
      .header('cache-control', noStore)
      .send({ status });
  });
}
