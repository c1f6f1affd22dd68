import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdHeader } from '../../contract/headers.ts';

/** Gives a request an id, the caller's own if it is a plain one, and tells it in the answer, whatever that is. */
export function identify(request: IncomingMessage, response: ServerResponse): void {
  const given = request.headers[requestIdHeader];
  const id = typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
  request.headers[requestIdHeader] = id;
  response.setHeader(requestIdHeader, id);
}
