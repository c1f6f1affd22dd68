import type { Person } from './person.ts';

/**
 * Maximum average number of people in a bucket; the minimum is half of it. Smaller buckets waste space, as SQLite
 * leaves half of each entry's last page empty.
 */
const maxPacked = 192;

type PackedTie = readonly [connector: number, tier: number, manual: number | null, origins: string];
export type PackedPerson = readonly [
  id: string,
  title: string,
  employer: string,
  marks: string,
  ties: readonly PackedTie[],
];

/** How many leading hexadecimal digits of an id select its bucket, in a network of this size. One bit counts 0.25. */
export const digitsFor = (people: number): number =>
  people <= maxPacked ? 0 : Math.ceil(Math.log2(people / maxPacked)) / 4;

/** Reads buckets by prefix: the first bits of their ids, as a hexadecimal number. An absent bucket is empty. */
export type ReadPacked = (prefixes: readonly string[]) => Promise<ReadonlyMap<string, readonly PackedPerson[]>>;

/**
 * The people of one network, in buckets by the first bits of their ids: only needed buckets are read, and only changed
 * ones written. Uuids spread evenly enough. Packed ties refer to connectors by their index in `connectors`.
 */
export class People {
  readonly #bits: number;
  readonly #read: ReadPacked;
  readonly #loaded = new Map<string, Map<string, Person>>();
  readonly #changed = new Set<string>();
  readonly connectors: string[];
  /** How many people each connector knows, in the order of `connectors`. */
  readonly ties: number[];
  readonly #numbers: Map<string, number>;
  count: number;

  constructor(
    { digits, connectors, ties, count }: Pick<People, 'connectors' | 'ties' | 'count'> & { readonly digits: number },
    read: ReadPacked,
  ) {
    this.#bits = digits * 4;
    this.#read = read;
    this.count = count;
    this.connectors = [...connectors];
    this.ties = [...ties];
    this.#numbers = new Map(connectors.map((id, number) => [id, number]));
  }

  /** Loads the buckets of these people; `has` and `get` see only what is loaded. */
  async load(ids: Iterable<string>): Promise<void> {
    const prefixes = new Set([...ids].map((id) => this.#prefixOf(id)));
    await this.#loadPrefixes([...prefixes].filter((prefix) => !this.#loaded.has(prefix)));
  }

  async loadAll(): Promise<void> {
    const all = Array.from({ length: 2 ** this.#bits }, (_, at) => this.#prefixAt(at));
    await this.#loadPrefixes(all.filter((prefix) => !this.#loaded.has(prefix)));
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  get(id: string): Person | undefined {
    return this.#loaded.get(this.#prefixOf(id))?.get(id);
  }

  get size(): number {
    return this.count;
  }

  /** The ids of all loaded people. */
  *keys(): Generator<string> {
    for (const people of this.#loaded.values()) yield* people.keys();
  }

  *values(): Generator<Person> {
    for (const people of this.#loaded.values()) yield* people.values();
  }

  /** Replaces a person, or removes one. Load stored buckets first: a changed one is written whole. */
  set(id: string, person: Person | undefined): void {
    const prefix = this.#prefixOf(id);
    const people = this.#loaded.get(prefix) ?? new Map<string, Person>();
    this.#loaded.set(prefix, people);
    const before = people.get(id);
    this.#tally(before, -1);
    this.#tally(person, 1);
    if (person) people.set(id, person);
    else people.delete(id);
    this.count += Number(person !== undefined) - Number(before !== undefined);
    this.#changed.add(prefix);
  }

  /** The buckets to write, by prefix; undefined if empty, to be removed. */
  *changed(): Generator<readonly [prefix: string, packed: readonly PackedPerson[] | undefined]> {
    for (const prefix of this.#changed) {
      const people = [...(this.#loaded.get(prefix)?.values() ?? [])];
      yield [prefix, people.length === 0 ? undefined : people.map((person) => this.#pack(person))];
    }
  }

  async #loadPrefixes(prefixes: readonly string[]): Promise<void> {
    if (prefixes.length === 0) return;
    const found = await this.#read(prefixes);
    for (const prefix of prefixes) {
      const people = (found.get(prefix) ?? []).map((one) => this.#unpack(one));
      this.#loaded.set(prefix, new Map(people.map((person) => [person.id, person])));
    }
  }

  #prefixOf(id: string): string {
    return this.#prefixAt(Math.floor(Number.parseInt(id.slice(0, 8), 16) / 2 ** (32 - this.#bits)));
  }

  #prefixAt(at: number): string {
    return this.#bits === 0 ? '' : at.toString(16).padStart(Math.ceil(this.#bits / 4), '0');
  }

  #tally(person: Person | undefined, by: number): void {
    for (const { connector } of person?.ties ?? []) {
      const number = this.#numberOf(connector);
      this.ties[number] = (this.ties[number] ?? 0) + by;
    }
  }

  #numberOf(connector: string): number {
    const known = this.#numbers.get(connector);
    if (known !== undefined) return known;
    const number = this.connectors.push(connector) - 1;
    this.#numbers.set(connector, number);
    return number;
  }

  #pack({ id, title, employer, marks, ties }: Person): PackedPerson {
    return [
      id.replaceAll('-', ''),
      title,
      employer,
      marks,
      ties.map(({ connector, tier, manual, origins }) => [this.#numberOf(connector), tier, manual, origins]),
    ];
  }

  #unpack([id, title, employer, marks, ties]: PackedPerson): Person {
    return {
      id: uuidOf(id),
      title,
      employer,
      marks,
      ties: ties
        .map(([number, tier, manual, origins]) => ({ connector: this.connectors[number] ?? '', tier, manual, origins }))
        .toSorted((one, other) => (one.connector < other.connector ? -1 : 1)),
    };
  }
}

const uuidOf = (hex: string): string =>
  hex.length === 32 ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : hex;
