const leastDeleted = 16;

/**
 * A Map of what is under way: entries are deleted again soon after they were set.
 *
 * V8 moves a Map that fills up to a new table, and has the old one point to that. Once an outgrown table belongs to the old
 * generation, all that come after it outlive minor collections, with whatever is in them, and are copied twice before they
 * are collected (nepotism). So this moves to a new Map itself, to which nothing points.
 */
export class TransientMap<Key, Value> {
  #entries = new Map<Key, Value>();
  #deleted = 0;

  get size(): number {
    return this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: Key, value: Value): void {
    this.#entries.set(key, value);
  }

  delete(key: Key): void {
    if (!this.#entries.delete(key)) return;
    this.#deleted += 1;
    const { size } = this.#entries;
    if (size > 0 && this.#deleted < Math.max(size, leastDeleted)) return;
    this.#entries = new Map(this.#entries);
    this.#deleted = 0;
  }

  values(): MapIterator<Value> {
    return this.#entries.values();
  }

  clear(): void {
    this.#entries = new Map();
    this.#deleted = 0;
  }
}
