import type { Span } from '@opentelemetry/api';
import type { Answered } from '../../../client/call.ts';
import type { Call } from '../../../client/client.ts';
import { CallError } from '../../../client/errors.ts';
import type { Operation } from '../../../contract/operation/operation.ts';
import { priceOf } from '../../../contract/price.ts';
import type { Metrics } from '../../../telemetry/metrics.ts';
import type { Tracing } from '../../../telemetry/tracing.ts';
import { sizesOf } from '../../credits/trace.ts';

interface Observers {
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
}

type Outcome = Answered<unknown> | CallError;

/** Measures each call, and records it as a child span of its operation or poll. */
export const observed =
  ({ metrics, tracing }: Observers) =>
  (call: Call): Call =>
  async (operation, request, credential, options = {}) => {
    const began = performance.now();
    const { span: parent } = options;
    const span =
      tracing && parent?.isRecording() ? tracing.begin(operation.name, { parent, kind: 'client' }) : undefined;
    const carrier = tracing?.propagates ? (span ?? parent) : undefined;
    const sent = carrier ? { ...options, traceParent: tracing?.headerOf(carrier) } : options;
    let outcome: Outcome | undefined;
    try {
      const answer = await call(operation, request, credential, sent);
      outcome = answer;
      return answer;
    } catch (error) {
      if (error instanceof CallError) outcome = error;
      throw error;
    } finally {
      if (metrics && outcome) measure(metrics, operation, performance.now() - began, outcome);
      if (tracing && span && outcome) describe(tracing, span, operation, request, outcome);
      span?.end();
    }
  };

function measure(metrics: Metrics, { name }: Operation, milliseconds: number, outcome: Outcome): void {
  metrics.record('http.client.request.duration', milliseconds / 1000, {
    'kith.upstream.operation': name,
    'http.response.status_code': outcome.status,
    'error.type': outcome instanceof CallError ? outcome.code : undefined,
  });
  if (!(outcome instanceof CallError)) metrics.record('http.client.request.time_in_queue', outcome.waitedMs / 1000);
}

/** Sets the span's attributes: sizes and outcome only, no content of request or answer. */
function describe(tracing: Tracing, span: Span, operation: Operation, request: unknown, outcome: Outcome): void {
  const { ids, full, hits = 0 } = sizesOf(request, outcome);
  span.setAttributes({
    'http.request.method': operation.method,
    'url.template': operation.path,
    ...(outcome.status !== undefined && { 'http.response.status_code': outcome.status }),
    ...(ids !== undefined && { 'kith.batch.identifiers': ids }),
    ...(full !== undefined && { 'kith.batch.fill': full }),
  });
  if (outcome instanceof CallError) tracing.fail(span, outcome.code);
  else span.setAttribute('kith.credits.charged', outcome.replayed ? 0 : priceOf(operation.price, hits));
}
