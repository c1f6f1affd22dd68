/** Where a request stands in a trace that began elsewhere (W3C Trace Context). */
export interface TraceParent {
  /** 32 digits in hex. */
  readonly traceId: string;
  /** 16 digits in hex. */
  readonly spanId: string;
  readonly sampled: boolean;
}

export const traceParentHeader = 'traceparent';

/** Reads the header; undefined for one that is not as the recommendation has it, which is then as if there were none. */
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

/** The trace that a request belongs to, for lines of a log. */
export function traceIdIn({
  traceparent,
}: Readonly<Record<string, string | readonly string[] | undefined>>): string | undefined {
  return readTraceParent(typeof traceparent === 'string' ? traceparent : undefined)?.traceId;
}
