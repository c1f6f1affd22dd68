import type { FastifyInstance } from 'fastify';
import { fetch } from 'undici';
import { creditUsage } from '../../contract/operation/credits.ts';
import { healthPath } from '../../http/open-server.ts';
import { noStore } from './uncached.ts';

/**
 * Whether the upstream answers within two seconds, and not with a 5xx: asked at an endpoint, without a key, so that a
 * refusal is an answer.
 */
export const upstreamAnswers = (upstreamUrl: string): Promise<boolean> =>
  fetch(upstreamUrl.replace(/\/+$/, '') + creditUsage.path, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(2000),
  }).then(
    ({ status }) => status < 500,
    () => false,
  );

interface Readiness {
  readonly upstreamUrl: string;
  isRetiring(): boolean;
  /** A mismatch between the configuration and the data service's answers; undefined if there is none. */
  mismatch(): string | undefined;
}

/**
 * `/healthz`: the process answers, under any load. `/readyz`: the upstream answers too, and not with a 5xx; its answers
 * have the configured words; and the graph is not draining.
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
