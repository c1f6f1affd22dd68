import type { AbortSignalLike } from '../../client/abort.ts';
import type { Answered } from '../../client/call.ts';
import type { Cancelled } from '../../client/errors.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import type { Budget, Reservation } from '../credits/budget.ts';
import type { Receipt } from '../credits/receipt.ts';
import type { BatchScheduler, RevealedKinds } from './batch-scheduler.ts';

/** The interface between loaders and the operation they load for, with its credential. */
export interface LoadPort {
  /**
   * Calls an endpoint that charges credits per record returned; the caller books the charge in `budget` and `receipt`.
   */
  fetch<Request, Answer>(operation: Operation<Request, Answer>, request: Request): Promise<Answered<Answer>>;
  /**
   * Calls a free endpoint. `named` lists the kinds of records that the answer may name and that may then have to be
   * paid for: paid batches of these kinds wait for the answer.
   */
  search<Request, Answer>(
    operation: Operation<Request, Answer>,
    request: Request,
    named: RevealedKinds,
  ): Promise<Answered<Answer>>;
  /**
   * Reserves up to `credits` for a call that is about to be sent, in whole multiples of `unit`: in the budget and in
   * the purses that apply to the credential.
   */
  reserve(operation: Operation, credits: number, unit: number): Reservation | Promise<Reservation>;
  readonly credential: { readonly childTeamId?: string | undefined };
  readonly budget: Budget;
  readonly receipt: Receipt;
  readonly schedule: BatchScheduler;
  /** Aborted when the caller no longer waits for the response. */
  readonly signal: AbortSignalLike | undefined;
  /** When a call must be sent at the latest, by `performance.now()`; undefined without a deadline. */
  readonly sendBy: number | undefined;
  /** The error of a call that is not sent, since the signal has aborted. */
  cancelled(operation: Operation): Cancelled;
  /** Maximum age of a cached record, in milliseconds; with 0, neither the cache nor a load in flight is used. */
  readonly maxAgeMs: number | undefined;
  readonly recordsPerFetch: number;
  readonly requestId: string;
  /** The same for a repeat of the operation, whose fetches the upstream charges once; undefined if it may not. */
  readonly repeatKey: string | undefined;
  /** Whether the upstream has answered this operation with success since the graph started. */
  hasAnswered(operation: Operation): boolean;
  /** Whether a page's host is the provider's, so that its URL identifies a record. */
  isProviderHost(host: string): boolean | Promise<boolean>;
  /** Whether this is a quote: cached records are served, nothing is fetched. */
  readonly priceOnly: boolean;
  /** Whether the upstream has recently refused the key a payment, and accepted none since. */
  readonly isAllowanceUsedUp: boolean;
  /** The error after which no further fetch is sent, because the upstream would refuse it. */
  readonly stopped: Error | undefined;
  /** Records a failed fetch: after a 402 or a refused key, no further fetch is sent. */
  stopAfter(error: Error): void;
  /** Resolves if the upstream has recently accepted the credential; otherwise makes a free call to check it. */
  confirm(): Promise<void>;
}
