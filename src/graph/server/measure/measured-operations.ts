import type { Span } from '@opentelemetry/api';
import type { Logger } from 'pino';
import type { Audit } from '../../../telemetry/audit.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import type { Tracing } from '../../../telemetry/tracing.ts';
import type { Price } from '../../credits/price-estimate.ts';
import type { EndedOperation } from '../../operation/ended-operation.ts';
import type { KnownCallers } from '../../operation/known-caller.ts';
import type { Limit } from '../../operation/limit-error.ts';
import type { AdmittedOperation } from '../../operation/operation-limits.ts';
import type { OperationObserver } from '../../operation/operation-observer.ts';
import type { Operation } from '../../scope/operation.ts';
import { logOperation } from './operation-log.ts';
import { OperationMetrics } from './operation-metrics.ts';
import { OperationNames } from './operation-names.ts';
import { beginOperation, endOperationSpan } from './operation-spans.ts';

/** Sinks of what is measured. */
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
  /** Whether calls are needed; operations trace their calls only then. */
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

  /** Starts the span of an operation, in the trace that the request's headers name. */
  begin(header: (name: string) => string | null | undefined, began: number): Span | undefined {
    return beginOperation(this.#observing.tracing, header, began);
  }

  ended(ended: EndedOperation): void {
    const { tracing, log, audit, auditedCredits } = this.#observing;
    const name = ended.prepared && this.#names.of(ended.prepared, ended.operation);
    this.#metrics?.ended(ended, name);
    if (tracing || log) {
      const { operation, header = noHeader, began } = ended;
      const span = operation ? operation.span : beginOperation(tracing, header, began);
      if (tracing && span) endOperationSpan(tracing, name, ended, span);
      if (log) logOperation(log, name, ended, span);
    }
    if (!audit || !ended.operation) return;
    auditCharge(audit, ended.operation, auditedCredits);
    auditForgotten(audit, ended.operation);
  }

  quoted(price: Price, operation: Operation, admitted: AdmittedOperation): void {
    this.#metrics?.quoted(price, operation, admitted);
  }

  /**
   * Counts a request that was refused before there was an operation.
   *
   * @param limit distinguishes limits that share a code
   */
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
