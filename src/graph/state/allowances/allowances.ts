import type { Client } from '../../../client/client.ts';
import { CreditLimitReached } from '../../../client/errors.ts';
import type { StateStore } from '../state-store.ts';

/** How long a refusal is remembered, in milliseconds: an allowance is renewed without notice. */
const rememberedMs = 600_000;

/** The channel that announces refusals: owner, and expiry in milliseconds since 1970, or 0 once a payment succeeds. */
const channel = 'allowances';

/**
 * Keys that have used up their credit allowance. The data service reports this only by refusing a payment; a refusal
 * is remembered for ten minutes, or until a payment is accepted. It is information for callers, and blocks no calls.
 */
export class Allowances {
  readonly #store: StateStore;
  readonly #ownerOf: (apiKey: string) => string;
  readonly #now: () => number;
  readonly #onTrouble: (error: unknown) => void;
  /** Expiry by owner, in milliseconds since 1970. */
  readonly #usedUp = new Map<string, number>();

  private constructor(
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

  static async open(
    store: StateStore,
    ownerOf: (apiKey: string) => string,
    now: () => number,
    onTrouble: (error: unknown) => void,
  ): Promise<Allowances> {
    const allowances = new Allowances(store, ownerOf, now, onTrouble);
    await store.subscribe(channel, (text) => {
      const [owner, until] = text?.split(' ') ?? [];
      if (owner) allowances.#keep(owner, Number(until));
    });
    return allowances;
  }

  isUsedUp(apiKey: string): boolean {
    return (this.#usedUp.get(this.#ownerOf(apiKey)) ?? 0) > this.#now();
  }

  /** Wraps a client to note refused and accepted payments. */
  trackRefusals(client: Client): Client {
    return {
      ...client,
      call: (operation, request, credential, options) => {
        const answer = client.call(operation, request, credential, options);
        if (operation.price.per !== 'nothing')
          answer.then(
            () => this.isUsedUp(credential.apiKey) && this.#note(credential.apiKey, 0),
            (error: unknown) =>
              error instanceof CreditLimitReached && this.#note(credential.apiKey, this.#now() + rememberedMs),
          );
        return answer;
      },
    };
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
