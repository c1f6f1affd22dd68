import type { CallError } from '../../client/errors.ts';
import { identifiersPerArray } from '../../contract/limits.ts';
import type { Operation } from '../../contract/operation/operation.ts';

/** One call of the upstream, as `extensions.upstream` shows it. */
export interface TracedCall {
  readonly operation: string;
  /** Whether it ran in a child team's context. */
  readonly childTeam: boolean;
  /** Identifiers that it asked for; undefined where it asks for none. */
  readonly ids?: number | undefined;
  /** Fill ratio of a call: the longest array of identifiers over its limit, 0 to 1. */
  readonly full?: number | undefined;
  /** Records that it brought. */
  readonly hits?: number | undefined;
  /** When it was sent, in milliseconds since the operation began; below 0 where another operation had sent it before. */
  readonly startMs: number;
  /** When it was answered, in the same terms: a call that starts no earlier than this may have needed the answer. */
  readonly endMs: number;
  /** From its start to its end, retries and waits included. */
  readonly milliseconds: number;
  /** 0 where no answer came. */
  readonly status: number;
  /** Present where another operation of the credential made the call, and this one waited for its answer. */
  readonly shared?: true | undefined;
}

/** What an operation asked of the upstream, for callers who want to see it. */
export class Trace {
  readonly calls: TracedCall[] = [];
  /** On the clock of `performance`. */
  readonly #began = performance.now();

  /** Takes over the calls of another operation, which made them for this one, too. */
  follow(ran: Trace): void {
    const later = ran.#began - this.#began;
    for (const call of ran.calls) {
      const [startMs, endMs] = [tenths(call.startMs + later), tenths(call.endMs + later)];
      this.calls.push({ ...call, startMs, endMs, shared: true });
    }
  }

  /** Notes a call that has ended now; `started` is on the clock of `performance`. */
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

/** How much a call asked for, and what it brought. */
export function sizesOf(request: unknown, outcome: object): Pick<TracedCall, 'ids' | 'full' | 'hits'> {
  let [arrays, ids, longest] = [0, 0, 0];
  // Every array of a fetch's request but `fields` names records; other requests have none. Each call passes here.
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
