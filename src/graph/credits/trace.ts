import type { CallError } from '../../client/errors.ts';
import { identifiersPerArray } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation/operation.ts';

/** An upstream call, as shown in `extensions.upstream`. */
export interface TracedCall {
  readonly operation: string;
  /** Whether it ran in a child team's context. */
  readonly childTeam: boolean;
  /** Number of identifiers requested; undefined for calls without identifiers. */
  readonly ids?: number | undefined;
  /** Fill ratio of a call: the longest array of identifiers over its limit, 0 to 1. */
  readonly full?: number | undefined;
  /** Number of results. */
  readonly hits?: number | undefined;
  /** Start in milliseconds since the operation began; negative if another operation had already sent it. */
  readonly startMs: number;
  /** End, on the same scale. Calls that start at or after it may depend on its answer. */
  readonly endMs: number;
  /** Duration, including retries and waits. */
  readonly milliseconds: number;
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** Present if another operation of the credential made the call, and this one waited for its answer. */
  readonly shared?: true | undefined;
}

/** Records the upstream calls of an operation. */
export class Trace {
  readonly calls: TracedCall[] = [];
  /** On the clock of `performance`. */
  readonly #began = performance.now();

  /** Copies the calls of another operation whose answer this one got, marked as shared. */
  follow(ran: Trace): void {
    const later = ran.#began - this.#began;
    for (const call of ran.calls) {
      const [startMs, endMs] = [tenths(call.startMs + later), tenths(call.endMs + later)];
      this.calls.push({ ...call, startMs, endMs, shared: true });
    }
  }

  /** Records a call that has just ended; `started` is on the clock of `performance`. */
  note(
    operation: Operation,
    request: unknown,
    started: number,
    outcome: { readonly status: number; readonly body: unknown } | CallError,
    childTeam: boolean,
    shared = false,
  ): void {
    const ended = performance.now();
    const { ids, full, hits } = sizesOf(request, outcome);
    this.calls.push({
      operation: operation.name,
      childTeam,
      ids,
      full,
      hits,
      startMs: tenths(started - this.#began),
      endMs: tenths(ended - this.#began),
      milliseconds: Math.round(ended - started),
      status: outcome.status ?? 0,
      shared: shared || undefined,
    });
  }
}

/** Numbers of identifiers and results of a call, and its fill ratio. */
export function sizesOf(request: unknown, outcome: object): Pick<TracedCall, 'ids' | 'full' | 'hits'> {
  let [arrays, ids, longest] = [0, 0, 0];
  // In a fetch, every array except `fields` contains identifiers; other requests have no arrays. Hot path.
  if (typeof request === 'object' && request !== null)
    for (const member in request) {
      const value: unknown = Reflect.get(request, member);
      if (member === 'fields' || !Array.isArray(value)) continue;
      arrays += 1;
      ids += value.length;
      longest = Math.max(longest, value.length);
    }
  const results = resultsOf(outcome);
  const hits = results?.length;
  return arrays > 0 ? { ids, full: longest / identifiersPerArray, hits } : { ids: undefined, full: undefined, hits };
}

const tenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

const resultsOf = (outcome: object): readonly unknown[] | undefined => {
  const body: unknown = 'body' in outcome ? outcome.body : undefined;
  if (typeof body !== 'object' || body === null) return undefined;
  return [Reflect.get(body, 'results'), Reflect.get(body, 'ids'), Reflect.get(body, 'items')].find(Array.isArray);
};
