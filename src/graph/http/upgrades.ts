import type { IncomingMessage } from 'node:http';
import type { HttpError } from './http-error.ts';

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
