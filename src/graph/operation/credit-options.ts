import { defaultSettings } from '../../config/read-settings.ts';
import { type CacheOptions, defaultCache } from '../cache/memory-store.ts';
import type { KeepOptions } from '../cache/shared-cache.ts';
import type { ReceiptLines } from '../credits/receipt.ts';
import type { BudgetLimits } from '../credits/request-options.ts';

export interface CreditOptions {
  readonly budget: BudgetLimits;
  /** Cache of records across operations, separate for each credential. */
  readonly cache: CacheOptions;
  /** Records that outlive the process. */
  readonly keep: KeepOptions;
  /** Called with the receipt of each executed operation or event, even if its caller has disconnected. */
  readonly onReceipt: ((lines: ReceiptLines) => void) | undefined;
}

export interface CreditOptionsInput extends Partial<Omit<CreditOptions, 'cache'>> {
  readonly cache?: Partial<CacheOptions>;
}

export const creditOptionsOf = ({
  budget = defaultSettings.credits.budget,
  cache,
  keep = defaultSettings.credits.keep,
  onReceipt,
}: CreditOptionsInput): CreditOptions => ({
  budget,
  cache: { ...defaultCache, ...cache },
  keep,
  onReceipt,
});
