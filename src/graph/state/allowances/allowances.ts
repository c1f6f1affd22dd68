import type { CallListener } from '../../../client/adapted-client.ts';
import type { Answered, Credential } from '../../../client/call.ts';
import { CreditLimitReached, isPriced } from '../../../client/errors.ts';
import { isObject } from '../../../contract/json.ts';
import type { Operation } from '../../../contract/operation/operation.ts';
import type { StateStore } from '../state-store.ts';

/** How long a refusal is remembered, in milliseconds: an allowance is renewed without notice. */
const rememberedMs = 600_000;

/** The channel that announces refusals: owner, and expiry in milliseconds since 1970, or 0 once a payment succeeds. */
const channel = 'allowances';

/**
 * Keys that have used up their credit allowance. The data service reports this only by refusing a payment; a refusal
 * is remembered for ten minutes, or until a payment is accepted. It blocks no calls: callers are told, and records that
 * are then named as missing are not cached as such, since some gateways answer so in place of the refusal.
 */
export class Allowances implements CallListener {
  readonly #store: StateStore;
  readonly #ownerOf: (apiKey: string) => string;
  readonly #now: () => number;
  readonly #onTrouble: (error: unknown) => void;
  /** Expiry by owner, in milliseconds since 1970. */
  readonly #usedUp = new Map<string, number>();

  constructor(
    store: StateStore,
    ownerOf: (apiKey: string) => string,
    now: () => number,
    onTrouble: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#ownerOf = ownerOf;
    this.#now = now;
    this.#onTrouble = onTrouble;
  }

  static async open(...args: ConstructorParameters<typeof Allowances>): Promise<Allowances> {
    const allowances = new Allowances(...args);
    await allowances.#store.subscribe(channel, (text) => {
      const [owner, until] = text?.split(' ') ?? [];
      if (owner) allowances.#keep(owner, Number(until));
    });
    return allowances;
  }

  isUsedUp(apiKey: string): boolean {
    return this.#usedUp.size > 0 && (this.#usedUp.get(this.#ownerOf(apiKey)) ?? 0) > this.#now();
  }

  answered(operation: Operation, { apiKey }: Credential, _began: number, { status, body }: Answered<unknown>): void {
    if (isPriced(operation) && this.isUsedUp(apiKey) && isPaid(operation, status, body)) this.#note(apiKey, 0);
  }

  failed(error: unknown, { apiKey }: Credential, operation: Operation): void {
    if (isPriced(operation) && error instanceof CreditLimitReached) this.#note(apiKey, this.#now() + rememberedMs);
  }

  #note(apiKey: string, until: number): void {
    const owner = this.#ownerOf(apiKey);
    this.#keep(owner, until);
    this.#store.publish(channel, `${owner} ${until}`).catch(this.#onTrouble);
  }

  #keep(owner: string, until: number): void {
    const now = this.#now();
    for (const [known, end] of this.#usedUp) if (end <= now) this.#usedUp.delete(known);
    if (until > now) this.#usedUp.set(owner, until);
    else this.#usedUp.delete(owner);
  }
}

/** Whether an answer was paid for: an empty one proves nothing, nor does one that a task was accepted. */
const isPaid = ({ price }: Operation, status: number, body: unknown): boolean => {
  if (price.per !== 'record') return status === 200;
  return isObject(body) && Array.isArray(body.results) && body.results.some((record) => record !== null);
};
