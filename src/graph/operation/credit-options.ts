import { defaultSettings } from '../../config/read-settings.ts';
import { type CacheOptions, defaultCache } from '../cache/memory-store.ts';
import type { ReceiptLines } from '../credits/receipt.ts';
import type { BudgetLimits } from '../credits/request-options.ts';

/** How a graph deals with its callers' credits. */
export interface CreditOptions {
  readonly budget: BudgetLimits;
  /** Records remembered across operations, for each credential apart. */
  readonly cache: CacheOptions;
  /** Called with every operation's receipt when it has ended, also where its caller has left. */
  readonly onReceipt: ((lines: ReceiptLines) => void) | undefined;
}

export interface CreditOptionsInput extends Partial<Omit<CreditOptions, 'cache'>> {
  readonly cache?: Partial<CacheOptions>;
}

export const creditOptionsOf = ({
  budget = defaultSettings.credits.budget,
  cache,
  onReceipt,
}: CreditOptionsInput): CreditOptions => ({
  budget,
  cache: { ...defaultCache, ...cache },
  onReceipt,
});
