import Fastify, { type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { parseJson } from '../../../contract/json.ts';
import { noSchemas } from '../../../http/open-server.ts';
import { httpErrorOf } from '../http-server.ts';

/** Fastify app for the administrators' routes. It does not listen: `admin-route.ts` injects opened requests. */
export function createAdminApp(log: Logger): FastifyInstance {
  const app = Fastify({
    logger: false,
    schemaController: noSchemas,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, text, done) => done(null, parseJson(String(text))));
  app.setErrorHandler((error, request, reply) => {
    const answer = httpErrorOf(error, request);
    if (answer.status === 500) log.error({ err: error }, 'A command of an administrator failed unexpectedly.');
    return reply.status(answer.status).send(answer.body);
  });
  return app;
}
