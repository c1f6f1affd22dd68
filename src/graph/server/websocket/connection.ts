import type { IncomingHttpHeaders } from 'node:http';
import type { Context, WebSocket as ProtocolSocket } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { LogContext } from '../../../telemetry/log-context.ts';
import { traceParentHeader } from '../../../telemetry/trace-parent.ts';
import type { Caller } from '../request-context.ts';

/** A close code of WebSocket (RFC 6455) or of graphql-transport-ws, with why. */
export interface Closing {
  readonly code: number;
  readonly reason: string;
}

/** Clients of graphql-transport-ws come back after these, with all that they had subscribed to. */
export const closings = {
  goingAway: { code: 1001, reason: 'Going away: subscribe again' },
  unconfirmed: { code: 1013, reason: 'The data service does not say whether it accepts the key: try again' },
  lagged: { code: 1013, reason: 'Lagged: read messages faster, and subscribe again' },
} as const satisfies Record<string, Closing>;

/** Clients do not come back after this: the key is not valid any more. */
export const unauthorized: Closing = { code: 4401, reason: 'Unauthorized: the data service refuses the API key' };

/** `connection_init` brought no credential, nor did the upgrade. */
export const noCredential: Closing = {
  code: 4403,
  reason: 'Forbidden: no API key in connectionParams.apiKey, nor in x-api-key of their headers or of the upgrade',
};

/** The connection's credential, or what stands beside it, is not what it must be. */
export const forbidden = (why: string): Closing => ({ code: 4403, reason: `Forbidden: ${why}` });

/** The session that opened the socket is over; a client asks for another before it comes back. */
export const expired: Closing = { code: 4403, reason: 'Forbidden: the session has ended' };

/** The page's session acts for another team: the page asks for another token before it comes back. */
export const switched: Closing = { code: 4403, reason: 'Forbidden: the session acts for another team' };

/** A client sent what is no message of the protocol. */
export const malformed: Closing = { code: 4400, reason: 'Invalid message received' };

/** The most bytes of a closing's reason (RFC 6455, 5.5.1); ws throws at more. */
const longestReason = 123;

const named: ReadonlySet<string> = new Set(['authorization', traceParentHeader]);

/** What graphql-ws knows of a connection. */
export type ProtocolContext = Context<Readonly<Record<string, unknown>>, Connection>;

/** One WebSocket, as the protocol's implementation sees it. */
export class Connection implements ProtocolSocket {
  readonly socket: WebSocket;
  /** The client's. */
  readonly address: string;
  /** The upgrade's, as far as they may say who asks, on what terms, and in which trace. */
  readonly headers: IncomingHttpHeaders;
  /** The session's token in the cookie of the graph's own page; it counts together with a page's token only. */
  readonly cookie: string | undefined;
  readonly #maxBuffered: number;
  readonly #onLag: (connection: Connection) => void;
  /** Answered the last ping. */
  alive = true;
  /** Who it is, once `connection_init` has been accepted. */
  caller: Caller | undefined;
  /** Present while what comes has to wait. */
  #delay: Promise<void> | undefined;
  /** Hands a message to the protocol. */
  receive: (text: string) => Promise<void> = async () => {};

  /** @param maxBuffered the bytes that may wait for a slow reader before `onLag` is called instead of sending */
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
    // A socket may be open for days: what nothing reads is not kept.
    this.headers = Object.fromEntries(
      Object.entries(headers).filter(([name]) => named.has(name) || name.startsWith('x-')),
    );
    this.#onLag = onLag;
    this.#maxBuffered = maxBuffered;
  }

  /** For lines about a message of it: each has an operation of its own, or none. */
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

  /** Has all that comes wait until this has ended. */
  delay(until: () => Promise<void>): void {
    const delay: Promise<void> = (this.#delay ?? Promise.resolve()).then(until).finally(() => {
      if (this.#delay === delay) this.#delay = undefined;
    });
    this.#delay = delay;
  }

  /** Runs at once where nothing has to wait, else in the order of the calls; not after the socket has closed. */
  inTurn(handle: () => void): void {
    if (!this.#delay) handle();
    else void this.#delay.then(() => this.socket.readyState === this.socket.OPEN && handle());
  }

  onMessage(receive: (text: string) => Promise<void>): void {
    this.receive = receive;
  }
}
