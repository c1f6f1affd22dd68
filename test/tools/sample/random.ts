/**
 * A small, fast generator of pseudo-random numbers (sfc32): the same 16 bytes of seed give the same numbers on every
 * machine, which `Math.random` can't promise. Not for secrets.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;
  readonly #thorough: boolean;

  /** A thorough generator draws as any other, and leaves nothing out. */
  constructor(seed: Buffer, thorough: boolean) {
    this.#thorough = thorough;
    this.#a = seed.readInt32LE(0);
    this.#b = seed.readInt32LE(4);
    this.#c = seed.readInt32LE(8);
    this.#counter = seed.readInt32LE(12);
  }

  /** At least 0, below 1. */
  number(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  /** A whole number from `least` to `greatest`, both included. */
  integer(least: number, greatest: number): number {
    return least + Math.floor(this.number() * (greatest - least + 1));
  }

  chance(probability: number): boolean {
    return this.number() < probability;
  }

  /** The value with this probability, else null: how a record comes to miss a member. */
  maybe<T>(probability: number, value: T): T | null {
    return this.number() < probability || this.#thorough ? value : null;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.number() * items.length)];
    if (item === undefined) throw new RangeError('items: must hold at least one item, but got none.');
    return item;
  }

  /** So many different items (all of them where there are fewer), in the order of the list. */
  some<T>(items: readonly T[], count: number): T[] {
    const chosen: T[] = [];
    for (const [index, item] of items.entries()) {
      const wanted = count - chosen.length;
      if (wanted > 0 && this.number() * (items.length - index) < wanted) chosen.push(item);
    }
    return chosen;
  }
}

/** Items drawn in proportion to their weights. */
export class Weighted<T> {
  readonly #items: readonly T[];
  readonly #upTo: Float64Array;

  constructor(items: readonly T[], weight: (item: T) => number) {
    this.#items = items;
    this.#upTo = new Float64Array(items.length);
    let total = 0;
    for (const [index, item] of items.entries()) {
      total += weight(item);
      this.#upTo[index] = total;
    }
  }

  /** Undefined where there are no items. */
  pick(random: Random): T | undefined {
    const target = random.number() * (this.#upTo.at(-1) ?? 0);
    let low = 0;
    let high = this.#items.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#upTo[middle] ?? 0) > target) high = middle;
      else low = middle + 1;
    }
    return this.#items[low];
  }
}
