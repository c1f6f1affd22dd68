import etag from '@fastify/etag';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../contract/openapi.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { ServedNames } from '../contract/wire-names.ts';
import { sendJson } from './route.ts';

/** The description of the operations, as it is served and printed. */
export const openApiText = (operations: readonly Operation[]): string =>
  JSON.stringify(openApiDocument(operations), undefined, 2);

/** Drops an alternative that has become equal to another one, since two members may have one name in other words. */
const withoutTwins = (name: string, value: unknown): unknown =>
  name === 'oneOf' && Array.isArray(value)
    ? value.filter((one, at) => value.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === at)
    : value;

/** `/openapi.json`: the description of the operations that are served; `/` leads there. */
export function serveDocument(
  app: FastifyInstance,
  operations: readonly Operation[],
  names: ServedNames | undefined,
): void {
  const printed = openApiText(operations);
  const text = names ? JSON.stringify(JSON.parse(names.text(printed)), withoutTwins, 2) : printed;
  app.register(async (documents) => {
    await documents.register(etag);
    documents.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-cache');
    });
    documents.get('/', (_, reply) => reply.redirect('/openapi.json'));
    documents.get('/openapi.json', (_, reply) => sendJson(reply, 200, text));
  });
}
