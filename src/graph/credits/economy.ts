import type { ReceiptLines } from './receipt.ts';
import type { BudgetLimits } from './terms.ts';

/** How a graph deals with its callers' credits. */
export interface EconomyOptions {
  readonly budget: BudgetLimits;
  /** Told of every operation's receipt when it has ended, also where its caller has left. */
  readonly onReceipt: ((lines: ReceiptLines) => void) | undefined;
}

/** What holds where nothing else is configured. */
export const defaultEconomy: EconomyOptions = {
  budget: { usual: 1000, most: 10_000 },
  onReceipt: undefined,
};
