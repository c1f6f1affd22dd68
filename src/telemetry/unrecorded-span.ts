import { randomUUID } from 'node:crypto';
import type { Span, SpanContext } from '@opentelemetry/api';
import type { TraceParent } from './log-context.ts';

/**
 * A span of a trace that is not recorded, as for most requests. Ids of a new trace are created on first access, by a
 * log line or an upstream call.
 */
export class UnrecordedSpan implements Span {
  #context: SpanContext | undefined;

  /** @param parent the parent in another process, if any, whose span id is used */
  constructor(parent?: TraceParent) {
    this.#context = parent && { traceId: parent.traceId, spanId: parent.spanId, traceFlags: 0 };
  }

  spanContext(): SpanContext {
    this.#context ??= { traceId: digits(), spanId: digits().slice(16), traceFlags: 0 };
    return this.#context;
  }

  isRecording(): boolean {
    return false;
  }

  setAttribute(): this {
    return this;
  }

  setAttributes(): this {
    return this;
  }

  addEvent(): this {
    return this;
  }

  addLink(): this {
    return this;
  }

  addLinks(): this {
    return this;
  }

  setStatus(): this {
    return this;
  }

  updateName(): this {
    return this;
  }

  end(): void {}

  recordException(): void {}
}

/** 32 hex digits. */
const digits = (): string => randomUUID().replaceAll('-', '');
