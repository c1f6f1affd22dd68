import { useEffect, useState } from 'preact/hooks';
import type { Document } from '../../sdk/document.ts';
import { type Price, useGraph } from './graph.ts';
import type { Failure, Outcome } from './outcome.ts';
import { type Read, readOf } from './use-query.ts';

/** An operation that costs credits: its price until it is bought, then its answer. */
export interface Paid<Result> extends Read<Result> {
  /** Undefined while it is requested. */
  readonly price: Price | Failure | undefined;
  /** Whether it is bought, being bought, or cached. */
  readonly isBought: boolean;
  /** Runs the operation within its price, which must be known. */
  readonly buy: () => void;
}

/**
 * Requests the price of a query, and runs it only when it is bought. A cached answer is shown as it is. The price is
 * requested again after other purchases, which may lower it.
 */
export function usePaid<Result, Variables extends object>(
  document: Document<Result, Variables, 'query'>,
  variables: Variables,
): Paid<Result> {
  const graph = useGraph();
  const question = JSON.stringify(variables);
  const purchases = graph.purchases.use();
  const [attempt, setAttempt] = useState(0);
  const [priced, setPriced] = useState<{ readonly question: string; readonly price: Price | Failure }>();
  // Outcomes by question; 'loading' during a purchase, undefined while the price is requested again.
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome<Result> | 'loading' | undefined>>(new Map());
  const price = priced?.question === question ? priced.price : undefined;
  const bought = outcomes.has(question) ? outcomes.get(question) : graph.remembered(document, variables);
  const note = (outcome: Outcome<Result> | 'loading' | undefined) =>
    setOutcomes((known) => new Map(known).set(question, outcome));

  useEffect(() => {
    if (bought) return undefined;
    const leave = new AbortController();
    graph.quote(document, variables, leave.signal).then((price) => {
      if (!leave.signal.aborted) setPriced({ question, price });
    });
    return () => leave.abort();
  }, [graph, document, question, attempt, purchases, bought === undefined]);

  const again = () => {
    setPriced(undefined);
    note(undefined);
    setAttempt((count) => count + 1);
  };
  return {
    ...readOf(bought === 'loading' ? undefined : bought, again),
    isLoading: bought === 'loading',
    isBought: bought !== undefined,
    price,
    buy: () => {
      if (price === undefined || 'reason' in price) return;
      note('loading');
      graph.run(document, variables, { budget: price.max, fresh: true }).then(note);
    },
  };
}
