import type { Dispatcher } from 'undici';
import { idempotentReplayedHeader, requestIdHeader } from '../contract/headers.ts';
import type { Operation } from '../contract/operation/operation.ts';
import type { AbortSignalLike } from './abort.ts';
import {
  type CallError,
  Cancelled,
  ConnectionLost,
  type Failure,
  isPriced,
  UpstreamMalformed,
  UpstreamTimeout,
  UpstreamUnreachable,
} from './errors.ts';

/** An attempt of a call. */
export interface Attempt {
  readonly operation: Operation;
  readonly message: Dispatcher.DispatchOptions;
  readonly requestId: string | undefined;
  /** Timeout of the whole call, and what is left of it, in milliseconds. */
  readonly timeoutMs: number;
  readonly leftMs: number;
  readonly signal: AbortSignalLike | undefined;
  /** Whether it can be retried even if its answer is lost, because the upstream charges once for its key. */
  readonly paysOnce?: boolean | undefined;
}

/** A raw response. */
export interface Received {
  readonly status: number;
  /** The response's `x-request-id`, or else the one sent. */
  readonly requestId: string | undefined;
  readonly retryAfter: string | undefined;
  /** The header `content-encoding`. */
  readonly codings: string | undefined;
  /** Whether the upstream says that it repeated an earlier answer to the same idempotency key. */
  readonly replayed: boolean;
  /** Time from dispatch until the request was written to a connection. */
  readonly waitedMs: number;
  readonly body: Buffer;
}

/** Maximum size of an answer: more than any page of the interface, and less than the maximum length of a string. */
export const answerBytes = 256 * 1024 * 1024;

/** Errors of undici for invalid responses; all others after the request was sent are connection errors. */
const malformedReasons = /^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW)/;

/**
 * Sends a request and collects its response directly into a buffer, without the stream of `request().body`.
 *
 * @throws {CallError} if there is no complete response
 */
export function sendAttempt(dispatcher: Dispatcher, attempt: Attempt): Promise<Received> {
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const handler = new AttemptHandler(attempt, resolve, reject);
  if (!handler.isSettled) dispatcher.dispatch(attempt.message, handler);
  return promise;
}

/** Minimum buffer for a body of unknown length. */
const leastRoom = 16 * 1024;
const empty = Buffer.alloc(0);

/**
 * Collects a body. If it arrives in one chunk whose buffer contains little else, that chunk is used. Otherwise it is
 * copied into its own buffer, since a cached answer would keep the socket's larger buffer, or the pool of
 * `Buffer.concat`, alive. Chunks are copied as they arrive, so that they die young: chunks kept until the end survive
 * minor garbage collections, and their size triggers major ones.
 */
class Body {
  readonly #expected: number;
  #room: Buffer = empty;
  #bytes = 0;

  /** @param expected length in bytes; 0 if unknown */
  constructor(expected: number) {
    this.#expected = Math.min(expected, answerBytes);
  }

  get bytes(): number {
    return this.#bytes;
  }

  append(chunk: Buffer): void {
    if (chunk.length === this.#expected && chunk.buffer.byteLength < 2 * chunk.length) {
      this.#room = chunk;
      this.#bytes = chunk.length;
      return;
    }
    const bytes = this.#bytes + chunk.length;
    if (bytes > this.#room.length) this.#resize(Math.max(bytes, this.#expected || leastRoom, 2 * this.#room.length));
    chunk.copy(this.#room, this.#bytes);
    this.#bytes = bytes;
  }

  whole(): Buffer {
    if (this.#bytes < this.#room.length) this.#resize(this.#bytes);
    return this.#room;
  }

  #resize(bytes: number): void {
    const room = Buffer.allocUnsafeSlow(bytes);
    this.#room.copy(room, 0, 0, this.#bytes);
    this.#room = room;
  }
}

class AttemptHandler implements Dispatcher.DispatchHandler {
  readonly #operation: Operation;
  readonly #signal: AbortSignalLike | undefined;
  readonly #resolve: (received: Received) => void;
  readonly #reject: (error: CallError) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #paysOnce: boolean | undefined;
  readonly #began = performance.now();
  #waitedMs = 0;

  /** Present once the request is written to a connection. */
  #controller: Dispatcher.DispatchController | undefined;
  #status: number | undefined;
  #requestId: string | undefined;
  #retryAfter: string | undefined;
  #codings: string | undefined;
  #replayed = false;
  #body: Body | undefined;
  isSettled = false;

  constructor(attempt: Attempt, resolve: (received: Received) => void, reject: (error: CallError) => void) {
    const { operation, requestId, timeoutMs, leftMs, signal } = attempt;
    this.#operation = operation;
    this.#paysOnce = attempt.paysOnce;
    this.#requestId = requestId;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(() => this.#giveUp(new UpstreamTimeout(this.#failure(), timeoutMs)), leftMs);
    if (signal?.aborted) this.#leave();
    else signal?.addEventListener('abort', this.#leave);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // The attempt ended while the request was queued: do not write it.
    if (this.isSettled) {
      controller.abort(new Error('given up'));
      return;
    }
    this.#controller = controller;
    this.#waitedMs = performance.now() - this.#began;
    if (isPriced(this.#operation)) this.#signal?.removeEventListener('abort', this.#leave);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Readonly<Record<string, unknown>>): void {
    this.#status = status;
    this.#requestId = single(headers[requestIdHeader]) ?? this.#requestId;
    this.#retryAfter = single(headers['retry-after']);
    this.#codings = single(headers['content-encoding']);
    this.#replayed = single(headers[idempotentReplayedHeader]) === 'true';
    this.#body = new Body(Number(single(headers['content-length'])) || 0);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.isSettled) return;
    if ((this.#body?.bytes ?? 0) + chunk.length > answerBytes) {
      this.#giveUp(new UpstreamMalformed(this.#failure(), `it is larger than ${answerBytes} bytes`));
    } else this.#body?.append(chunk);
  }

  onResponseEnd(): void {
    if (this.#status === undefined || !this.#body || !this.#settle()) return;
    this.#resolve({
      status: this.#status,
      requestId: this.#requestId,
      retryAfter: this.#retryAfter,
      codings: this.#codings,
      waitedMs: this.#waitedMs,
      replayed: this.#replayed,
      body: this.#body.whole(),
    });
  }

  onResponseError(_: Dispatcher.DispatchController | null, error: Error): void {
    if (!this.#settle()) return;
    // Keep only the code: errors of undici can contain bytes of the response.
    const reason = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
    if (this.#controller === undefined) this.#reject(new UpstreamUnreachable(this.#failure(), reason));
    else if (malformedReasons.test(reason))
      this.#reject(new UpstreamMalformed(this.#failure(), `not HTTP (${reason})`));
    else this.#reject(new ConnectionLost(this.#failure(), reason));
  }

  readonly #leave = (): void => this.#giveUp(new Cancelled(this.#failure()));

  #giveUp(error: CallError): void {
    if (!this.#settle()) return;
    this.#controller?.abort(error);
    this.#reject(error);
  }

  #settle(): boolean {
    if (this.isSettled) return false;
    this.isSettled = true;
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#leave);
    return true;
  }

  #failure(): Failure {
    return {
      operation: this.#operation,
      sent: this.#controller !== undefined,
      status: this.#status,
      requestId: this.#requestId,
      paysOnce: this.#paysOnce,
    };
  }
}

const single = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
