import type { Span } from '@opentelemetry/api';
import { GraphQLError } from 'graphql';
import type { Logger } from 'pino';
import { CallError } from '../../../client/errors.ts';
import { requestIdHeader } from '../../../contract/headers.ts';
import type { TracedCall } from '../../credits/trace.ts';
import type { EndedOperation } from '../../operation/ended-operation.ts';

/** Maximum error codes in a line. */
const maxCodes = 10;

/** The level of an operation's log line: `info` if it succeeded (`debug` for an event), otherwise `warn`. */
export function levelOf(ended: EndedOperation): 'debug' | 'info' | 'warn' {
  if (outcomeOf(ended) !== 'ok') return 'warn';
  return ended.part === 'event' ? 'debug' : 'info';
}

/** Writes the log line of an operation, which contains neither the document nor variables. */
export function logOperation(
  log: Logger,
  name: string | undefined,
  ended: EndedOperation,
  span: Span | undefined,
): void {
  const { began, prepared, operation, header, result } = ended;
  const receipt = operation?.receipt.lines;
  const calls = operation?.trace?.calls.filter(({ shared }) => !shared) ?? [];
  const codes = new Set(result.errors?.map(codeOf));
  log[levelOf(ended)](
    {
      operation: name,
      hash: prepared?.id,
      type: prepared?.operation.operation,
      quote: operation?.quote ? true : undefined,
      part: ended.part,
      outcome: outcomeOf(ended),
      ms: Math.round((performance.now() - began) * 10) / 10,
      rounds: roundsOf(calls),
      calls: calls.length,
      credits: receipt?.charged,
      shared: receipt?.shared,
      cache_hits: receipt?.savedByCache,
      maybe_charged: receipt?.maybeCharged || undefined,
      codes: codes.size > 0 ? [...codes].slice(0, maxCodes) : undefined,
      request_id: operation?.requestId ?? header?.(requestIdHeader) ?? undefined,
      trace_id: span?.spanContext().traceId,
    },
    'operation',
  );
}

/** The length of the longest chain of calls in which each began after the previous one had ended. */
function roundsOf(calls: readonly TracedCall[]): number {
  const byStart = calls.toSorted((one, other) => one.startMs - other.startMs);
  const byEnd = calls.toSorted((one, other) => one.endMs - other.endMs);
  const rounds = new Map<TracedCall, number>();
  let most = 0;
  let ended = 0;
  for (const call of byStart) {
    for (let next = byEnd[ended]; next && next !== call && next.endMs <= call.startMs; next = byEnd[ended]) {
      most = Math.max(most, rounds.get(next) ?? 0);
      ended += 1;
    }
    rounds.set(call, most + 1);
  }
  return Math.max(0, ...rounds.values());
}

/** `refused`: before execution; `failed`: `data` is null; `partial`: data and errors. */
export type Outcome = 'ok' | 'partial' | 'failed' | 'refused';

export function outcomeOf({ admitted, result: { data, errors = [] } }: EndedOperation): Outcome {
  if (errors.length === 0) return 'ok';
  if (!admitted || data === undefined) return 'refused';
  return data === null ? 'failed' : 'partial';
}

/** An error's code, as the caller sees it. */
export function codeOf(error: Error): string {
  if (!(error instanceof GraphQLError)) return 'INTERNAL_SERVER_ERROR';
  const { extensions, originalError: cause } = error;
  if (typeof extensions.code === 'string') return extensions.code;
  if (cause instanceof CallError) return cause.code;
  if (cause instanceof GraphQLError && typeof cause.extensions.code === 'string') return cause.extensions.code;
  if (cause) return 'INTERNAL_SERVER_ERROR';
  // GraphQL.js sets no code; a syntax error has no nodes.
  return error.nodes ? 'GRAPHQL_VALIDATION_FAILED' : 'GRAPHQL_PARSE_FAILED';
}
