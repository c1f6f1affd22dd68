import { useEffect, useState } from 'preact/hooks';
import type { Document } from '../../sdk/document.ts';
import { useGraph } from './graph.ts';
import type { Outcome } from './outcome.ts';

const loading = { kind: 'loading' } as const;

/** A free query: what is known of it, and how to ask it anew. */
export interface Asked<Result> {
  readonly outcome: Outcome<Result>;
  readonly again: () => void;
}

/**
 * Runs a free query whenever its variables change, and again by `again`. Nothing is asked while `variables` is undefined.
 * What is shown stays until the next answer is there, unless the question is another.
 */
export function useQuery<Result, Variables extends object>(
  document: Document<Result, Variables, 'query'>,
  variables: Variables | undefined,
): Asked<Result> {
  const graph = useGraph();
  const question = variables && JSON.stringify(variables);
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ readonly question: string; readonly outcome: Outcome<Result> }>();

  useEffect(() => {
    if (variables === undefined || question === undefined) return undefined;
    let current = true;
    graph.run(document, variables, { fresh: attempt > 0 }).then((outcome) => {
      if (current) setAnswer({ question, outcome });
    });
    return () => {
      current = false;
    };
    // The question stands for the variables.
  }, [graph, document, question, attempt]);

  const again = () => {
    setAnswer(undefined);
    setAttempt((count) => count + 1);
  };
  return { outcome: answer !== undefined && answer.question === question ? answer.outcome : loading, again };
}
