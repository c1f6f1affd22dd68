import { GraphQLError } from 'graphql';

/** The places that subscribers take in this process, by credential. */
export class SubscriptionQuota {
  readonly #most: number;
  readonly #taken = new Map<string, number>();
  #closed: Error | undefined;

  /** @param most how many subscriptions one credential may have open */
  constructor(most: number) {
    this.#most = most;
  }

  /** How many are taken. */
  get taken(): number {
    let sum = 0;
    for (const count of this.#taken.values()) sum += count;
    return sum;
  }

  /** Whether none is to be had any more, as the process is about to stop. */
  get closed(): boolean {
    return this.#closed !== undefined;
  }

  /** @throws a TOO_MANY_SUBSCRIPTIONS error when the credential has as many as it may, else what it was closed with */
  take(owner: string): void {
    if (this.#closed) throw this.#closed;
    const count = this.#taken.get(owner) ?? 0;
    if (count >= this.#most) throw tooMany(`this key may have ${this.#most} open here`);
    this.#taken.set(owner, count + 1);
  }

  giveBack(owner: string): void {
    const rest = (this.#taken.get(owner) ?? 1) - 1;
    if (rest > 0) this.#taken.set(owner, rest);
    else this.#taken.delete(owner);
  }

  /** Later ones are refused with this error. */
  close(error: Error): void {
    this.#closed = error;
  }
}

/** A limit on open subscriptions is reached; nothing was opened. */
export const tooMany = (limit: string): GraphQLError =>
  new GraphQLError(`There are too many subscriptions: ${limit}.`, { extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' } });
