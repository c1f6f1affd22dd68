import type { Span } from '@opentelemetry/api';
import { readTraceParent, traceParentHeader } from '../../../telemetry/trace-parent.ts';
import type { Tracing } from '../../../telemetry/tracing.ts';
import { UnrecordedSpan } from '../../../telemetry/unrecorded-span.ts';
import { codeOf, type EndedOperation, outcomeOf } from '../../operation/ended-operation.ts';

type Header = (name: string) => string | null | undefined;

/** Starts the span of an operation. Without tracing, a span that only carries the request's trace id, or undefined. */
export function beginOperation(tracing: Tracing | undefined, header: Header, began: number): Span | undefined {
  const parent = readTraceParent(header(traceParentHeader));
  if (tracing) return tracing.begin('operation', { parent, began, kind: 'server' });
  return parent && new UnrecordedSpan(parent);
}

/** Ends the span of an operation, and adds a child span of its preparation. */
export function endOperationSpan(tracing: Tracing, name: string | undefined, ended: EndedOperation, span: Span): void {
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
