import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import { readTraceParent } from './trace-parent.ts';

/** Log context: the request, or the poll of a task, that log lines belong to. */
export interface LogContext {
  readonly requestId?: string | undefined;
  /** The raw header, parsed when a line is written. */
  readonly traceParent?: string | undefined;
  /** The current span. */
  span?: Span | undefined;
}

/** Ids of the request or poll in log lines. */
interface LineIds {
  readonly request_id: string | undefined;
  readonly trace_id: string | undefined;
}

const contexts = new AsyncLocalStorage<LogContext>();

/** Runs a function whose log lines, and those of everything it starts, belong to this request or poll. */
export const withLogContext = <Result>(context: LogContext, run: () => Result): Result => contexts.run(context, run);

/** Sets the span of the current request or poll, whose trace its log lines name. */
export function noteSpan(span: Span): void {
  const context = contexts.getStore();
  if (context) context.span = span;
}

const none: Partial<LineIds> = {};

/**
 * Pino options that add the ids of the request or poll to each line, unless the line has a trace id itself. Computed
 * only when a line is written.
 */
export const namingContext = {
  mixin(line: object): Partial<LineIds> {
    const context = 'trace_id' in line ? undefined : contexts.getStore();
    if (!context) return none;
    const { requestId, traceParent, span } = context;
    return { request_id: requestId, trace_id: span?.spanContext().traceId ?? readTraceParent(traceParent)?.traceId };
  },
  mixinMergeStrategy: (line: object, ids: object): object => (ids === none ? line : { ...ids, ...line }),
} as const;
