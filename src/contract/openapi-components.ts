import type { Json } from './json.ts';

/** Collects named shapes from schemas, and replaces them by references. */
export class Components {
  readonly #schemas = new Map<string, Json>();

  /** The collected shapes, by name. */
  get schemas(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Replaces each shape with a `title` by a reference, next to which the member's own description is kept. */
  refer(schema: object): Json {
    const plain = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, this.#within(value)]));
    if (typeof plain.title !== 'string') return plain;
    const { title, description, 'x-shape': own = description, ...rest } = plain;
    if (!this.#schemas.has(title))
      this.#schemas.set(title, { title, ...(own === undefined ? {} : { description: own }), ...rest });
    const reference = { $ref: `#/components/schemas/${title}` };
    return description === undefined || description === own ? reference : { ...reference, description };
  }

  #within(value: unknown): Json {
    if (Array.isArray(value)) return value.map((element) => this.#within(element));
    if (typeof value === 'object' && value !== null) return this.refer(value);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
    return null;
  }
}
