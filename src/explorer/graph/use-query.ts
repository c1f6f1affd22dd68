import { useEffect, useState } from 'preact/hooks';
import type { Document } from '../../sdk/document.ts';
import { useGraph } from './graph.ts';
import type { Outcome } from './outcome.ts';

const loading = { kind: 'loading' } as const;

/** A free query: what is known of it, and how to ask it anew. */
export interface Asked<Result> {
  readonly outcome: Outcome<Result>;
  /** Asks as if for the first time. */
  readonly again: () => void;
  /** Asks for what is new: what is shown stays until it is there, and where it can't be had. */
  readonly refresh: () => void;
}

/**
 * Runs a free query whenever its variables change, and when it is told to. Nothing is asked while `variables` is undefined.
 */
export function useQuery<Result, Variables extends object>(
  document: Document<Result, Variables, 'query'>,
  variables: Variables | undefined,
): Asked<Result> {
  const graph = useGraph();
  const question = variables && JSON.stringify(variables);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer<Result>>();

  useEffect(() => {
    if (variables === undefined || question === undefined) return undefined;
    let current = true;
    graph.run(document, variables, { fresh: attempt > 0 }).then((outcome) => {
      if (current) setAnswer((shown) => newer(shown, { question, outcome }));
    });
    return () => {
      current = false;
    };
    // The question stands for the variables.
  }, [graph, document, question, attempt]);

  const refresh = () => setAttempt((count) => count + 1);
  const again = () => {
    setAnswer(undefined);
    refresh();
  };
  const outcome = answer !== undefined && answer.question === question ? answer.outcome : loading;
  return { outcome, again, refresh };
}

interface Answer<Result> {
  readonly question: string;
  readonly outcome: Outcome<Result>;
}

/** A failure, of all or of a part, takes nothing away that is shown for the same question. */
const newer = <Result>(shown: Answer<Result> | undefined, next: Answer<Result>): Answer<Result> =>
  shown?.question === next.question && shown.outcome.kind === 'done' && isWorse(next.outcome, shown.outcome)
    ? shown
    : next;

const isWorse = <Result>(next: Outcome<Result>, shown: Outcome<Result> & { readonly kind: 'done' }): boolean =>
  next.kind !== 'done' || (next.errors.length > 0 && shown.errors.length === 0);
