import type { Span } from '@opentelemetry/api';
import type { AbortSignalLike } from '../../client/abort.ts';
import type { Client } from '../../client/client.ts';
import type { CreditLimitReached } from '../../client/errors.ts';
import type { ApprovalStore } from '../approvals/approval-store.ts';
import type { GraphCache } from '../cache/graph-cache.ts';
import { Budget } from '../credits/budget.ts';
import type { PriceEstimate } from '../credits/price-estimate.ts';
import { Receipt } from '../credits/receipt.ts';
import type { RequestOptions } from '../credits/request-options.ts';
import { Trace } from '../credits/trace.ts';
import type { TargetListStore } from '../lists/target-list-store.ts';
import { BatchScheduler } from '../loaders/batch-scheduler.ts';
import type { Allowances } from '../state/allowances/allowances.ts';
import type { ChildTeams } from '../state/child-teams/child-teams.ts';
import type { ExclusionStore } from '../state/exclusions/kept-exclusions.ts';
import type { Purses } from '../state/purses/purses.ts';
import type { SessionReceipts } from '../state/purses/session-receipts.ts';
import type { Session } from '../state/sessions/session.ts';
import type { SessionList } from '../state/sessions/session-list.ts';

/** How many people and companies were named, and how many records were removed. */
export interface Forgot {
  readonly everything: boolean;
  readonly profiles: number;
  readonly companies: number;
  readonly records: number;
}

/** What one GraphQL operation (for a subscription: one event) knows of its request, and what it has cost so far. */
export abstract class OperationState {
  readonly client: Client;
  /** Undefined where the request brought none: whatever needs one then fails. */
  readonly apiKey: string | undefined;
  /** Present where a session's token came in the key's stead. */
  readonly session: Session | undefined;
  readonly requestId: string;
  /** As receipts show it (`PreparedOperation`); undefined for one without a name. */
  name: string | undefined;
  /** Of an event: its id, where events have one. */
  eventId: string | undefined;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignalLike | undefined;
  /** Its deadline has passed: nothing is begun any more. */
  expired = false;
  /** When its request began, or the event that it is executed for, on the clock of `performance`. */
  readonly began: number;
  /** When its document was prepared, and it was made. */
  readonly prepared = performance.now();
  /** Of which its calls are parts; undefined where nothing is traced and its request belongs to no trace. */
  readonly span: Span | undefined;
  readonly scheduler = new BatchScheduler();
  readonly options: RequestOptions;
  readonly cache: GraphCache;
  readonly budget: Budget;
  /** The sums that bound what is paid beyond this operation. */
  readonly purses: Purses;
  readonly sessions: SessionList;
  readonly receipts: SessionReceipts;
  readonly allowances: Allowances;
  readonly childTeams: ChildTeams;
  readonly exclusions: ExclusionStore;
  readonly targetLists: TargetListStore;
  readonly approvals: ApprovalStore;
  readonly receipt: Receipt;
  /** Present where the operation is only to be priced: it then runs without paying. */
  readonly quote: PriceEstimate | undefined;
  /** Every call of the upstream, where the caller asked for it, or the graph measures itself. */
  readonly trace: Trace | undefined;
  /** The upstream's 402, after which nothing is paid for any more: every team of the key bills the same allowance. */
  refusal: CreditLimitReached | undefined;
  /** What the caller should know of the request, and nothing failed for; printed in `extensions.warnings`. */
  readonly warnings = new Set<string>();
  /** What it has had removed from the cache, one for each field that did, for the audit log. */
  forgot: Forgot[] | undefined;

  constructor(request: {
    readonly client: Client;
    readonly apiKey: string | undefined;
    readonly session?: Session | undefined;
    readonly requestId: string;
    readonly signal?: AbortSignalLike | undefined;
    readonly options: RequestOptions;
    readonly quote?: PriceEstimate | undefined;
    readonly cache: GraphCache;
    readonly purses: Purses;
    readonly sessions: SessionList;
    readonly receipts: SessionReceipts;
    readonly allowances: Allowances;
    readonly childTeams: ChildTeams;
    readonly exclusions: ExclusionStore;
    readonly targetLists: TargetListStore;
    readonly approvals: ApprovalStore;
    /** Notes the calls of the upstream for the graph's own use, too. */
    readonly measured?: boolean | undefined;
    readonly began?: number | undefined;
    readonly span?: Span | undefined;
  }) {
    this.client = request.client;
    this.apiKey = request.apiKey;
    this.session = request.session;
    this.requestId = request.requestId;
    this.signal = request.signal;
    this.options = request.options;
    this.quote = request.quote;
    this.cache = request.cache;
    this.purses = request.purses;
    this.sessions = request.sessions;
    this.receipts = request.receipts;
    this.allowances = request.allowances;
    this.childTeams = request.childTeams;
    this.began = request.began ?? this.prepared;
    this.span = request.span;
    this.exclusions = request.exclusions;
    this.targetLists = request.targetLists;
    this.approvals = request.approvals;
    this.budget = new Budget(request.options.budget);
    this.trace = request.options.trace || request.measured ? new Trace() : undefined;
    this.receipt = new Receipt(request.options.budget);
  }

  /** The trace that its request belongs to, whether it is recorded or not. */
  get traceId(): string | undefined {
    return this.span?.spanContext().traceId;
  }

  /** Takes over the receipt, warnings and trace of another operation, which was executed for this one, too, and charged. */
  follow(ran: OperationState): void {
    this.receipt.follow(ran.receipt.lines);
    this.eventId = ran.eventId;
    for (const warning of ran.warnings) this.warnings.add(warning);
    if (ran.trace) this.trace?.follow(ran.trace);
  }
}
