import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, type Tracer, trace } from '@opentelemetry/api';
import { noteSpan, type TraceParent, traceParentText } from './log-context.ts';
import { UnrecordedSpan } from './unrecorded-span.ts';

export interface TraceOptions {
  /** Share of traces started here that are recorded, 0 to 1; for others, the parent decides. */
  readonly ratio: number;
  /** Whether calls of the data service have `traceparent`. */
  readonly propagates: boolean;
}

export interface SpanOptions {
  /** A span of this or another process; absent to start a trace. */
  readonly parent?: Span | TraceParent | undefined;
  /** On the clock of `performance`; default: now. */
  readonly began?: number | undefined;
  readonly kind?: 'server' | 'client' | 'internal';
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/**
 * Creates spans. Parents are passed explicitly, so that a call belongs to the operation that made it, whoever awaits
 * it.
 */
export class Tracing {
  /** Whether calls of the data service have `traceparent`. */
  readonly propagates: boolean;
  readonly #tracer: Tracer;
  readonly #ratio: number;

  /** @param tracer records every span that it starts */
  constructor(tracer: Tracer, { ratio, propagates }: TraceOptions) {
    this.#tracer = tracer;
    this.#ratio = ratio;
    this.propagates = propagates;
  }

  /**
   * Starts a span. Sampling happens here, by the parent or at random, so that unsampled requests cost almost nothing:
   * their span records nothing, and its children are the span itself.
   */
  begin(name: string, { parent, began, kind = 'internal' }: SpanOptions = {}): Span {
    if (parent === undefined) {
      if (Math.random() >= this.#ratio) return new UnrecordedSpan();
    } else if ('spanContext' in parent) {
      if (!parent.isRecording()) return parent;
    } else if (!parent.sampled) return new UnrecordedSpan(parent);
    const options = { kind: kinds[kind], ...(began !== undefined && { startTime: began }) };
    if (parent === undefined) return this.#tracer.startSpan(name, options, ROOT_CONTEXT);
    const context =
      'spanContext' in parent
        ? trace.setSpan(ROOT_CONTEXT, parent)
        : trace.setSpanContext(ROOT_CONTEXT, {
            traceId: parent.traceId,
            spanId: parent.spanId,
            traceFlags: TraceFlags.SAMPLED,
            isRemote: true,
          });
    return this.#tracer.startSpan(name, options, context);
  }

  /** Runs a function in the root span of a new trace. */
  async traced<Result>(name: string, run: (span: Span) => Promise<Result>): Promise<Result> {
    const span = this.begin(name);
    noteSpan(span);
    try {
      return await run(span);
    } catch (error) {
      this.fail(span, error instanceof Error ? error.name : 'Error');
      throw error;
    } finally {
      span.end();
    }
  }

  /** Marks a span as failed, with a code only, since messages may repeat the request. */
  fail(span: Span, code: string): void {
    span.setAttribute('error.type', code);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }

  /** The `traceparent` header for the next process. */
  headerOf(span: Span): string {
    const { traceId, spanId, traceFlags } = span.spanContext();
    return traceParentText({ traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 });
  }
}
