import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Price } from '../../credits/price-estimate.ts';
import type { AdmittedOperation } from '../../operation/operation-limits.ts';
import type { Operation } from '../../scope/operation.ts';

const maxQuotes = 1_000;

/** How long a quoted price is kept for comparison, in milliseconds. */
const keepMs = 5 * 60_000;

/** Recent quotes, to be compared with the charge when the same operation runs. */
export class QuoteMemory {
  readonly #prices = new LRUCache<string, Price>({ max: maxQuotes, ttl: keepMs });

  quoted(price: Price, operation: Operation, admitted: AdmittedOperation): void {
    const key = keyOf(operation, admitted);
    if (key !== undefined) this.#prices.set(key, price);
  }

  /** Removes and returns the quote of an operation. Computes no hash while there are no quotes. */
  take(operation: Operation, admitted: AdmittedOperation): Price | undefined {
    if (this.#prices.size === 0) return undefined;
    const key = keyOf(operation, admitted);
    const price = key === undefined ? undefined : this.#prices.get(key);
    if (key !== undefined) this.#prices.delete(key);
    return price;
  }
}

/** Undefined if the variables are nested too deeply to serialize. */
function keyOf({ apiKey, session }: Operation, { prepared, variables }: AdmittedOperation): string | undefined {
  try {
    return hash('sha256', JSON.stringify([apiKey, session?.childTeamId, prepared.id, variables]), 'base64url');
  } catch {
    return undefined;
  }
}
