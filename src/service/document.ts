import etag from '@fastify/etag';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../contract/openapi.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { ServedNames } from '../contract/wire-names.ts';
import { sendJson } from './route.ts';

/** The description of the operations, as it is served and printed. */
export const openApiText = (operations: readonly Operation[]): string =>
  JSON.stringify(openApiDocument(operations), undefined, 2);

/** `/openapi.json`: the description of the operations that are served; `/` leads there. */
export function serveDocument(
  app: FastifyInstance,
  operations: readonly Operation[],
  names: ServedNames | undefined,
): void {
  const printed = openApiText(operations);
  const text = names ? names.text(printed) : printed;
  app.register(async (documents) => {
    await documents.register(etag);
    documents.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-cache');
    });
    documents.get('/', (_, reply) => reply.redirect('/openapi.json'));
    documents.get('/openapi.json', (_, reply) => sendJson(reply, 200, text));
  });
}
