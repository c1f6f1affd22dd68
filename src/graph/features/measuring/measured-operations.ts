import type { Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { Audit } from '../../../telemetry/audit.ts';
import { readTraceParent, traceParentHeader } from '../../../telemetry/log-context.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import type { Tracing } from '../../../telemetry/tracing.ts';
import { UnrecordedSpan } from '../../../telemetry/unrecorded-span.ts';
import type { KeyHolder, KnownCallers } from '../../cache/known-caller.ts';
import type { Price } from '../../credits/price-estimate.ts';
import type { EndedOperation } from '../../operation/ended-operation.ts';
import type { Limit } from '../../operation/limit-error.ts';
import type { AdmittedOperation } from '../../operation/operation-limits.ts';
import type { OperationObserver } from '../../operation/operation-observer.ts';
import type { PreparedOperation } from '../../operation/prepared-operation.ts';
import type { Operation } from '../../scope/operation.ts';
import { codeOf, levelOf, logOperation, outcomeOf } from './operation-log.ts';
import { OperationMetrics } from './operation-metrics.ts';

/** Destinations of measurements. */
export interface Observing {
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
  /** Gets a line for each operation. */
  readonly log: Logger | undefined;
  readonly audit: Audit | undefined;
  /** Minimum charge that is audited, in credits. */
  readonly auditedCredits: number;
}

const noHeader = (): undefined => undefined;

/** Records metrics, spans, log lines and audit lines of operations when they end. */
export class MeasuredOperations implements OperationObserver {
  readonly recordsCalls: boolean;
  readonly #observing: Observing;
  readonly #names: OperationNames;
  readonly #metrics: OperationMetrics | undefined;

  constructor(observing: Observing, known: Pick<KnownCallers, 'has'>) {
    const { metrics, tracing, log } = observing;
    this.recordsCalls = Boolean(metrics || tracing || log?.isLevelEnabled('warn'));
    this.#observing = observing;
    this.#names = new OperationNames(known);
    this.#metrics = metrics && new OperationMetrics(metrics);
  }

  begin(header: (name: string) => string | null | undefined, began: number): Span | undefined {
    return beginOperation(this.#observing.tracing, header, began);
  }

  ended(ended: EndedOperation): void {
    const { tracing, log, audit, auditedCredits } = this.#observing;
    const isLogged = log?.isLevelEnabled(levelOf(ended)) === true;
    if (this.#metrics || tracing || isLogged) {
      const name = ended.prepared && this.#names.of(ended.prepared, ended.operation);
      this.#metrics?.ended(ended, name);
      const { operation, header = noHeader, began } = ended;
      const span = operation ? operation.span : beginOperation(tracing, header, began);
      if (tracing && span) endOperationSpan(tracing, name, ended, span);
      if (log && isLogged) logOperation(log, name, ended, span);
    }
    if (!audit || !ended.operation) return;
    auditCharge(audit, ended.operation, auditedCredits);
    auditForgotten(audit, ended.operation);
  }

  quoted(price: Price, operation: Operation, admitted: AdmittedOperation): void {
    this.#metrics?.quoted(price, operation, admitted);
  }

  refused(code: string, limit?: Limit): void {
    this.#metrics?.refused(code, limit);
  }
}

function auditCharge(audit: Audit, operation: Operation, least: number): void {
  const { receipt, apiKey } = operation;
  if (receipt.followed || receipt.maxCharged < least || apiKey === undefined) return;
  const { charged, maybeCharged } = receipt.lines;
  audit('charge', {
    credits: charged,
    ...(maybeCharged > 0 && { maybe_charged: maybeCharged }),
    ...whoAsked(operation, apiKey),
  });
}

function auditForgotten(audit: Audit, operation: Operation): void {
  const { forgot, apiKey } = operation;
  if (!forgot || apiKey === undefined) return;
  for (const details of forgot) audit('forgotten', { ...details, ...whoAsked(operation, apiKey) });
}

const whoAsked = ({ services, session, requestId, traceId }: Operation, apiKey: string) => ({
  owner: services.ownerOf(apiKey),
  session: session?.id,
  request_id: requestId,
  trace_id: traceId,
});

/** Maximum number of untrusted names with separate series. */
const maxNames = 100;
const longestName = 100;

/** How long a name must be unused before another may replace it, in milliseconds. */
const idleMs = 10 * 60_000;

const otherName = 'other';

/**
 * Names of operations in metrics, logs and traces, bounded in number since each has its own series. Trusted documents
 * keep their name, and unnamed operations are `anonymous`. Other operations are named by their hash (`shownName`) if
 * the caller's key is known to be accepted, otherwise `other`.
 */
class OperationNames {
  readonly #known: Pick<KnownCallers, 'has'>;
  /** Last use of each name, on the clock of `performance`. */
  readonly #used = new Map<string, number>();

  constructor(known: Pick<KnownCallers, 'has'>) {
    this.#known = known;
  }

  /** @param caller undefined if the operation failed before its caller was known */
  of({ isTrusted, shownName: name = 'anonymous' }: PreparedOperation, caller: KeyHolder | undefined): string {
    if (isTrusted || name === 'anonymous') return name;
    if (name.length > longestName || !caller || !this.#known.has(caller)) return otherName;
    const now = performance.now();
    if (!this.#used.has(name) && !this.#hasRoom(now)) return otherName;
    this.#used.set(name, now);
    return name;
  }

  #hasRoom(now: number): boolean {
    if (this.#used.size < maxNames) return true;
    for (const [name, lastUse] of this.#used) if (now - lastUse >= idleMs) return this.#used.delete(name);
    return false;
  }
}

type Header = (name: string) => string | null | undefined;

/** Starts the span of an operation. Without tracing, a span that only carries the request's trace id, or undefined. */
function beginOperation(tracing: Tracing | undefined, header: Header, began: number): Span | undefined {
  const parent = readTraceParent(header(traceParentHeader));
  if (tracing) return tracing.begin('operation', { parent, began, kind: 'server' });
  return parent && new UnrecordedSpan(parent);
}

/** Ends the span of an operation, and adds a child span of its preparation. */
function endOperationSpan(tracing: Tracing, name: string | undefined, ended: EndedOperation, span: Span): void {
  if (!span.isRecording()) return;
  const { began, prepared, operation, result } = ended;
  if (operation && operation.prepared > began)
    tracing.begin('prepare', { parent: span, began }).end(operation.prepared);
  if (prepared && name !== undefined) {
    const { operation: type } = prepared.operation;
    span.updateName(`${type} ${name}`);
    span.setAttributes({
      'graphql.operation.name': name,
      'graphql.operation.type': type,
      'kith.operation.hash': prepared.id,
    });
  }
  span.setAttribute('kith.outcome', outcomeOf(ended));
  if (operation) {
    const { charged, shared, savedByCache } = operation.receipt.lines;
    span.setAttributes({
      'kith.credits.charged': charged,
      'kith.credits.shared': shared,
      'kith.cache.hits': savedByCache,
      'kith.request.id': operation.requestId,
    });
  }
  const [error] = result.errors ?? [];
  if (error) tracing.fail(span, codeOf(error));
  span.end();
}
