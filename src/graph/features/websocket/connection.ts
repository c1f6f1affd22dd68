import type { IncomingHttpHeaders } from 'node:http';
import type { Context, WebSocket as ProtocolSocket } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { LogContext } from '../../../telemetry/log-context.ts';
import { traceParentHeader } from '../../../telemetry/log-context.ts';
import type { Caller } from '../../http/request-context.ts';

/** A close code of WebSocket (RFC 6455) or graphql-transport-ws, with its reason. */
export interface Closing {
  readonly code: number;
  readonly reason: string;
}

/** Clients of graphql-transport-ws reconnect after these codes, and subscribe again. */
export const closings = {
  goingAway: { code: 1001, reason: 'Going away: subscribe again' },
  unconfirmed: { code: 1013, reason: 'The data service does not say whether it accepts the key: try again' },
  lagged: { code: 1013, reason: 'Lagged: read messages faster, and subscribe again' },
} as const satisfies Record<string, Closing>;

/** Clients do not reconnect after this code: the key is no longer valid. */
export const unauthorized: Closing = { code: 4401, reason: 'Unauthorized: the data service refuses the API key' };

/** Neither `connection_init` nor the upgrade had a credential. */
export const noCredential: Closing = {
  code: 4403,
  reason: 'Forbidden: no API key in connectionParams.apiKey, nor in x-api-key of their headers or of the upgrade',
};

/** A credential, or another parameter of the connection, is invalid. */
export const forbidden = (why: string): Closing => ({ code: 4403, reason: `Forbidden: ${why}` });

/** The session has ended; a client needs another one before it reconnects. */
export const expired: Closing = { code: 4403, reason: 'Forbidden: the session has ended' };

/** The page's session acts for another team; the page needs another token before it reconnects. */
export const switched: Closing = { code: 4403, reason: 'Forbidden: the session acts for another team' };

/** A client sent an invalid message. */
export const malformed: Closing = { code: 4400, reason: 'Invalid message received' };

/** Maximum length of a close reason, in bytes (RFC 6455, 5.5.1); ws throws if it is longer. */
const longestReason = 123;

const named: ReadonlySet<string> = new Set(['authorization', traceParentHeader]);

/** The context that graphql-ws keeps for a connection. */
export type ProtocolContext = Context<Readonly<Record<string, unknown>>, Connection>;

/** A WebSocket, adapted to graphql-ws. */
export class Connection implements ProtocolSocket {
  readonly socket: WebSocket;
  /** The client's address. */
  readonly address: string;
  /** Headers of the upgrade that may contain credentials, options or a trace. */
  readonly headers: IncomingHttpHeaders;
  /** Session token from the cookie of the graph's own page; valid only together with a page token. */
  readonly cookie: string | undefined;
  readonly #maxBuffered: number;
  readonly #onLag: (connection: Connection) => void;
  /** Whether it answered the last ping. */
  alive = true;
  /** The caller, once `connection_init` has been accepted. */
  caller: Caller | undefined;
  /** Present while incoming messages must wait. */
  #delay: Promise<void> | undefined;
  /** Passes a message to graphql-ws. */
  receive: (text: string) => Promise<void> = async () => {};

  /** @param maxBuffered bytes buffered for a slow reader beyond which `onLag` is called instead of sending */
  constructor(
    socket: WebSocket,
    headers: IncomingHttpHeaders,
    address: string,
    cookie: string | undefined,
    maxBuffered: number,
    onLag: (connection: Connection) => void,
  ) {
    this.socket = socket;
    this.address = address;
    this.cookie = cookie;
    // A socket may be open for days, so keep only headers that are read.
    this.headers = Object.fromEntries(
      Object.entries(headers).filter(([name]) => named.has(name) || name.startsWith('x-')),
    );
    this.#onLag = onLag;
    this.#maxBuffered = maxBuffered;
  }

  /** Log context for lines about a message of this socket. */
  logContext(): LogContext {
    const { traceparent } = this.headers;
    return {
      requestId: this.caller?.requestId,
      traceParent: typeof traceparent === 'string' ? traceparent : undefined,
    };
  }

  get protocol(): string {
    return this.socket.protocol;
  }

  send(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    if (this.socket.bufferedAmount > this.#maxBuffered) this.#onLag(this);
    else this.socket.send(text);
  }

  close(code?: number, reason?: string): void {
    const tooLong = reason !== undefined && Buffer.byteLength(reason) > longestReason;
    this.socket.close(code, tooLong ? undefined : reason);
  }

  end({ code, reason }: Closing): void {
    this.close(code, reason);
  }

  /** Makes incoming messages wait until this has settled. */
  delay(until: () => Promise<void>): void {
    const delay: Promise<void> = (this.#delay ?? Promise.resolve()).then(until).finally(() => {
      if (this.#delay === delay) this.#delay = undefined;
    });
    this.#delay = delay;
  }

  /** Runs at once if nothing waits, otherwise in order of the calls; dropped if the socket has closed by then. */
  inTurn(handle: () => void): void {
    if (!this.#delay) handle();
    else void this.#delay.then(() => this.socket.readyState === this.socket.OPEN && handle());
  }

  onMessage(receive: (text: string) => Promise<void>): void {
    this.receive = receive;
  }
}
