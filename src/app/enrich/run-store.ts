import { Database } from '../../graph/state/database.ts';

const migrations = [
  `CREATE TABLE matched (
     at INTEGER PRIMARY KEY,
     state TEXT NOT NULL,
     by TEXT,
     reason TEXT
   ) STRICT;
   CREATE INDEX matched_by ON matched (by) WHERE by IS NOT NULL;
   CREATE TABLE loaded (by TEXT PRIMARY KEY, state TEXT NOT NULL, cells TEXT NOT NULL, reason TEXT) STRICT, WITHOUT ROWID;
   CREATE TABLE fact (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;`,
];

/** The match of a row. */
export interface MatchedRow {
  readonly at: number;
  /** State of the match, or the reason why there is none. */
  readonly state: string;
  /** The identifier to load the record by, as JSON; undefined if there is none. */
  readonly by: string | undefined;
  readonly reason: string | undefined;
}

/** A loaded record, or one that the data service does not have. */
export interface LoadedRecord {
  readonly by: string;
  readonly state: string;
  /** A JSON list with a value for each field; empty without a record. */
  readonly cells: string;
  readonly reason: string | undefined;
}

/**
 * Intermediate results of a run, in a temporary SQLite database, since a list may have a million rows. Contains only
 * free results, and records of the slice that is being written.
 */
export class RunStore implements Disposable {
  readonly #database: Database;

  constructor(path: string) {
    this.#database = new Database(path);
    this.#database.migrate('enrich', migrations);
  }

  /** Number of matched rows, counted from the first. */
  get matchedRows(): number {
    return Number(this.#database.get`SELECT coalesce(max(at) + 1, 0) AS rows FROM matched`?.rows);
  }

  /** Number of cells in the widest row. */
  get width(): number {
    return Number(this.#database.get`SELECT value FROM fact WHERE name = 'width'`?.value ?? 0);
  }

  addMatched(rows: readonly MatchedRow[], width: number): void {
    const database = this.#database;
    database.transaction(() => {
      for (const { at, state, by = null, reason = null } of rows)
        database.run`INSERT INTO matched (at, state, by, reason) VALUES (${at}, ${state}, ${by}, ${reason})
          ON CONFLICT (at) DO NOTHING`;
      database.run`INSERT INTO fact (name, value) VALUES ('width', ${width})
        ON CONFLICT (name) DO UPDATE SET value = max(value, excluded.value)`;
    });
  }

  matched(from: number, rows: number): readonly MatchedRow[] {
    return this.#database.all`SELECT * FROM matched WHERE at >= ${from} AND at < ${from + rows} ORDER BY at`.map(
      (row) => ({
        at: Number(row.at),
        state: String(row.state),
        by: textOf(row.by),
        reason: textOf(row.reason),
      }),
    );
  }

  /** Rows by state. */
  counts(): ReadonlyMap<string, number> {
    return new Map(
      this.#database.all`SELECT state, count(*) AS rows FROM matched GROUP BY state ORDER BY rows DESC`.map((row) => [
        String(row.state),
        Number(row.rows),
      ]),
    );
  }

  /** Distinct identifiers of records that are not loaded yet, in the order of rows, in pages. */
  *toLoad(size: number): Generator<readonly string[]> {
    for (let after = -1; ; ) {
      const rows = this.#database.all`
        SELECT min(at) AS at, by FROM matched WHERE by IS NOT NULL AND by NOT IN (SELECT by FROM loaded)
          GROUP BY by HAVING min(at) > ${after} ORDER BY min(at) LIMIT ${size}`;
      const last = rows.at(-1);
      if (!last) return;
      after = Number(last.at);
      yield rows.map(({ by }) => String(by));
    }
  }

  loaded(by: string): LoadedRecord | undefined {
    const row = this.#database.get`SELECT * FROM loaded WHERE by = ${by}`;
    return row && { by, state: String(row.state), cells: String(row.cells), reason: textOf(row.reason) };
  }

  addLoaded(records: readonly LoadedRecord[]): void {
    const database = this.#database;
    database.transaction(() => {
      for (const { by, state, cells, reason = null } of records)
        database.run`INSERT INTO loaded (by, state, cells, reason) VALUES (${by}, ${state}, ${cells}, ${reason})
          ON CONFLICT (by) DO UPDATE SET state = excluded.state, cells = excluded.cells, reason = excluded.reason`;
    });
  }

  /** Removes records that no row from `before` on needs. */
  dropLoaded(before: number): void {
    this.#database.run`
      DELETE FROM loaded WHERE NOT EXISTS (SELECT 1 FROM matched WHERE matched.by = loaded.by AND at >= ${before})`;
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
