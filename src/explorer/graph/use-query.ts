import { useEffect, useState } from 'preact/hooks';
import type { Document } from '../../sdk/document.ts';
import type { GraphError } from '../../sdk/errors.ts';
import { useGraph } from './graph.ts';
import { type Failure, failureAt, type Outcome } from './outcome.ts';

/** A free query: its data, or the failure. */
export interface Read<Result> {
  /** Undefined while loading, and after a failure. */
  readonly data: Result | undefined;
  readonly errors: readonly GraphError[];
  readonly failure: Failure | undefined;
  readonly isLoading: boolean;
  /** The failure of a member: that of the whole query, or of an error with the member's path. */
  readonly failureOf: (member: keyof Result) => Failure | undefined;
  /** Runs the query again from the start. */
  readonly again: () => void;
  /** Runs the query again; the current data remains until an answer arrives, and if it fails. */
  readonly refresh: () => void;
}

/**
 * Runs a free query whenever its variables change, and on request. Cached answers are available at the first render.
 * Does nothing while `variables` is undefined.
 */
export function useQuery<Result, Variables extends object>(
  document: Document<Result, Variables, 'query'>,
  variables: Variables | undefined,
): Read<Result> {
  const graph = useGraph();
  const question = variables && JSON.stringify(variables);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer<Result>>();

  useEffect(() => {
    if (variables === undefined || question === undefined) return undefined;
    let isCurrent = true;
    graph.run(document, variables, { fresh: attempt > 0 }).then((outcome) => {
      if (isCurrent) setAnswer((shown) => newer(shown, { question, outcome }));
    });
    return () => {
      isCurrent = false;
    };
    // `question` represents the variables.
  }, [graph, document, question, attempt]);

  const refresh = () => setAttempt((count) => count + 1);
  const again = () => {
    setAnswer(undefined);
    refresh();
  };
  const asked = answer !== undefined && answer.question === question ? answer.outcome : undefined;
  const outcome = asked ?? (attempt === 0 && variables ? graph.remembered(document, variables) : undefined);
  return readOf(outcome, again, refresh);
}

/** An outcome in the form of `Read`; undefined while loading. */
export const readOf = <Result>(
  outcome: Outcome<Result> | undefined,
  again: () => void,
  refresh: () => void = again,
): Read<Result> => {
  const data = outcome?.kind === 'done' ? outcome.data : undefined;
  const errors = outcome?.kind === 'done' ? outcome.errors : [];
  const failure = outcome?.kind === 'failed' ? outcome.failure : undefined;
  return {
    ...{ data, errors, failure, again, refresh },
    isLoading: outcome === undefined,
    failureOf: (member) => failure ?? (data && data[member] === null ? failureAt(errors, member) : undefined),
  };
};

interface Answer<Result> {
  readonly question: string;
  readonly outcome: Outcome<Result>;
}

/** A complete or partial failure does not replace data shown for the same question. */
const newer = <Result>(shown: Answer<Result> | undefined, next: Answer<Result>): Answer<Result> =>
  shown?.question === next.question && shown.outcome.kind === 'done' && isWorse(next.outcome, shown.outcome)
    ? shown
    : next;

const isWorse = <Result>(next: Outcome<Result>, shown: Outcome<Result> & { readonly kind: 'done' }): boolean =>
  next.kind !== 'done' || (next.errors.length > 0 && shown.errors.length === 0);
