import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';
import { readTraceParent } from './trace-parent.ts';

/** Log context: the request, or the poll of a task, that lines of the log are written for. */
export interface LogContext {
  readonly requestId?: string | undefined;
  /** The header as it came; it is read when a line is written. */
  readonly traceParent?: string | undefined;
  /** Of what is done for it at present. */
  span?: Span | undefined;
}

/** How lines name their request or poll. */
interface LineIds {
  readonly request_id: string | undefined;
  readonly trace_id: string | undefined;
}

const contexts = new AsyncLocalStorage<LogContext>();

/** Runs something, whose lines then name this request or poll; so do those of whatever it begins. */
export const withLogContext = <Result>(context: LogContext, run: () => Result): Result => contexts.run(context, run);

/** Has lines name the trace of this span, in what runs for the present request or poll. */
export function noteSpan(span: Span): void {
  const context = contexts.getStore();
  if (context) context.span = span;
}

const none: Partial<LineIds> = {};

/**
 * Has pino name, in each line, the request or poll that it is written for; a line that names its trace itself is left as it
 * is. Nothing is read or made before a line is written.
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
