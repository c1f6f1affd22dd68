import type { Span } from '@opentelemetry/api';
import type { AbortSignalLike } from '../../client/abort.ts';
import type { CreditLimitReached } from '../../client/errors.ts';
import { Budget } from '../credits/budget.ts';
import type { PriceEstimate } from '../credits/price-estimate.ts';
import { Receipt } from '../credits/receipt.ts';
import type { RequestOptions } from '../credits/request-options.ts';
import { Trace } from '../credits/trace.ts';
import { BatchScheduler } from '../loaders/batch-scheduler.ts';
import type { Services } from '../services.ts';
import type { Session } from '../state/sessions/session.ts';

/** A removal of records from the cache: how many people and companies were named, and how many records were removed. */
export interface Forgot {
  readonly everything: boolean;
  readonly profiles: number;
  readonly companies: number;
  readonly records: number;
}

/** State of one GraphQL operation (for a subscription: one event): the request's terms, and the cost so far. */
export abstract class OperationState {
  readonly services: Services;
  /** Undefined if the request carries none: fields that need one then fail. */
  readonly apiKey: string | undefined;
  /** Present if the request carries a session's token instead of a key. */
  readonly session: Session | undefined;
  readonly requestId: string;
  /** The operation's name as receipts show it (see `PreparedOperation`); undefined if it has none. */
  name: string | undefined;
  /** The id of a subscription's event, if its events have ids. */
  eventId: string | undefined;
  /** Aborts when no caller waits for the result any more, or when the deadline passes. */
  signal: AbortSignalLike | undefined;
  /** The deadline has passed: no further upstream call is sent. */
  expired = false;
  /** When a call must be sent at the latest, by `performance.now()`; undefined without a deadline. */
  sendBy: number | undefined;
  /** Start of the request, or of the event's execution, in milliseconds of `performance.now()`. */
  readonly began: number;
  /** When this object was created, in milliseconds of `performance.now()`; the document is prepared by then. */
  readonly prepared = performance.now();
  /** Parent span of the upstream calls; undefined if tracing is off and the request belongs to no trace. */
  readonly span: Span | undefined;
  readonly options: RequestOptions;
  #budget: Budget | undefined;
  #scheduler: BatchScheduler | undefined;
  #receipt: Receipt;
  /** Present if the operation is only priced: it then makes no paid call. */
  readonly quote: PriceEstimate | undefined;
  /** All upstream calls; present if the caller requests a trace, or if the observer records calls. */
  readonly trace: Trace | undefined;
  /** The upstream's 402. No paid call follows it in any scope: all teams of a key share one allowance. */
  refusal: CreditLimitReached | undefined;
  /** Non-fatal problems of the request, for `extensions.warnings`. */
  readonly warnings = new Set<string>();
  /** Removals from the cache, one for each field that made one; for the audit log. */
  forgot: Forgot[] | undefined;

  constructor(request: {
    readonly services: Services;
    readonly apiKey: string | undefined;
    readonly session?: Session | undefined;
    readonly requestId: string;
    readonly signal?: AbortSignalLike | undefined;
    readonly options: RequestOptions;
    readonly quote?: PriceEstimate | undefined;
    /** Records upstream calls even if the caller does not request a trace. */
    readonly measured?: boolean | undefined;
    readonly began?: number | undefined;
    readonly span?: Span | undefined;
  }) {
    this.services = request.services;
    this.apiKey = request.apiKey;
    this.session = request.session;
    this.requestId = request.requestId;
    this.signal = request.signal;
    this.options = request.options;
    this.quote = request.quote;
    this.began = request.began ?? this.prepared;
    this.span = request.span;
    this.trace = request.options.trace || request.measured ? new Trace() : undefined;
    this.#receipt = new Receipt(request.options.budget);
  }

  // Created on first use: some operations pay for nothing and load nothing.

  get budget(): Budget {
    this.#budget ??= new Budget(this.options.budget);
    return this.#budget;
  }

  get scheduler(): BatchScheduler {
    this.#scheduler ??= new BatchScheduler();
    return this.#scheduler;
  }

  get receipt(): Receipt {
    return this.#receipt;
  }

  /** Replaces the budget, before anything is paid for. */
  setBudget(credits: number): void {
    this.#budget = new Budget(credits);
    this.#receipt = new Receipt(credits);
  }

  /** The id of the request's trace, sampled or not. */
  get traceId(): string | undefined {
    return this.span?.spanContext().traceId;
  }

  /**
   * Takes over the receipt, event id, warnings and trace of the identical operation that ran for both and was charged.
   */
  follow(ran: OperationState): void {
    this.receipt.follow(ran.receipt.lines);
    this.eventId = ran.eventId;
    for (const warning of ran.warnings) this.warnings.add(warning);
    if (ran.trace) this.trace?.follow(ran.trace);
  }
}
