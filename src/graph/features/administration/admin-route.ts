import { hash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { apiKeyHeader } from '../../../contract/headers.ts';
import { parseJson } from '../../../contract/json.ts';
import { noSchemas } from '../../../http/open-server.ts';
import { HttpError } from '../../http/http-error.ts';
import { httpErrorOf } from '../../http/http-server.ts';
import type { Commands } from '../../http/http-services.ts';
import { noStore } from '../../http/uncached.ts';
import type { StateStore } from '../../state/state-store.ts';
import { adminPath, type Exchange, issueNonce, type Proven, provenBy, sealedType } from './exchange.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the request has proved the graph's secret. */
    adminExchange?: Exchange;
  }
}

interface Parts {
  /** Has the seal, and holds used nonces, so that no other graph accepts them either. */
  readonly state: StateStore;
  readonly log: Logger;
  /** Those of all features. */
  readonly commands: readonly Commands[];
}

/** How much longer than a nonce its use is remembered, in milliseconds, since clocks of graphs differ. */
const clockSlackMs = 60_000;

/** Maximum body, in bytes. The longest is a purge, a list of at most some thousands of names. */
const bodyBytes = 16 * 1024 * 1024;

/**
 * Serves `GET /admin`, which issues a nonce, and `POST /admin`, which opens a sealed HTTP request and injects it into the
 * administrators' routes, or, for other paths, into the public ones.
 */
export function serveAdmin(app: FastifyInstance, { state, log, commands }: Parts): void {
  const { seal } = state;
  const admin = adminApp(log);
  for (const { serve } of commands) serve(admin);
  app.addHook('onClose', () => admin.close());
  const ownPaths = commands.flatMap(({ paths }) => paths);
  /** False if the nonce was used at any graph that shares the store. */
  const use = async ({ nonce, expiresAt }: Proven): Promise<boolean> => {
    const done = await state
      .commit(`admin-nonce:${hash('sha256', nonce, 'base64url')}`, {
        reads: new Map([['used', 0]]),
        writes: new Map([['used', { value: '', ttlMs: expiresAt - Date.now() + clockSlackMs }]]),
      })
      .catch(() => {
        throw new HttpError(503, 'UNAVAILABLE', 'The store of used nonces does not answer: try again.');
      });
    return done.kind === 'committed';
  };

  app.register(async (routes) => {
    routes.addContentTypeParser(sealedType, { parseAs: 'buffer', bodyLimit: bodyBytes }, (_, body, done) =>
      done(null, body),
    );
    routes.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', noStore);
    });

    routes.get(adminPath, async () => ({ nonce: issueNonce(seal, Date.now()) }));

    routes.post(
      adminPath,
      {
        bodyLimit: bodyBytes,
        // Authenticate before the body is read.
        onRequest: async (request) => {
          const proven = provenBy(request.headers.authorization, seal, Date.now());
          if (!proven || !(await use(proven)))
            throw new HttpError(
              401,
              'UNAUTHENTICATED',
              'authorization: must prove knowledge of this graph’s secret, with an unused nonce.',
            );
          request.adminExchange = proven.exchange;
        },
      },
      async ({ adminExchange: exchange, body }, reply) => {
        const asked = Buffer.isBuffer(body) ? exchange?.openRequest(body) : undefined;
        if (!exchange || !asked) throw new HttpError(400, 'BAD_USER_INPUT', 'The body must be a sealed request.');
        const { method, path, apiKey, headers, body: text } = asked;
        const target = ownPaths.some((own) => path === own || path.startsWith(`${own}/`)) ? admin : app;
        const { statusCode, rawPayload } = await target.inject({
          method,
          url: path,
          headers: {
            ...headers,
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

/** Fastify app for the administrators' routes. It does not listen: opened requests are injected. */
function adminApp(log: Logger): FastifyInstance {
  const app = Fastify({ logger: false, schemaController: noSchemas });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => done(null, parseJson(String(text))));
  app.setErrorHandler((error, request, reply) => {
    const answer = httpErrorOf(error, request);
    if (answer.status === 500) log.error({ err: error }, 'A command of an administrator failed unexpectedly.');
    return reply.status(answer.status).send(answer.body);
  });
  return app;
}
