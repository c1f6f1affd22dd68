/** A connector who can introduce to a target, and the confidence of the path. */
export interface Choice {
  /** Index of the connector, from 0. */
  readonly connector: number;
  /** Between 0 and 1. */
  readonly confidence: number;
}

/** The column of targets that get no connector; its capacity is unlimited. */
const nobody = 0;

/**
 * Assigns a connector to each target, so that the sum of confidences is the greatest and no connector has more than
 * `perConnector` targets; undefined for a target that has none.
 *
 * Minimum-cost flow by shortest augmenting paths with potentials (the Hungarian method, with capacities): targets are
 * added one by one, and each reassigns earlier ones along the cheapest path to a column with capacity left.
 */
export function assign(
  targets: readonly (readonly Choice[])[],
  connectors: number,
  perConnector: number,
): readonly (number | undefined)[] {
  const flow = new Flow(connectors + 1, perConnector);
  for (const choices of targets) flow.add(choices);
  return flow.columnOf.map((column) => (column === nobody ? undefined : column - 1));
}

class Flow {
  /** The column to which each row (target) is assigned: `nobody`, or the connector's index plus 1. */
  readonly columnOf: number[] = [];
  readonly #rows: (readonly Choice[])[] = [];
  readonly #rowsOf: Set<number>[];
  readonly #capacity: number;
  readonly #rowPotential: number[] = [];
  readonly #potential: Float64Array;
  readonly #distance: Float64Array;
  /** The row from which each column was last reached, on the cheapest path. */
  readonly #from: Int32Array;
  readonly #settled: Uint8Array;

  constructor(columns: number, capacity: number) {
    this.#rowsOf = Array.from({ length: columns }, () => new Set());
    this.#capacity = capacity;
    this.#potential = new Float64Array(columns);
    this.#distance = new Float64Array(columns);
    this.#from = new Int32Array(columns);
    this.#settled = new Uint8Array(columns);
  }

  add(choices: readonly Choice[]): void {
    const row = this.#rows.push(choices) - 1;
    this.#rowPotential[row] = 0;
    this.#distance.fill(Number.POSITIVE_INFINITY);
    this.#settled.fill(0);
    this.#relax(row, 0);
    const settled: number[] = [];
    let column = this.#nearest();
    while (!this.#hasPlace(column)) {
      this.#settled[column] = 1;
      settled.push(column);
      const distance = this.#distance[column] ?? 0;
      for (const moved of this.#rowsOf[column] ?? []) this.#relax(moved, distance);
      column = this.#nearest();
    }
    const end = this.#distance[column] ?? 0;
    this.#rowPotential[row] = end;
    for (const passed of settled) {
      const saved = end - (this.#distance[passed] ?? 0);
      this.#potential[passed] = (this.#potential[passed] ?? 0) - saved;
      for (const moved of this.#rowsOf[passed] ?? [])
        this.#rowPotential[moved] = (this.#rowPotential[moved] ?? 0) + saved;
    }
    this.#moveAlong(column, row);
  }

  #hasPlace(column: number): boolean {
    return column === nobody || (this.#rowsOf[column]?.size ?? 0) < this.#capacity;
  }

  /** Relaxes the edges from a row to its columns: a choice costs 1 − confidence, `nobody` costs 1. */
  #relax(row: number, distance: number): void {
    const start = distance - (this.#rowPotential[row] ?? 0);
    this.#reach(nobody, row, start + 1);
    for (const { connector, confidence } of this.#rows[row] ?? [])
      this.#reach(connector + 1, row, start + 1 - confidence);
  }

  #reach(column: number, row: number, cost: number): void {
    const distance = cost - (this.#potential[column] ?? 0);
    if (this.#settled[column] === 1 || distance >= (this.#distance[column] ?? 0)) return;
    this.#distance[column] = distance;
    this.#from[column] = row;
  }

  #nearest(): number {
    let nearest: number = nobody;
    for (let column = 1; column < this.#distance.length; column += 1)
      if (this.#settled[column] === 0 && (this.#distance[column] ?? 0) < (this.#distance[nearest] ?? 0))
        nearest = column;
    return nearest;
  }

  /** Reassigns each row on the path to the next column of the path, from its end back to the new row. */
  #moveAlong(end: number, added: number): void {
    let column = end;
    for (;;) {
      const row = this.#from[column] ?? added;
      const before = this.columnOf[row];
      this.#rowsOf[column]?.add(row);
      this.columnOf[row] = column;
      if (row === added || before === undefined) return;
      this.#rowsOf[before]?.delete(row);
      column = before;
    }
  }
}
