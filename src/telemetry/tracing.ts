import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, TraceFlags, type Tracer, trace } from '@opentelemetry/api';
import { noteSpan } from './log-context.ts';
import { type TraceParent, traceParentText } from './trace-parent.ts';
import { UnrecordedSpan } from './unrecorded-span.ts';

export interface TraceOptions {
  /** The part of traces that begin here and are recorded, 0 to 1; of others, their beginning decides. */
  readonly ratio: number;
  /** Whether calls of the data service carry `traceparent`. */
  readonly propagates: boolean;
}

export interface SpanOptions {
  /** A span of this process, or of another one; absent: a trace begins. */
  readonly parent?: Span | TraceParent | undefined;
  /** On the clock of `performance`; absent: now. */
  readonly began?: number | undefined;
  readonly kind?: 'server' | 'client' | 'internal';
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };

/** Spans whose parents are passed from hand to hand, so that a call is part of the operation that made it, whatever awaits it. */
export class Tracing {
  /** Whether calls of the data service carry `traceparent`. */
  readonly propagates: boolean;
  readonly #tracer: Tracer;
  readonly #ratio: number;

  /** @param tracer records whatever begins in it */
  constructor(tracer: Tracer, { ratio, propagates }: TraceOptions) {
    this.#tracer = tracer;
    this.#ratio = ratio;
    this.propagates = propagates;
  }

  /**
   * Begins a span. Whether a trace is recorded is decided here, by its parent or at random, so that most requests cost no
   * more than that: where it is not, the span records nothing, and stands for those within it.
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

  /** Runs something within a span of its own, a trace's first. */
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

  /** Marks a span as failed by a code: messages may repeat what was sent. */
  fail(span: Span, code: string): void {
    span.setAttribute('error.type', code);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }

  /** What the next process is told. */
  headerOf(span: Span): string {
    const { traceId, spanId, traceFlags } = span.spanContext();
    return traceParentText({ traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 });
  }
}
