import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Price } from '../../credits/price-estimate.ts';
import type { AdmittedOperation } from '../../operation/operation-limits.ts';
import type { Operation } from '../../scope/operation.ts';

const maxQuotes = 1_000;

/** How long a price is compared with what the operation then costs, in milliseconds. */
const keepMs = 5 * 60_000;

/** Prices that were quoted lately, so that the charge of the same operation can be compared with them. */
export class QuoteMemory {
  readonly #prices = new LRUCache<string, Price>({ max: maxQuotes, ttl: keepMs });

  quoted(price: Price, operation: Operation, admitted: AdmittedOperation): void {
    const key = keyOf(operation, admitted);
    if (key !== undefined) this.#prices.set(key, price);
  }

  /** What was quoted for the operation; it is compared once. Costs no hash where nothing was. */
  take(operation: Operation, admitted: AdmittedOperation): Price | undefined {
    if (this.#prices.size === 0) return undefined;
    const key = keyOf(operation, admitted);
    const price = key === undefined ? undefined : this.#prices.get(key);
    if (key !== undefined) this.#prices.delete(key);
    return price;
  }
}

/** Undefined for variables that are nested too deeply to be written. */
function keyOf({ apiKey, session }: Operation, { prepared, variables }: AdmittedOperation): string | undefined {
  try {
    return hash('sha256', JSON.stringify([apiKey, session?.childTeamId, prepared.id, variables]), 'base64url');
  } catch {
    return undefined;
  }
}
