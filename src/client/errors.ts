import type { Operation } from '../contract/operation/operation.ts';

/**
 * A class for each kind of failed call, with its code for `errors[].extensions`, whether it may have cost credits, and
 * whether the call can be retried. Messages, stacks and inspected fields never contain the key, a body, or text from
 * the upstream.
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

/** Facts about a failed call. */
export interface Failure {
  readonly operation: Operation;
  /** Whether any part of the request was written to a connection. */
  readonly sent: boolean;
  /** Status of the answer, if its head has arrived. */
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  /** Sentences of the upstream's error body, without the key. */
  readonly sentences?: readonly string[] | undefined;
  /** From the answer's `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  /** Whether it had an idempotency key. */
  readonly keyed?: boolean | undefined;
  /** Whether it had an idempotency key, and the upstream is known to charge once per key. */
  readonly paysOnce?: boolean | undefined;
}

export abstract class CallError extends Error {
  abstract readonly code: CallErrorCode;
  /** The operation's name. */
  readonly operation: string;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /**
   * `no`: certainly free, because the operation is free, the request was not sent, or the status is not 200
   * (specification: "Failed requests (non-200) cost 0 credits"). `maybe`: the upstream may have answered and charged.
   */
  readonly charged: 'no' | 'maybe';
  /** Private, so that neither logs nor `inspect` show text from the upstream. */
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

  /** Sentences of the upstream's error body. For the caller only, since they may repeat the request. */
  get sentences(): readonly string[] {
    return this.#sentences;
  }

  /** Whether another retry is safe and may help, after `retried` retries. */
  shouldRetry(_retried = 0): boolean {
    return false;
  }
}

/** 401, or a key that is not a valid header value. */
export class Unauthenticated extends CallError {
  readonly code = 'UNAUTHENTICATED';

  constructor(failure: Failure) {
    super('The data service does not know the API key: it is mistyped, expired or revoked.', failure);
  }
}

/** 403: the key lacks the partner permission, or names a child team that is not its own. */
export class Forbidden extends CallError {
  readonly code = 'FORBIDDEN';

  constructor(failure: Failure) {
    super(`${failure.operation.name}: the API key is not allowed to do this.`, failure);
  }
}

/**
 * 401 or 403 without a JSON body: a proxy or firewall before the data service refused the request, so the API key was not
 * judged.
 */
export class RefusedByGateway extends CallError {
  readonly code = 'UPSTREAM_FAILED';

  constructor(failure: Failure) {
    super(
      `${failure.operation.name}: a proxy or firewall before the data service refused the request with ${failure.status} (its answer is not JSON), so the API key was not judged.`,
      failure,
    );
  }
}

/** 400 or another 4xx, or a request that cannot be sent. `sentences` are the reasons. */
export class BadUpstreamRequest extends CallError {
  readonly code = 'BAD_UPSTREAM_REQUEST';

  constructor(failure: Failure, problem = `the data service refused the request with ${failure.status}`) {
    super(`${failure.operation.name}: ${problem}.`, failure);
  }
}

/**
 * 404 with a JSON body to a fetch of records. Some upstreams answer so if any of the records, or all, are not there; it may
 * also mean that nothing is at this address.
 */
export class RecordsMissing extends BadUpstreamRequest {
  constructor(failure: Failure) {
    super(failure, 'the data service answered 404: either the record does not exist, or nothing is at this address');
  }
}

/** URLs for a team that has reached its limit. Source: the specification's "Overage-protection 402 body". */
export interface Resolution {
  readonly enableOverages: string;
  readonly upgradePlan: string;
}

/** 402: the team's credit allowance is used up. */
export class CreditLimitReached extends CallError {
  readonly code = 'CREDIT_LIMIT';
  /** Present if overage protection refused the call. */
  readonly resolution: Resolution | undefined;

  constructor(failure: Failure, resolution: Resolution | undefined) {
    super(`${failure.operation.name}: the team’s credit allowance is used up.`, failure);
    this.resolution = resolution;
  }
}

/**
 * 409 to a call with an idempotency key: an earlier call with this key is still in progress. A later retry gets that
 * call's answer.
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

/**
 * 429: refused before anything was done, so any operation can be retried. Or not sent, because calls of the key pause
 * after a 429, or the call’s turn would have come too late.
 */
export class RateLimited extends CallError {
  readonly code = 'RATE_LIMITED';
  readonly retryAfterMs: number | undefined;

  constructor(failure: Failure, problem = 'the data service’s rate limit is reached') {
    super(`${failure.operation.name}: ${problem}.`, failure);
    this.retryAfterMs = failure.retryAfterMs;
  }

  override shouldRetry(): boolean {
    return true;
  }
}

/** 5xx, or another unexpected status. */
export class UpstreamFailed extends CallError {
  readonly code = 'UPSTREAM_FAILED';
  readonly retryAfterMs: number | undefined;
  readonly #retriable: boolean;

  constructor(failure: Failure) {
    // Drop the sentences: a failing upstream reports internals, not problems of the request.
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

/** The circuit is open, because the upstream failed too often recently. The request was not sent. */
export class CircuitOpen extends CallError {
  readonly code = 'UPSTREAM_UNREACHABLE';

  constructor(failure: Failure) {
    super(`${failure.operation.name}: the data service has failed too often recently, so it was not called.`, failure);
  }
}

/** The connection broke between sending the request and receiving the complete answer. */
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

/** No complete answer within the timeout of the call, which includes retries. */
export class UpstreamTimeout extends CallError {
  readonly code = 'UPSTREAM_TIMEOUT';
  readonly timeoutMs: number;

  constructor(failure: Failure, timeoutMs: number) {
    super(`${failure.operation.name}: the data service did not answer within ${timeoutMs} ms.`, failure);
    this.timeoutMs = timeoutMs;
  }
}

/** An answer that is not HTTP, not JSON, has another shape, or is too large. */
export class UpstreamMalformed extends CallError {
  readonly code = 'UPSTREAM_MALFORMED';

  constructor(failure: Failure, problem: string) {
    super(`${failure.operation.name}: the data service’s answer cannot be read: ${problem}.`, failure);
  }
}

/** The caller left, or a deadline passed, before the request was sent or while a free call was in flight. */
export class Cancelled extends CallError {
  readonly code = 'CANCELLED';

  constructor(failure: Failure, reason: 'the caller left' | 'the operation’s deadline passed' = 'the caller left') {
    super(`${failure.operation.name}: ${reason} before the answer came.`, failure);
  }
}

export const isPriced = (operation: Operation): boolean => operation.price.per !== 'nothing';

/** Whether a repeated call could act twice. The embedded service runs these operations once per `Idempotency-Key`. */
const hasEffects = (operation: Operation): boolean => operation.idempotencyKey;

/** Whether repeating a call costs nothing and changes nothing, even if the first one was executed. */
export const isRepeatable = (operation: Operation): boolean => !isPriced(operation) && !hasEffects(operation);

/**
 * Whether a call can be retried after a 5xx. Failures are free, but a proxy's error can hide a charged answer, so
 * priced calls are retried only after 503, which says that nothing was done.
 */
const mayBeSentAfter = (status: number, operation: Operation): boolean =>
  status === 503 ? !hasEffects(operation) : status >= 500 && isRepeatable(operation);

const mayHaveBeenCharged = ({ operation, sent, status }: Failure): boolean =>
  isPriced(operation) && sent && (status === undefined || status === 200);
