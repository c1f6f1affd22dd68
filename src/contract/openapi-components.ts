/** A value that JSON can write. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** Gathers the named shapes met in schemas, each once, and stands references in their place. */
export class Components {
  readonly #schemas = new Map<string, Json>();

  /** The shapes gathered, by name. */
  get schemas(): Json {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The schema with a reference for each shape that has a `title`. A description beside a reference is the member's own. */
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
