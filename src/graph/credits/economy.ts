import { type CacheOptions, defaultCache } from '../cache/store.ts';
import type { ReceiptLines } from './receipt.ts';
import type { BudgetLimits } from './terms.ts';

/** How a graph deals with its callers' credits. */
export interface Economy {
  readonly budget: BudgetLimits;
  /** Records remembered across operations, for each credential apart. */
  readonly cache: CacheOptions;
  /** Told of every operation's receipt when it has ended, also where its caller has left. */
  readonly onReceipt: ((lines: ReceiptLines) => void) | undefined;
}

export interface EconomyOptions extends Partial<Omit<Economy, 'cache'>> {
  readonly cache?: Partial<CacheOptions>;
}

const usualBudget: BudgetLimits = { usual: 1000, most: 10_000 };

export const economyOf = ({ budget = usualBudget, cache, onReceipt }: EconomyOptions): Economy => ({
  budget,
  cache: { ...defaultCache, ...cache },
  onReceipt,
});
