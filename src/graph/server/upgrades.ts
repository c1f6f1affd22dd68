import type { IncomingMessage } from 'node:http';
import type { AddressOf } from './client-address.ts';
import type { HttpError } from './http-error.ts';

/** How upgrades are judged before a WebSocket is made of them, which Fastify does not see. */
export interface Upgrades {
  readonly addressOf: AddressOf;
  /** Goes on with an upgrade, or answers it: with 503 while requests are, or with what `refusal` says. */
  admit(request: IncomingMessage, refusal: () => HttpError | undefined, proceed: () => void): void;
}
