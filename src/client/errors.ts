import type { Operation } from '../contract/operation/operation.ts';

/**
 * One class for each way in which a call can fail. Each knows its code for the graph's `errors[].extensions`, whether
 * it may have cost credits, and whether sending the same call again is safe. No message, stack or inspected field ever
 * holds the key, a body, or what an upstream wrote.
 */

export type CallErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'BAD_UPSTREAM_REQUEST'
  | 'CREDIT_LIMIT'
  | 'RATE_LIMITED'
  | 'UPSTREAM_FAILED'
  | 'UPSTREAM_UNREACHABLE'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_MALFORMED'
  | 'CANCELLED';

/** What is known of a call when it fails. */
export interface Failure {
  readonly operation: Operation;
  /** The request was written to a connection, whole or in part. */
  readonly sent: boolean;
  /** The answer's status, as soon as its head has come. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** What the upstream's error body says, sentence by sentence, without the key. */
  readonly sentences?: readonly string[] | undefined;
  /** From the answer's `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  /** It had an idempotency key. */
  readonly keyed?: boolean | undefined;
  /** It had an idempotency key for which the upstream is known to charge once. */
  readonly paysOnce?: boolean | undefined;
}

export abstract class CallError extends Error {
  abstract readonly code: CallErrorCode;
  /** The operation's name. */
  readonly operation: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /**
   * `no`: certainly free, for the operation is free, the request was never sent, or the answer's status is not 200
   * (the specification's "Failed requests (non-200) cost 0 credits"). `maybe`: the upstream may have answered, and charged.
   */
  readonly charged: 'no' | 'maybe';
  /** Private, so that neither a log nor `inspect` shows what an upstream wrote. */
  readonly #sentences: readonly string[];

  constructor(message: string, failure: Failure) {
    super(message);
    this.operation = failure.operation.name;
    this.status = failure.status;
    this.requestId = failure.requestId;
    this.charged = mayHaveBeenCharged(failure) ? 'maybe' : 'no';
    this.#sentences = failure.sentences ?? [];
  }

  override get name(): string {
    return this.constructor.name;
  }

  /** The sentences of the upstream's error body; they may repeat what was sent, so they are for the caller only. */
  get sentences(): readonly string[] {
    return this.#sentences;
  }

  /** Whether sending the same call again is safe and may help, after `retried` retries. */
  shouldRetry(_retried = 0): boolean {
    return false;
  }
}

/** 401, or a key that no header can carry. */
export class Unauthenticated extends CallError {
  readonly code = 'UNAUTHENTICATED';

  constructor(failure: Failure) {
    super(`${failure.operation.name}: the data service does not know the API key.`, failure);
  }
}

/** 403: the key lacks the partner permission, or names a child team that is not its own. */
export class Forbidden extends CallError {
  readonly code = 'FORBIDDEN';

  constructor(failure: Failure) {
    super(`${failure.operation.name}: the API key is not allowed to do this.`, failure);
  }
}

/** 400 and the other 4xx, or a request that cannot be sent at all; `sentences` say what is wrong with it. */
export class BadUpstreamRequest extends CallError {
  readonly code = 'BAD_UPSTREAM_REQUEST';

  constructor(failure: Failure, problem = `the data service refused the request with ${failure.status}`) {
    super(`${failure.operation.name}: ${problem}.`, failure);
  }
}

/** Where a team that reached its limit can go on. Source: the specification's "Overage-protection 402 body". */
export interface Resolution {
  readonly enableOverages: string;
  readonly upgradePlan: string;
}

/** 402: the team's credit allowance is used up. */
export class CreditLimitReached extends CallError {
  readonly code = 'CREDIT_LIMIT';
  /** Present where overage protection is what refused. */
  readonly resolution: Resolution | undefined;

  constructor(failure: Failure, resolution: Resolution | undefined) {
    super(`${failure.operation.name}: the team’s credit allowance is used up.`, failure);
    this.resolution = resolution;
  }
}

/**
 * 409 to a call with an idempotency key: an earlier one with this key is not answered yet, and this one was not begun.
 * Sent again later, it has that one's answer.
 */
export class StillInFlight extends CallError {
  readonly code = 'UPSTREAM_FAILED';
  readonly retryAfterMs: number | undefined;

  constructor(failure: Failure) {
    super(`${failure.operation.name}: the same request is still in progress at the data service.`, failure);
    this.retryAfterMs = failure.retryAfterMs;
  }

  override shouldRetry(): boolean {
    return true;
  }
}

