import type { IncomingMessage } from 'node:http';
import type { HttpError } from './http-error.ts';

/** How upgrades are judged before a WebSocket is made of them, which Fastify does not see. */
export interface Upgrades {
  /** Where a request comes from, as Fastify's `request.ip`: its sender, or who stands before the trusted proxies. */
  addressOf(request: IncomingMessage): string;
  /** Goes on with an upgrade, or answers it: with 503 while requests are, or with what `refusalOf` resolves with. */
  admit(
    request: IncomingMessage,
    refusalOf: () => Promise<HttpError | undefined> | undefined,
    proceed: () => void,
  ): void;
}

/**
 * Whether a request asks for a WebSocket. A server ignores an upgrade to another protocol (RFC 9110, 7.8), such as the
 * h2c that some clients offer with every request: that request is answered over HTTP/1.1.
 */
export const offersWebSocket = ({ headers: { upgrade } }: Pick<IncomingMessage, 'headers'>): boolean =>
  upgrade?.toLowerCase() === 'websocket';
