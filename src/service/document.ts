import type { FastifyInstance } from 'fastify';
import { openApiDocument } from '../contract/openapi.ts';
import type { Operation } from '../contract/operation/operation.ts';
import { sendJson } from './route.ts';

/** `/openapi.json`: the description of the operations that are served. */
export function serveDocument(app: FastifyInstance, operations: readonly Operation[]): void {
  const text = JSON.stringify(openApiDocument(operations), undefined, 2);
  app.get('/openapi.json', (_, reply) => sendJson(reply, 200, text));
}
