/**
 * The price of an answer. Credits are charged for results, not for requests; failed requests are free.
 * Source: the specification's "Limits", table of costs.
 */
export type Price =
  | { readonly per: 'nothing' }
  | { readonly per: 'record'; readonly credits: number }
  | { readonly per: 'answer'; readonly credits: number }
  | { readonly per: 'batch'; readonly credits: number; readonly size: number; readonly maximum: number }
  | { readonly per: 'call'; readonly credits: number };

export const free: Price = { per: 'nothing' };
export const perRecord = (credits: number): Price => ({ per: 'record', credits });
/** A fixed price for an answer that is not empty. */
export const perNonEmptyAnswer = (credits: number): Price => ({ per: 'answer', credits });

/** The price of an answer with `results` results, in credits. */
export function priceOf(price: Price, results: number): number {
  switch (price.per) {
    case 'nothing':
      return 0;
    case 'record':
      return price.credits * results;
    case 'answer':
      return results > 0 ? price.credits : 0;
    case 'batch':
      return Math.min(price.maximum, price.credits * Math.ceil(results / price.size));
    case 'call':
      return price.credits;
  }
}

/** Prices of on-demand operations, which are not served, since their paths and bodies are not in the contract. */
export const onDemandPrices = {
  'Refresh a Profile': perRecord(3),
  'Get Profile Posts': { per: 'batch', credits: 1, size: 10, maximum: 10 },
  'Get Company Posts': { per: 'batch', credits: 1, size: 10, maximum: 10 },
  'Get Comments': { per: 'call', credits: 1 },
  'Get Reactions': { per: 'call', credits: 1 },
  'Get Reshares': { per: 'call', credits: 1 },
} as const satisfies Readonly<Record<string, Price>>;
