import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '@opentelemetry/api';

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

/** Parent of a request in a trace that began elsewhere (W3C Trace Context). */
export interface TraceParent {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  readonly sampled: boolean;
}

export const traceParentHeader = 'traceparent';

/** Parses the header; undefined if it is missing or invalid. */
export function readTraceParent(header: string | null | undefined): TraceParent | undefined {
  if (!header) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export const traceParentText = ({ traceId, spanId, sampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;

/** The trace id of a request, for log lines. */
export function traceIdIn({
  traceparent,
}: Readonly<Record<string, string | readonly string[] | undefined>>): string | undefined {
  return readTraceParent(typeof traceparent === 'string' ? traceparent : undefined)?.traceId;
}
