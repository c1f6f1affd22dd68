import type { Span } from '@opentelemetry/api';
import type { AbortSignalLike } from './abort.ts';

/** The caller. Answers depend on every member, so they are never shared between credentials. */
export interface Credential {
  readonly apiKey: string;
  /** Runs the request in this child team's context. */
  readonly childTeamId?: string | undefined;
}

export interface CallOptions {
  /**
   * Aborts when the caller leaves. Cancels unsent calls, retries, and free calls in flight. A priced call that was sent
   * continues, since it may be charged anyway.
   */
  readonly signal?: AbortSignalLike | undefined;
  /** Timeout from when the call is first sent to its complete answer, including retries. */
  readonly timeoutMs?: number | undefined;
  /**
   * When the call must be sent at the latest, by `performance.now()`; by default, it waits for its turn for as long as
   * its timeout.
   */
  readonly sendBy?: number | undefined;
  /** Whether nobody waits for the answer: other calls of the key are then sent first. */
  readonly isBackground?: boolean | undefined;
  /** Sent as `x-request-id`, the same on every attempt. Calls with different ones take turns. */
  readonly requestId?: string | undefined;
  /** Sent as `traceparent` (W3C Trace Context). */
  readonly traceParent?: string | undefined;
  /** Parent span; not sent. */
  readonly span?: Span | undefined;
  /**
   * Sent as `Idempotency-Key` if the operation takes one. Not all upstreams honour it, so calls are retried because of
   * it only if the client is configured for an upstream that charges once per key.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface Answered<Answer> {
  readonly status: number;
  readonly body: Answer;
  /** The answer's `x-request-id`, or else the one sent. */
  readonly requestId: string | undefined;
  /** Duration of the call, including retries and waits. */
  readonly milliseconds: number;
  /** How long the last attempt waited for its turn and for a connection. */
  readonly waitedMs: number;
  /** Size of the body, as received. */
  readonly bytes: number;
  /** Whether the upstream repeated an earlier answer to the same idempotency key, without charging again. */
  readonly replayed: boolean;
}
