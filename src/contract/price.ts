/**
 * What an answer costs. Credits are consumed by results returned, not by requests; failed requests cost nothing.
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
/** Charged once for an answer that holds anything. */
export const perNonEmptyAnswer = (credits: number): Price => ({ per: 'answer', credits });

/** Credits for an answer that holds `results` results (0 or more). */
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

/** On-demand operations: their paths and bodies are not part of the contract, so they are priced but not served. */
export const onDemandPrices = {
  'Refresh a Profile': perRecord(3),
  'Get Profile Posts': { per: 'batch', credits: 1, size: 10, maximum: 10 },
  'Get Company Posts': { per: 'batch', credits: 1, size: 10, maximum: 10 },
  'Get Comments': { per: 'call', credits: 1 },
  'Get Reactions': { per: 'call', credits: 1 },
  'Get Reshares': { per: 'call', credits: 1 },
} as const satisfies Readonly<Record<string, Price>>;
