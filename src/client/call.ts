import type { Span } from '@opentelemetry/api';
import type { AbortSignalLike } from './abort.ts';

/** Who calls. Every member takes part in what an answer holds: never share an answer between two credentials. */
export interface Credential {
  readonly apiKey: string;
  /** Runs the request in this child team's context. */
  readonly childTeamId?: string | undefined;
}

export interface CallOptions {
  /**
   * The caller leaves. It stops what is not yet sent, retries, and free calls under way; a priced call that was sent
   * goes on, for it may be charged whoever waits.
   */
  readonly signal?: AbortSignalLike | undefined;
  /** The time allowed to the call, from its start to its whole answer: waits for connections and retries included. */
  readonly timeoutMs?: number | undefined;
  /** Sent as `x-request-id`, the same on every attempt. */
  readonly requestId?: string | undefined;
  /** Sent as `traceparent` (W3C Trace Context). */
  readonly traceParent?: string | undefined;
  /** Of what the call is a part; nothing is sent of it. */
  readonly span?: Span | undefined;
  /**
   * Sent, where the operation takes one, as `Idempotency-Key`: an upstream that honours it does nothing twice. Others
   * do not know it, so that no call is sent again for its sake unless the client is told that its upstream charges once.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface Answered<Answer> {
  readonly status: number;
  readonly body: Answer;
  /** The answer's `x-request-id`, or else the one sent. */
  readonly requestId: string | undefined;
  /** From the call to its answer, retries and waits included. */
  readonly milliseconds: number;
  /** How long the last attempt waited for a connection. */
  readonly waitedMs: number;
  /** The answer's body, as received. */
  readonly bytes: number;
  /** The upstream gave it before, to the same idempotency key, and has not charged it again. */
  readonly replayed: boolean;
}
