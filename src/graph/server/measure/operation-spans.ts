import { readTraceParent, traceParentHeader } from '../../../telemetry/trace-parent.ts';
import type { Tracing } from '../../../telemetry/tracing.ts';
import { codeOf, type EndedOperation, outcomeOf } from './ended-operation.ts';
import type { OperationNames } from './operation-names.ts';

type Header = (name: string) => string | null | undefined;

/** The span of an operation that begins, and the id of its trace, recorded or not. */
export function beginOperation(tracing: Tracing | undefined, header: Header, began: number) {
  const parent = readTraceParent(header(traceParentHeader));
  const span = tracing?.begin('operation', { parent, began, kind: 'server' });
  return { span, traceId: span?.spanContext().traceId ?? parent?.traceId };
}

/** Ends the span of an operation, with that of its preparation. */
export function endOperationSpan(tracing: Tracing, names: OperationNames, ended: EndedOperation): void {
  const { began, prepared, operation, result } = ended;
  const span = operation ? operation.span : beginOperation(tracing, ended.header ?? noHeader, began).span;
  if (!span?.isRecording()) {
    span?.end();
    return;
  }
  if (operation && operation.prepared > began)
    tracing.begin('prepare', { parent: span, began }).end(operation.prepared);
  if (prepared) {
    const [name, { operation: type }] = [names.of(prepared), prepared.operation];
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

const noHeader = (): undefined => undefined;
