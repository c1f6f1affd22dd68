import type { IncomingMessage } from 'node:http';
import { HttpError } from './http-error.ts';

/** Checks on upgrade requests before they become WebSockets; Fastify does not see them. */
export interface Upgrades {
  /** A request's address, like Fastify's `request.ip`: its sender's, or the client's before the trusted proxies. */
  addressOf(request: IncomingMessage): string;
  /** Calls `proceed`, or answers the upgrade: with 503 under overload, or with the refusal from `refusalOf`. */
  admit(
    request: IncomingMessage,
    refusalOf: () => Promise<HttpError | undefined> | undefined,
    proceed: () => void,
  ): void;
}

/**
 * Whether a request asks for a WebSocket. Upgrades to other protocols are ignored (RFC 9110, 7.8): some clients offer
 * h2c with every request, which is then answered over HTTP/1.1.
 */
export const offersWebSocket = ({ headers: { upgrade } }: Pick<IncomingMessage, 'headers'>): boolean =>
  upgrade?.toLowerCase() === 'websocket';

/** Why a request that asks for a WebSocket gets none: the library would refuse it in HTML, and without a request id. */
export function handshakeProblem({ method, url = '', headers }: IncomingMessage, path: string): HttpError | undefined {
  if (url.split('?', 1)[0] !== path)
    return new HttpError(404, 'NOT_FOUND', `There is no WebSocket at this path: it is at ${path}.`);
  if (method !== 'GET')
    return new HttpError(405, 'BAD_USER_INPUT', `A WebSocket is opened by GET, but got ${method}.`, { allow: 'GET' });
  const version = headers['sec-websocket-version'];
  if (version !== '13')
    return new HttpError(400, 'BAD_USER_INPUT', `sec-websocket-version: must be 13, but got ${version ?? 'none'}.`, {
      'sec-websocket-version': '13',
    });
  if (!/^[+/0-9a-z]{22}==$/i.test(headers['sec-websocket-key'] ?? ''))
    return new HttpError(400, 'BAD_USER_INPUT', 'sec-websocket-key: must be 16 bytes in base64, but is not.');
  return undefined;
}
