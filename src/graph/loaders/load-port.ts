import type { AbortSignalLike } from '../../client/abort.ts';
import type { Answered } from '../../client/call.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import type { Budget, Reservation } from '../credits/budget.ts';
import type { Receipt } from '../credits/receipt.ts';
import type { BatchScheduler, RevealedKinds } from './batch-scheduler.ts';

/** All that loaders know of the operation they load for, and of its credential. */
export interface LoadPort {
  /** Calls an operation that costs credits for each record of its answer; `budget` and `receipt` are the caller's to keep. */
  fetch<Request, Answer>(operation: Operation<Request, Answer>, request: Request): Promise<Answered<Answer>>;
  /** Calls an operation that costs nothing; `named` are the kinds of records that its answer may name and that may have to be paid for. */
  search<Request, Answer>(
    operation: Operation<Request, Answer>,
    request: Request,
    named: RevealedKinds,
  ): Promise<Answered<Answer>>;
  /**
   * Reserves up to so many credits for a call that is about to be sent, in whole multiples of `unit`: in the budget, and in
   * the purses that bound the credential.
   */
  reserve(operation: Operation, credits: number, unit: number): Promise<Reservation>;
  readonly budget: Budget;
  readonly receipt: Receipt;
  readonly schedule: BatchScheduler;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignalLike | undefined;
  /** How old a cached record may be, in milliseconds; 0 neither reads the cache nor joins a load in flight. */
  readonly maxAgeMs: number | undefined;
  /** How many records one fetch may ask for. */
  readonly recordsPerFetch: number;
  readonly requestId: string;
  /** Whether the operation is only priced: what is cached is served, and nothing is fetched. */
  readonly priceOnly: boolean;
  /** Why no fetch may be sent any more: the upstream would refuse it. */
  readonly stopped: Error | undefined;
  /** Notes a failed fetch: after a 402, or when the key is refused, no further one is sent. */
  stopAfter(error: Error): void;
  /** Resolves once the upstream has lately accepted the credential, for which it may be asked, free. */
  confirm(): Promise<void>;
}
