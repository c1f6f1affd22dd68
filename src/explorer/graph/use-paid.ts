import { useEffect, useState } from 'preact/hooks';
import type { Document } from '../../sdk/document.ts';
import { type Price, useGraph } from './graph.ts';
import type { Failure, Outcome } from './outcome.ts';

/** An operation that pays: its price until it is bought, then its outcome. */
export interface Paid<Result> {
  /** Undefined while it is asked. */
  readonly price: Price | Failure | undefined;
  /** Undefined until it is bought, or found in memory. */
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
  const [bought, setBought] = useState<{ readonly question: string; readonly outcome: Outcome<Result> }>();
  const price = priced?.question === question ? priced.price : undefined;
  const outcome = bought?.question === question ? bought.outcome : undefined;

  useEffect(() => {
    const remembered = graph.remembered(document, variables);
    if (remembered) {
      setBought({ question, outcome: remembered });
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
      setBought({ question, outcome: { kind: 'loading' } });
      graph.run(document, variables, { budget: price.max }).then((outcome) => setBought({ question, outcome }));
    },
    reprice: () => {
      setPriced(undefined);
      setBought(undefined);
      setAttempt((count) => count + 1);
    },
  };
}