/** 429: refused before anything was done, so that every operation can be sent again. */
export class RateLimited extends CallError {
  readonly code = 'RATE_LIMITED';
  readonly retryAfterMs: number | undefined;

  constructor(failure: Failure) {
    super(`${failure.operation.name}: the data service’s rate limit is reached.`, failure);
    this.retryAfterMs = failure.retryAfterMs;
  }

  override shouldRetry(): boolean {
    return true;
  }
}

/** 5xx, or another status that is neither an answer nor a refusal. */
export class UpstreamFailed extends CallError {
  readonly code = 'UPSTREAM_FAILED';
  readonly retryAfterMs: number | undefined;
  readonly #retriable: boolean;

  constructor(failure: Failure) {
    // What a failing upstream says is about its inside, and not about the request: nobody is told.
    super(`${failure.operation.name}: the data service failed with ${failure.status}.`, {
      ...failure,
      sentences: undefined,
    });
    this.retryAfterMs = failure.retryAfterMs;
    this.#retriable = failure.status !== undefined && mayBeSentAfter(failure.status, failure.operation);
  }

  override shouldRetry(): boolean {
    return this.#retriable;
  }
}

/** No connection: the request was never sent. */
export class UpstreamUnreachable extends CallError {
  readonly code = 'UPSTREAM_UNREACHABLE';
  /** The system's or undici's error code, such as `ECONNREFUSED`. */
  readonly reason: string;

  constructor(failure: Failure, reason: string) {
    super(`${failure.operation.name}: the data service cannot be reached (${reason}).`, failure);
    this.reason = reason;
  }

  override shouldRetry(): boolean {
    return true;
  }
}

/** The upstream has failed too often lately: the request was not sent. */
export class CircuitOpen extends CallError {
  readonly code = 'UPSTREAM_UNREACHABLE';

  constructor(failure: Failure) {
    super(`${failure.operation.name}: the data service has failed too often recently, so it was not called.`, failure);
  }
}

/** The connection broke after the request was sent and before the answer was whole. */
export class ConnectionLost extends CallError {
  readonly code = 'UPSTREAM_UNREACHABLE';
  /** The system's or undici's error code, such as `ECONNRESET`. */
  readonly reason: string;
  readonly #repeatable: boolean;

  constructor(failure: Failure, reason: string) {
    super(`${failure.operation.name}: the connection to the data service was lost (${reason}).`, failure);
    this.reason = reason;
    this.#repeatable = isRepeatable(failure.operation) || failure.paysOnce === true;
  }

  override shouldRetry(retried = 0): boolean {
    return retried < 1 && this.#repeatable;
  }
}

/** No whole answer within the time allowed to the call, retries included: there is none left for another. */
export class UpstreamTimeout extends CallError {
  readonly code = 'UPSTREAM_TIMEOUT';
  readonly timeoutMs: number;

  constructor(failure: Failure, timeoutMs: number) {
    super(`${failure.operation.name}: the data service did not answer within ${timeoutMs} ms.`, failure);
    this.timeoutMs = timeoutMs;
  }
}

/** An answer that is not HTTP, not JSON, not of the operation's shape, or too large. */
export class UpstreamMalformed extends CallError {
  readonly code = 'UPSTREAM_MALFORMED';

  constructor(failure: Failure, problem: string) {
    super(`${failure.operation.name}: the data service’s answer cannot be read: ${problem}.`, failure);
  }
}

/** The caller left before the request was sent, or while a free one was on its way. */
export class Cancelled extends CallError {
  readonly code = 'CANCELLED';

  constructor(failure: Failure) {
    super(`${failure.operation.name}: the caller left before the answer came.`, failure);
  }
}

export const isPriced = (operation: Operation): boolean => operation.price.per !== 'nothing';

/** Sent twice, it may act twice; these are the operations that our service does once for an `Idempotency-Key`. */
const hasEffects = (operation: Operation): boolean => operation.idempotencyKey;

/** Called again, though the first may have been answered, costs nothing and changes nothing. */
export const isRepeatable = (operation: Operation): boolean => !isPriced(operation) && !hasEffects(operation);

/**
 * A failure costs nothing, but a proxy's can hide an answer that did: what is priced is sent again after 503 alone, which
 * says that nothing was done.
 */
const mayBeSentAfter = (status: number, operation: Operation): boolean =>
  status === 503 ? !hasEffects(operation) : status >= 500 && isRepeatable(operation);

const mayHaveBeenCharged = ({ operation, sent, status }: Failure): boolean =>
  isPriced(operation) && sent && (status === undefined || status === 200);
