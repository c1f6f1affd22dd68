import { GraphQLError } from 'graphql';

/** Quota of open subscriptions in this process, by credential. */
export class SubscriptionQuota {
  readonly #limit: number;
  readonly #used = new Map<string, number>();
  #closed: Error | undefined;

  /** @param limit the most open subscriptions of one credential */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Number of open subscriptions of all credentials. */
  get used(): number {
    let sum = 0;
    for (const count of this.#used.values()) sum += count;
    return sum;
  }

  /** Whether new subscriptions are refused, as the process is about to stop. */
  get closed(): boolean {
    return this.#closed !== undefined;
  }

  /** @throws a TOO_MANY_SUBSCRIPTIONS error at the limit of the credential; the error of `close` once it is closed */
  take(owner: string): void {
    if (this.#closed) throw this.#closed;
    const count = this.#used.get(owner) ?? 0;
    if (count >= this.#limit) throw tooManySubscriptions(`this key may have ${this.#limit} open here`);
    this.#used.set(owner, count + 1);
  }

  release(owner: string): void {
    const rest = (this.#used.get(owner) ?? 1) - 1;
    if (rest > 0) this.#used.set(owner, rest);
    else this.#used.delete(owner);
  }

  /** Refuses later subscriptions with this error. */
  close(error: Error): void {
    this.#closed = error;
  }
}

/** Error for a subscription that was not opened, as a limit is reached. */
export const tooManySubscriptions = (limit: string): GraphQLError =>
  new GraphQLError(`There are too many subscriptions: ${limit}.`, { extensions: { code: 'TOO_MANY_SUBSCRIPTIONS' } });
