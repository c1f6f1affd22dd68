import { type ExecutionResult, GraphQLError } from 'graphql';
import { CallError } from '../../../client/errors.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import type { Price } from '../../credits/price-estimate.ts';
import type { Operation } from '../../operation/operation.ts';
import type { AdmittedOperation } from '../../operation/operation-limits.ts';
import type { PreparedOperation } from '../../operation/prepared-operation.ts';
import type { TrustedDocuments } from '../../operation/trusted-documents.ts';
import { OperationNames } from './operation-names.ts';
import { QuoteMemory } from './quote-memory.ts';

/** An operation that has ended, whichever transport carried it; for a subscription, one event. */
export interface EndedOperation {
  /** On the clock of `performance`. */
  readonly began: number;
  /** Undefined where the document could not be read, or is invalid. */
  readonly prepared: PreparedOperation | undefined;
  /** Present where it was executed. */
  readonly executed?: { readonly operation: Operation; readonly admitted: AdmittedOperation } | undefined;
  readonly result: { readonly data?: ExecutionResult['data']; readonly errors?: readonly Error[] | undefined };
}

/** `refused`: before it ran; `failed`: without data; `partial`: with data and errors. */
type Outcome = 'ok' | 'partial' | 'failed' | 'refused';

/** What is measured of operations, from what each has come to when it ends. */
export class OperationObserver {
  readonly #metrics: Metrics;
  readonly #names: OperationNames;
  readonly #quotes = new QuoteMemory();

  constructor(metrics: Metrics, trusted: TrustedDocuments) {
    this.#metrics = metrics;
    this.#names = new OperationNames(trusted);
  }

  ended(ended: EndedOperation): void {
    const { began, prepared, executed, result } = ended;
    // A quote executes an operation without paying for it; it has a metric of its own.
    if (executed?.operation.quote) return;
    const metrics = this.#metrics;
    const name = prepared && { 'graphql.operation.name': this.#names.of(prepared) };
    const type = prepared && { 'graphql.operation.type': prepared.operation.operation };
    metrics.add('kith.operations', 1, { ...name, ...type, 'kith.outcome': outcomeOf(ended) });
    for (const error of result.errors ?? []) this.refused(codeOf(error));
    if (!executed) return;
    metrics.record('kith.operation.duration', (performance.now() - began) / 1000, name);
    this.#measureCredits(executed, name);
    for (const { operation, ids = 0, shared } of executed.operation.trace?.calls ?? []) {
      if (ids === 0 || shared) continue;
      metrics.record('kith.fetch.batch.size', ids, { 'kith.upstream.operation': operation });
      metrics.add('kith.cache.requests', ids, { 'kith.cache.result': 'miss' });
    }
  }

  quoted(price: Price, operation: Operation, admitted: AdmittedOperation): void {
    this.#quotes.quoted(price, operation, admitted);
    this.#metrics.add('kith.credits.quoted', price.max);
  }

  /** A request or an operation was refused, or spends no more, under this code. */
  refused(code: string): void {
    const rule = rules.has(code) ? code.toLowerCase() : undefined;
    if (rule !== undefined) this.#metrics.add('kith.refusals', 1, { 'kith.rule': rule });
  }

  #measureCredits(
    { operation, admitted }: NonNullable<EndedOperation['executed']>,
    name: { readonly 'graphql.operation.name': string } | undefined,
  ): void {
    const metrics = this.#metrics;
    const { receipt } = operation;
    const { charged, shared, savedByCache, savedByPayload, savedByIdentity, maybeCharged } = receipt.lines;
    if (shared > 0) metrics.add('kith.credits.shared', shared);
    // What another operation paid for, and was spared, is that one's.
    if (receipt.followed) return;
    if (charged > 0) metrics.add('kith.credits.charged', charged, name);
    if (maybeCharged > 0) metrics.add('kith.credits.maybe_charged', maybeCharged);
    if (savedByPayload > 0) metrics.add('kith.credits.saved', savedByPayload, { 'kith.saved.by': 'payload' });
    if (savedByIdentity > 0) metrics.add('kith.credits.saved', savedByIdentity, { 'kith.saved.by': 'identity' });
    if (savedByCache > 0) {
      metrics.add('kith.credits.saved', savedByCache, { 'kith.saved.by': 'cache' });
      metrics.add('kith.cache.requests', savedByCache, { 'kith.cache.result': 'hit' });
    }
    if (shared > 0) metrics.add('kith.cache.requests', shared, { 'kith.cache.result': 'joined' });
    const quote = this.#quotes.take(operation, admitted);
    if (!quote) return;
    const { side, by } = errorOf(quote, charged);
    metrics.record('kith.quote.error', by, { 'kith.quote.side': side });
  }
}

/** How far a charge lies outside of what was quoted, and on which side. */
function errorOf({ min, max }: Price, charged: number) {
  if (charged > max) return { side: 'over', by: charged - max } as const;
  if (charged < min) return { side: 'under', by: min - charged } as const;
  return { side: 'within', by: 0 } as const;
}

function outcomeOf({ executed, result: { data, errors = [] } }: EndedOperation): Outcome {
  if (errors.length === 0) return 'ok';
  if (!executed || data === undefined) return 'refused';
  return data === null ? 'failed' : 'partial';
}

/** An error’s code, as its caller is told it. */
function codeOf(error: Error): string {
  if (!(error instanceof GraphQLError)) return 'INTERNAL_SERVER_ERROR';
  const { extensions, originalError: cause } = error;
  if (typeof extensions.code === 'string') return extensions.code;
  if (cause instanceof CallError) return cause.code;
  if (cause instanceof GraphQLError && typeof cause.extensions.code === 'string') return cause.extensions.code;
  if (cause) return 'INTERNAL_SERVER_ERROR';
  // GraphQL.js gives neither a code; only what was parsed has nodes.
  return error.nodes ? 'GRAPHQL_VALIDATION_FAILED' : 'GRAPHQL_PARSE_FAILED';
}

/** The codes that are a rule’s, in errors of operations and of requests. */
const rules: ReadonlySet<string> = new Set([
  'BAD_USER_INPUT',
  'CREDIT_BUDGET',
  'CREDIT_LIMIT',
  'CREDIT_PURSE',
  'DEADLINE_EXCEEDED',
  'DOCUMENT_NOT_TRUSTED',
  'FORBIDDEN',
  'GOING_AWAY',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'NOT_ACCEPTABLE',
  'NOT_FOUND',
  'OPERATION_TOO_LARGE',
  'OVERLOADED',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'PURSE_UNAVAILABLE',
  'RATE_LIMITED',
  'REQUEST_TOO_LARGE',
  'RESPONSE_TOO_LARGE',
  'TOO_MANY_SESSIONS',
  'TOO_MANY_SUBSCRIPTIONS',
  'UNAUTHENTICATED',
  'UNAVAILABLE',
  'UPSTREAM_FAILED',
  'UPSTREAM_MALFORMED',
  'UPSTREAM_TIMEOUT',
  'UPSTREAM_UNREACHABLE',
]);
