import type { FastifyInstance } from 'fastify';
import { apiKeyHeader } from '../../../contract/headers.ts';
import { HttpError } from '../http-error.ts';
import { noStore } from '../uncached.ts';
import { adminPath, Exchange, issueNonce, nonceEnd, sealedType } from './exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a request that has proved its secret. */
    adminExchange?: Exchange;
  }
}

interface Parts {
  readonly secret: string;
  readonly now: () => number;
  /** Answers requests to these paths, and below them, which nobody else can send. */
  readonly admin: { readonly app: FastifyInstance; readonly paths: readonly string[] };
}

/** A person writes the longest body, a list of whom to forget, and names thousands at most. */
const bodyBytes = 16 * 1024 * 1024;

/**
 * Serves `GET` and `POST /admin`. A sealed request is answered as the request of HTTP that it holds would be: by the routes of
 * administrators, and for other paths by those that everybody has.
 */
export function serveAdmin(app: FastifyInstance, { secret, now, admin }: Parts): void {
  const used = new Map<string, number>();
  const use = (nonce: string): boolean => {
    const end = nonceEnd(secret, nonce, now());
    if (end === undefined || used.has(nonce)) return false;
    // In the order of their ends.
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
        // Before the body is read.
        onRequest: async (request) => {
          const [scheme, graphNonce = '', commandNonce = '', proof = ''] = (request.headers.authorization ?? '').split(
            ' ',
          );
          const exchange = new Exchange(secret, graphNonce, commandNonce);
          if (scheme !== 'Kith' || commandNonce === '' || !exchange.isProof(proof) || !use(graphNonce))
            throw new HttpError(
              401,
              'UNAUTHENTICATED',
              'authorization: must prove this graph’s secret, for a new nonce.',
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
        // Compression would tell of its content.
        return reply.type(sealedType).send(exchange.sealAnswer({ status: statusCode, body: rawPayload }));
      },
    );
  });
}
