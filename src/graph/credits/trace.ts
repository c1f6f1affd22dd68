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
  /** The part of a call's room that its fullest array of identifiers took, 0 to 1. */
  readonly full?: number | undefined;
  /** Records that it brought. */
  readonly hits?: number | undefined;
  /** Retries and waits included. */
  readonly milliseconds: number;
  /** 0 where no answer came. */
  readonly status: number;
  /** Present where another operation of the credential made the call, and this one waited for its answer. */
  readonly shared?: true;
}

/** What an operation asked of the upstream, for callers who want to see it. */
export class Trace {
  readonly calls: TracedCall[] = [];

  note(
    operation: Operation,
    request: unknown,
    began: number,
    outcome: { readonly status: number; readonly body: unknown } | CallError,
    childTeam: boolean,
    shared = false,
  ): void {
    const arrays = identifierArrays(request);
    const results = resultsOf(outcome);
    this.calls.push({
      operation: operation.name,
      childTeam,
      ...(arrays.length > 0 && {
        ids: arrays.reduce((sum, array) => sum + array.length, 0),
        full: Math.max(...arrays.map((array) => array.length)) / identifiersPerArray,
      }),
      ...(results && { hits: results.length }),
      milliseconds: Math.round(performance.now() - began),
      status: outcome.status ?? 0,
      ...(shared && { shared }),
    });
  }
}

/** Every array of a fetch's request but `fields` names records; other requests have none. */
const identifierArrays = (request: unknown): readonly (readonly unknown[])[] =>
  typeof request === 'object' && request !== null
    ? Object.entries(request).flatMap(([member, value]) => (member !== 'fields' && Array.isArray(value) ? [value] : []))
    : [];

const resultsOf = (outcome: object): readonly unknown[] | undefined => {
  const body: unknown = 'body' in outcome ? outcome.body : undefined;
  if (typeof body !== 'object' || body === null) return undefined;
  return [Reflect.get(body, 'results'), Reflect.get(body, 'ids'), Reflect.get(body, 'items')].find(Array.isArray);
};
