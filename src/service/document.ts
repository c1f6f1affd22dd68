import etag from '@fastify/etag';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../contract/openapi.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { ServedNames } from '../contract/wire-names.ts';
import { sendJson } from './route.ts';

/** The OpenAPI document, as it is served and printed. */
export const openApiText = (operations: readonly Operation[]): string =>
  JSON.stringify(openApiDocument(operations), undefined, 2);

/** Removes duplicate alternatives: custom names can make two members equal. */
const withoutTwins = (name: string, value: unknown): unknown =>
  name === 'oneOf' && Array.isArray(value)
    ? value.filter((one, at) => value.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === at)
    : value;

/** Serves the OpenAPI document at `/openapi.json`; `/` redirects there. */
export function serveDocument(
  app: FastifyInstance,
  operations: readonly Operation[],
  names: ServedNames | undefined,
): void {
  // Printed on first use: it would delay the start by 50 ms.
  let text: string | undefined;
  const print = () => {
    const printed = openApiText(operations);
    return names ? JSON.stringify(JSON.parse(names.text(printed)), withoutTwins, 2) : printed;
  };
  app.register(async (documents) => {
    await documents.register(etag);
    documents.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'no-cache');
    });
    documents.get('/', (_, reply) => reply.redirect('/openapi.json'));
    documents.get('/openapi.json', (_, reply) => {
      text ??= print();
      return sendJson(reply, 200, text);
    });
  });
}
