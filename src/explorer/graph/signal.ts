import { useLayoutEffect, useState } from 'preact/hooks';

/** A value outside of components, which those that `use` it follow. */
export class Signal<Value> {
  #value: Value;
  readonly #listeners = new Set<(value: Value) => void>();

  constructor(value: Value) {
    this.#value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set value(next: Value) {
    this.#value = next;
    for (const listener of this.#listeners) listener(next);
  }

  /** A hook: the value; the component is rendered again when it changes. */
  use(): Value {
    const [, show] = useState(this.#value);
    useLayoutEffect(() => {
      show(this.#value);
      this.#listeners.add(show);
      return () => void this.#listeners.delete(show);
    }, [this]);
    return this.#value;
  }
}
