import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Labels } from '../../../telemetry/instruments.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import type { Price } from '../../credits/price-estimate.ts';
import { errorCodes } from '../../error-codes.ts';
import type { EndedOperation } from '../../operation/ended-operation.ts';
import { type Limit, LimitError } from '../../operation/limit-error.ts';
import type { AdmittedOperation } from '../../operation/operation-limits.ts';
import type { Operation } from '../../scope/operation.ts';
import { codeOf, outcomeOf } from './operation-log.ts';

/** Metrics of operations. */
export class OperationMetrics {
  readonly #metrics: Metrics;
  readonly #quotes = new QuoteMemory();

  constructor(metrics: Metrics) {
    this.#metrics = metrics;
  }

  /** @param operationName from `OperationNames`; undefined if no document was read */
  ended(ended: EndedOperation, operationName: string | undefined): void {
    const { began, prepared, operation, admitted, result } = ended;
    // Quotes have their own metric, and the events of a stream are counted instead of the stream.
    if (operation?.quote || ended.part === 'stream') return;
    const metrics = this.#metrics;
    const name = { 'graphql.operation.name': operationName };
    metrics.add('kith.operations', 1, {
      'graphql.operation.name': name['graphql.operation.name'],
      'graphql.operation.type': prepared?.operation.operation,
      'kith.outcome': outcomeOf(ended),
    });
    for (const error of result.errors ?? [])
      this.refused(codeOf(error), error instanceof LimitError ? error.limit : undefined);
    if (!operation || !admitted) return;
    metrics.record('kith.operation.duration', (performance.now() - began) / 1000, name);
    this.#measureCredits(operation, admitted, name);
    for (const { operation: called, ids = 0, shared } of operation.trace?.calls ?? []) {
      if (ids === 0 || shared) continue;
      metrics.record('kith.fetch.batch.size', ids, { 'kith.upstream.operation': called });
      metrics.add('kith.cache.requests', ids, { 'kith.cache.result': 'miss' });
    }
  }

  quoted(price: Price, operation: Operation, admitted: AdmittedOperation): void {
    this.#quotes.quoted(price, operation, admitted);
    this.#metrics.add('kith.credits.quoted', price.max);
  }

  /**
   * Counts a request or operation that was refused or stopped spending.
   *
   * @param limit distinguishes limits that share a code
   */
  refused(code: string, limit?: Limit): void {
    if (!rules.has(code)) return;
    this.#metrics.add('kith.refusals', 1, { 'kith.rule': code.toLowerCase(), ...(limit && { 'kith.limit': limit }) });
  }

  #measureCredits(operation: Operation, admitted: AdmittedOperation, name: Labels<'kith.credits.charged'>): void {
    const metrics = this.#metrics;
    const { receipt } = operation;
    const { charged, shared, savedByCache, savedByPayload, savedByIdentity, kept = 0, maybeCharged } = receipt.lines;
    if (shared > 0) metrics.add('kith.credits.shared', shared);
    // This operation got another's result, which counts for that operation.
    if (receipt.followed) return;
    if (charged > 0) metrics.add('kith.credits.charged', charged, name);
    if (maybeCharged > 0) metrics.add('kith.credits.maybe_charged', maybeCharged);
    if (savedByPayload > 0) metrics.add('kith.credits.saved', savedByPayload, { 'kith.saved.by': 'payload' });
    if (savedByIdentity > 0) metrics.add('kith.credits.saved', savedByIdentity, { 'kith.saved.by': 'identity' });
    if (savedByCache > 0) {
      metrics.add('kith.credits.saved', savedByCache, { 'kith.saved.by': 'cache' });
      metrics.add('kith.cache.requests', savedByCache, { 'kith.cache.result': 'hit' });
    }
    if (kept > 0) {
      metrics.add('kith.credits.saved', kept, { 'kith.saved.by': 'kept' });
      metrics.add('kith.cache.requests', kept, { 'kith.cache.result': 'hit' });
    }
    if (shared > 0) metrics.add('kith.cache.requests', shared, { 'kith.cache.result': 'joined' });
    const quote = this.#quotes.take(operation, admitted);
    if (!quote) return;
    const { side, by } = errorOf(quote, charged);
    metrics.record('kith.quote.error', by, { 'kith.quote.side': side });
  }
}

/** How far a charge is outside of its quote, and on which side. */
function errorOf({ min, max }: Price, charged: number) {
  if (charged > max) return { side: 'over', by: charged - max } as const;
  if (charged < min) return { side: 'under', by: min - charged } as const;
  return { side: 'within', by: 0 } as const;
}

/** Error codes that are counted as refusals. */
const rules: ReadonlySet<string> = new Set(
  Object.keys(errorCodes).filter((code) => !['CANCELLED', 'ID_UNKNOWN', 'INTERNAL_SERVER_ERROR'].includes(code)),
);

const maxQuotes = 1_000;

/** How long a quoted price is kept for comparison, in milliseconds. */
const keepMs = 5 * 60_000;

/** Recent quotes, to be compared with the charge when the same operation runs. */
class QuoteMemory {
  readonly #prices = new LRUCache<string, Price>({ max: maxQuotes, ttl: keepMs });

  quoted(price: Price, operation: Operation, admitted: AdmittedOperation): void {
    const key = keyOf(operation, admitted);
    if (key !== undefined) this.#prices.set(key, price);
  }

  /** Removes and returns the quote of an operation. Computes no hash while there are no quotes. */
  take(operation: Operation, admitted: AdmittedOperation): Price | undefined {
    if (this.#prices.size === 0) return undefined;
    const key = keyOf(operation, admitted);
    const price = key === undefined ? undefined : this.#prices.get(key);
    if (key !== undefined) this.#prices.delete(key);
    return price;
  }
}

/** Undefined if the variables are nested too deeply to serialize. */
function keyOf({ apiKey, session }: Operation, { prepared, variables }: AdmittedOperation): string | undefined {
  try {
    return hash('sha256', JSON.stringify([apiKey, session?.childTeamId, prepared.id, variables]), 'base64url');
  } catch {
    return undefined;
  }
}
