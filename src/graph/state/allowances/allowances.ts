import type { Client } from '../../../client/client.ts';
import { CreditLimitReached } from '../../../client/errors.ts';
import type { StateStore } from '../state-store.ts';

/** How long a refusal is remembered, in milliseconds: an allowance begins anew without notice. */
const rememberedMs = 600_000;

/** The channel on which processes hear of refusals: an owner, and until when, or 0. */
const channel = 'allowances';

/**
 * Keys whose allowance of credits is used up. The data service says so only when it refuses a payment: that is remembered until it
 * accepts one, or for ten minutes. It tells callers what to expect, and keeps nobody from trying.
 */
export class Allowances {
  readonly #store: StateStore;
  readonly #ownerOf: (apiKey: string) => string;
  readonly #now: () => number;
  readonly #onTrouble: (error: unknown) => void;
  /** Owners, and until when they are remembered. */
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

  /** The client, whose answers to calls that cost tell. */
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
