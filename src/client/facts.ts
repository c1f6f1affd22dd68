import { LRUCache } from 'lru-cache';

/** How long a fact about the upstream is believed, in milliseconds: a fault of the moment must not become a property. */
const believedMs = 5 * 60_000;

/** Maximum facts of one kind. */
const maxFacts = 1_000;

/**
 * Facts about the upstream that the client finds out by requests of its own, and forgets after minutes. They are never
 * learned from a caller’s request, by which one key could teach the client something wrong for others.
 */
export class Facts<Value extends NonNullable<unknown>> {
  readonly #known = new LRUCache<string, Value>({ max: maxFacts, ttl: believedMs });
  readonly #asking = new Map<string, Promise<Value | undefined>>();

  get(name: string): Value | undefined {
    return this.#known.get(name);
  }

  /** Finds out a fact; concurrent callers share the requests. Undefined: it could not be found out. */
  async ask(name: string, find: () => Promise<Value | undefined>): Promise<Value | undefined> {
    let asking = this.#asking.get(name);
    if (!asking) {
      asking = find().finally(() => this.#asking.delete(name));
      this.#asking.set(name, asking);
    }
    const value = await asking;
    if (value !== undefined) this.#known.set(name, value);
    return value;
  }
}
