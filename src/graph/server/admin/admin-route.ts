import type { FastifyInstance } from 'fastify';
import { apiKeyHeader } from '../../../contract/headers.ts';
import { HttpError } from '../http-error.ts';
import { noStore } from '../uncached.ts';
import { adminPath, Exchange, issueNonce, nonceEnd, sealedType } from './exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request has proved the graph's secret. */
    adminExchange?: Exchange;
  }
}

interface Parts {
  readonly secret: string;
  readonly now: () => number;
  /** Answers requests to these paths and below them, which only sealed requests can reach. */
  readonly admin: { readonly app: FastifyInstance; readonly paths: readonly string[] };
}

/** Maximum body, in bytes. The longest is a purge, a list of at most some thousands of names. */
const bodyBytes = 16 * 1024 * 1024;

/**
 * Serves `GET /admin`, which issues a nonce, and `POST /admin`, which opens a sealed HTTP request and injects it into the
 * administrators' routes, or, for other paths, into the public ones.
 */
export function serveAdmin(app: FastifyInstance, { secret, now, admin }: Parts): void {
  const used = new Map<string, number>();
  const use = (nonce: string): boolean => {
    const end = nonceEnd(secret, nonce, now());
    if (end === undefined || used.has(nonce)) return false;
    // Stops at the first nonce that has not expired.
    for (const [earlier, at] of used) {
      if (at > now()) break;
      used.delete(earlier);
    }
    used.set(nonce, end);
    return true;
  };

  app.register(async (routes) => {
    routes.addContentTypeParser(sealedType, { parseAs: 'buffer', bodyLimit: bodyBytes }, (_, body, done) =>
      done(null, body),
    );
    routes.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', noStore);
    });

    routes.get(adminPath, async () => ({ nonce: issueNonce(secret, now()) }));

    routes.post(
      adminPath,
      {
        bodyLimit: bodyBytes,
        // Authenticate before the body is read.
        onRequest: async (request) => {
          const [scheme, graphNonce = '', commandNonce = '', proof = ''] = (request.headers.authorization ?? '').split(
            ' ',
          );
          const exchange = new Exchange(secret, graphNonce, commandNonce);
          if (scheme !== 'Kith' || commandNonce === '' || !exchange.isProof(proof) || !use(graphNonce))
            throw new HttpError(
              401,
              'UNAUTHENTICATED',
              'authorization: must prove knowledge of this graph’s secret, with an unused nonce.',
            );
          request.adminExchange = exchange;
        },
      },
      async ({ adminExchange: exchange, body }, reply) => {
        const asked = Buffer.isBuffer(body) ? exchange?.openRequest(body) : undefined;
        if (!exchange || !asked) throw new HttpError(400, 'BAD_USER_INPUT', 'The body must be a sealed request.');
        const { method, path, apiKey, body: text } = asked;
        const target = admin.paths.some((own) => path === own || path.startsWith(`${own}/`)) ? admin.app : app;
        const { statusCode, rawPayload } = await target.inject({
          method,
          url: path,
          headers: {
            ...(apiKey !== undefined && { [apiKeyHeader]: apiKey }),
            ...(text !== undefined && { 'content-type': 'application/json' }),
          },
          ...(text !== undefined && { payload: text }),
        });
        // Not compressed: its length would leak the content.
        return reply.type(sealedType).send(exchange.sealAnswer({ status: statusCode, body: rawPayload }));
      },
    );
  });
}
