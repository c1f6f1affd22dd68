import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { HttpError } from '../../http/http-error.ts';
import { noStore } from '../../http/uncached.ts';
import type { MappingTasks } from './tasks.ts';

export interface CallbackOptions {
  /** The graph's URL as the upstream reaches it; a proxy in between may keep or strip its path. */
  readonly publicUrl?: string | undefined;
  /** If set, callbacks without a valid signature (Standard Webhooks) are refused. */
  readonly callbackSecret?: string | undefined;
}

/** Maximum length of a body, which is read only if a signature is required. */
const bodyBytes = 1024 * 1024;

/**
 * Serves the upstream's callback when a mapping ends: any method, any payload. The path ends in 256 random bits known
 * only to the upstream. A callback only triggers a poll: it may arrive twice or never, and its content is not trusted.
 */
export function serveCallbacks(
  app: FastifyInstance,
  tasks: MappingTasks,
  { publicUrl, callbackSecret: secret }: CallbackOptions,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    if (secret === undefined) scope.addContentTypeParser('*', (_, __, done) => done(null));
    else scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));
    // Accept any payload, even with an invalid media type.
    scope.addHook('onRequest', async ({ headers }) => {
      delete headers['content-type'];
    });
    const prefix = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
    for (const base of new Set(['', prefix]))
      scope.all<{ Params: { callback: string } }>(
        `${base}/callbacks/:callback(^[\\w-]{43}$)`,
        { bodyLimit: bodyBytes },
        async ({ params, headers, body = '' }, reply) => {
          reply.header('cache-control', noStore);
          if (secret !== undefined && !isSigned(headers, Buffer.isBuffer(body) ? body : '', secret)) {
            throw new HttpError(401, 'UNAUTHENTICATED', 'The signature must be made with the agreed secret.');
          }
          const known = await tasks.calledBack(params.callback).catch(() => {
            const sentence = 'The callback’s task could not be looked up: send the callback again.';
            throw new HttpError(503, 'UNAVAILABLE', sentence, { 'retry-after': '5' });
          });
          if (!known) throw new HttpError(404, 'NOT_FOUND', 'No task waits for this callback.');
          return reply.status(204).send();
        },
      );
  });
}

function isSigned(headers: IncomingHttpHeaders, body: Buffer | string, secret: string): boolean {
  const signature = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name] ?? '')]),
  );
  try {
    new Webhook(secret).verify(body, signature, { jsonParse: false });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}
