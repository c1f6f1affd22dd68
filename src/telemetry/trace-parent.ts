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
