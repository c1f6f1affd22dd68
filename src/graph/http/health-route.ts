import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import { dispatcherTo } from '../../client/dispatcher.ts';
import { userAgent } from '../../client/user-agent.ts';
import { creditUsage } from '../../contract/operation/credits.ts';
import { healthPath } from '../../http/open-server.ts';
import { noStore } from './uncached.ts';

/** How the upstream is reached, as for every other call. */
export interface UpstreamPlace {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly mayUseProxy?: boolean | undefined;
}

/**
 * Whether the upstream answers in time, and not with a 5xx: asked at an endpoint, without a key, so that a refusal is an
 * answer.
 */
export async function upstreamAnswers(
  { url, headers, mayUseProxy = false }: UpstreamPlace,
  timeoutMs = 2000,
): Promise<boolean> {
  const address = new URL(url.replace(/\/+$/, '') + creditUsage.path);
  try {
    const dispatcher = dispatcherTo(address.origin, mayUseProxy, { connections: 1 });
    try {
      const { statusCode, body } = await request(address, {
        method: 'HEAD',
        headers: { 'user-agent': userAgent, ...headers },
        dispatcher,
        signal: AbortSignal.timeout(timeoutMs),
      });
      await body.dump();
      return statusCode < 500;
    } finally {
      await dispatcher.destroy();
    }
  } catch {
    return false;
  }
}

interface Readiness {
  readonly upstream: UpstreamPlace;
  isRetiring(): boolean;
  /** A mismatch between the configuration and the data service's answers; undefined if there is none. */
  mismatch(): string | undefined;
}

/**
 * `/healthz`: the process answers, under any load. `/readyz`: the upstream answers too, and not with a 5xx; its answers
 * have the configured words; and the graph is not draining.
 */
export function serveHealth(app: FastifyInstance, { upstream, isRetiring, mismatch }: Readiness): void {
  const state = async (): Promise<string> => {
    if (isRetiring()) return 'retiring';
    return mismatch() ?? ((await upstreamAnswers(upstream)) ? 'ready' : 'the data service does not answer');
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
