import { useEffect, useState } from 'preact/hooks';
import type { Document } from '../../sdk/document.ts';
import { type Price, useGraph } from './graph.ts';
import type { Failure, Outcome } from './outcome.ts';

/** An operation that pays: its price until it is bought, then its outcome. */
export interface Paid<Result> {
  /** Undefined while it is asked. */
  readonly price: Price | Failure | undefined;
  /** Undefined until it is bought, or found in memory; then until it is bought anew. */
  readonly outcome: Outcome<Result> | undefined;
  /** Runs it within its price, which has to be known. */
  readonly buy: () => void;
  /** Asks for the price anew. */
  readonly reprice: () => void;
}

/** Asks for the price of a query at once, and runs it only when it is bought. An answer in memory is shown as it is. */
export function usePaid<Result, Variables extends object>(
  document: Document<Result, Variables, 'query'>,
  variables: Variables,
): Paid<Result> {
  const graph = useGraph();
  const question = JSON.stringify(variables);
  const [attempt, setAttempt] = useState(0);
  const [priced, setPriced] = useState<{ readonly question: string; readonly price: Price | Failure }>();
  // Outcomes by question: undefined where one is asked for anew, so that the answer in memory does not do.
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome<Result> | undefined>>(new Map());
  const price = priced?.question === question ? priced.price : undefined;
  const outcome = outcomes.get(question);
  const note = (outcome: Outcome<Result> | undefined) => setOutcomes((known) => new Map(known).set(question, outcome));

  useEffect(() => {
    if (outcome) return undefined;
    const remembered = outcomes.has(question) ? undefined : graph.remembered(document, variables);
    if (remembered) {
      note(remembered);
      return undefined;
    }
    const leave = new AbortController();
    graph.quote(document, variables, leave.signal).then((price) => {
      if (!leave.signal.aborted) setPriced({ question, price });
    });
    return () => leave.abort();
  }, [graph, document, question, attempt]);

  return {
    price,
    outcome,
    buy: () => {
      if (price === undefined || 'reason' in price) return;
      note({ kind: 'loading' });
      graph.run(document, variables, { budget: price.max, fresh: true }).then(note);
    },
    reprice: () => {
      setPriced(undefined);
      note(undefined);
      setAttempt((count) => count + 1);
    },
  };
}
