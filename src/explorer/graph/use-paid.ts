import { useEffect, useState } from 'preact/hooks';
import type { Quote } from '../../sdk/client.ts';
import type { Document } from '../../sdk/document.ts';
import { useGraph } from './graph.ts';
import type { Failure, Outcome } from './outcome.ts';
import { type Read, readOf } from './use-query.ts';

/** An operation that costs credits: its price until it is bought, then its answer. */
export interface Paid<Result> extends Read<Result> {
  /** Undefined while it is requested. */
  readonly price: Quote | Failure | undefined;
  /** Whether it is bought, being bought, or cached. */
  readonly isBought: boolean;
  /** Runs the operation within its price, which must be known. */
  readonly buy: () => void;
}

/** A price, or why it is not known; undefined while it is requested. `again` requests it again. */
interface Priced {
  readonly price: Quote | Failure | undefined;
  readonly again: () => void;
}

/**
 * Requests the price of an operation, and again after purchases, which may lower it; nothing without variables.
 *
 * @param restMs how long the variables must remain the same before, in milliseconds
 */
export function useQuote<Result, Variables extends object>(
  document: Document<Result, Variables>,
  variables: Variables | undefined,
  restMs = 0,
): Priced {
  const graph = useGraph();
  const question = JSON.stringify(variables);
  const purchases = graph.purchases.use();
  const [attempt, setAttempt] = useState(0);
  const [quoted, setQuoted] = useState<{ readonly question: string; readonly price: Quote | Failure }>();
  useEffect(() => {
    if (variables === undefined) return undefined;
    const leave = new AbortController();
    const timer = setTimeout(async () => {
      const price = await graph.quote(document, variables, leave.signal);
      if (!leave.signal.aborted) setQuoted({ question, price });
    }, restMs);
    return () => {
      clearTimeout(timer);
      leave.abort();
    };
  }, [graph, document, question, attempt, purchases]);
  return {
    price: quoted?.question === question ? quoted?.price : undefined,
    again: () => {
      setQuoted(undefined);
      setAttempt((count) => count + 1);
    },
  };
}

/**
 * Requests the price of a query, and runs it only when it is bought. A cached answer is shown as it is.
 */
export function usePaid<Result, Variables extends object>(
  document: Document<Result, Variables, 'query'>,
  variables: Variables,
): Paid<Result> {
  const graph = useGraph();
  const question = JSON.stringify(variables);
  // Outcomes by question; 'loading' during a purchase, undefined while the price is requested again.
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome<Result> | 'loading' | undefined>>(new Map());
  const bought = outcomes.has(question) ? outcomes.get(question) : graph.remembered(document, variables);
  const { price, again: priceAgain } = useQuote(document, bought ? undefined : variables);
  const note = (outcome: Outcome<Result> | 'loading' | undefined) =>
    setOutcomes((known) => new Map(known).set(question, outcome));
  const again = () => {
    note(undefined);
    priceAgain();
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
