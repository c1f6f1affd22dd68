import { Database } from '../../graph/state/database.ts';

const migrations = [
  `CREATE TABLE matched (
     at INTEGER PRIMARY KEY,
     state TEXT NOT NULL,
     by TEXT,
     reason TEXT
   ) STRICT;
   CREATE INDEX matched_by ON matched (by) WHERE by IS NOT NULL;
   CREATE TABLE loaded (by TEXT PRIMARY KEY, state TEXT NOT NULL, id TEXT, cells TEXT NOT NULL, reason TEXT) STRICT, WITHOUT ROWID;
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
  readonly id: string | undefined;
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
  #hasPages: boolean | undefined;

  constructor(path: string) {
    this.#database = new Database(path);
    this.#database.migrate('enrich', migrations);
  }

  /** Removes what a run left here that is not continued. */
  clear(): void {
    const database = this.#database;
    database.transaction(() => {
      database.run`DELETE FROM matched`;
      database.run`DELETE FROM loaded`;
      database.run`DELETE FROM fact`;
    });
  }

  /** Credits charged for what was loaded. */
  get charged(): number {
    return Number(this.#database.get`SELECT value FROM fact WHERE name = 'charged'`?.value ?? 0);
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

  /** Rows by state. */
  counts(): ReadonlyMap<string, number> {
    return new Map(
      this.#database.all`SELECT state, count(*) AS rows FROM matched GROUP BY state ORDER BY rows DESC`.map((row) => [
        String(row.state),
        Number(row.rows),
      ]),
    );
  }

  /** Number of distinct records that are not loaded yet. */
  get recordsToLoad(): number {
    return Number(
      this.#database
        .get`SELECT count(DISTINCT by) AS records FROM matched WHERE by IS NOT NULL AND by NOT IN (SELECT by FROM loaded)`
        ?.records,
    );
  }

  /** Their identifiers in the order of rows, in pages; each in its first row. */
  *toLoad(size: number): Generator<readonly string[]> {
    for (let after = -1; ; ) {
      const rows = this.#database.all`
        SELECT at, by FROM matched AS one WHERE at > ${after} AND by IS NOT NULL AND by NOT IN (SELECT by FROM loaded)
          AND NOT EXISTS (SELECT 1 FROM matched AS other WHERE other.by = one.by AND other.at < one.at)
          ORDER BY at LIMIT ${size}`;
      const last = rows.at(-1);
      if (!last) return;
      after = Number(last.at);
      yield rows.map(({ by }) => String(by));
    }
  }

  /** The rows of a slice, each with its record, if that is loaded. */
  slice(
    from: number,
    rows: number,
  ): readonly { readonly match: MatchedRow; readonly loaded: LoadedRecord | undefined }[] {
    return this.#database.all`
      SELECT at, matched.state AS state, matched.by AS by, matched.reason AS reason, loaded.state AS loaded, id, cells,
          loaded.reason AS why FROM matched LEFT JOIN loaded ON loaded.by = matched.by
        WHERE at >= ${from} AND at < ${from + rows} ORDER BY at`.map((row) => ({
      match: matchedIn(row),
      loaded: recordIn(row),
    }));
  }

  /** Distinct identifiers of a slice whose records are not loaded. */
  unloaded(from: number, rows: number): readonly string[] {
    return this.#database.all`
      SELECT by, min(at) AS first FROM matched WHERE at >= ${from} AND at < ${from + rows} AND by IS NOT NULL
        AND by NOT IN (SELECT by FROM loaded) GROUP BY by ORDER BY first`.map(({ by }) => String(by));
  }

  /** Rows of a slice in a state whose identifier has no record. */
  withoutRecord(from: number, rows: number, state: string): ReadonlySet<number> {
    return new Set(
      this.#database.all`
        SELECT at FROM matched JOIN loaded ON loaded.by = matched.by
          WHERE at >= ${from} AND at < ${from + rows} AND matched.state = ${state} AND loaded.state = 'NOT_FOUND'`.map(
        ({ at }) => Number(at),
      ),
    );
  }

  /** Whether rows name records by pages, of which one record may have several. */
  get hasPages(): boolean {
    this.#hasPages ??= this.#database.get`SELECT at FROM matched WHERE by GLOB '{"xnetSlug"*' LIMIT 1` !== undefined;
    return this.#hasPages;
  }

  /**
   * Stores loaded records. Rows that name one of them otherwise take its `by`, so that it is not loaded for them.
   *
   * @param records each with its other identifiers, as JSON
   * @param charged credits charged for them
   */
  addLoaded(records: readonly (LoadedRecord & { readonly names?: readonly string[] })[], charged: number): void {
    const database = this.#database;
    database.transaction(() => {
      database.run`INSERT INTO fact (name, value) VALUES ('charged', ${charged})
        ON CONFLICT (name) DO UPDATE SET value = value + excluded.value`;
      for (const { by, state, id = null, cells, reason = null, names = [] } of records) {
        database.run`INSERT INTO loaded (by, state, id, cells, reason) VALUES (${by}, ${state}, ${id}, ${cells}, ${reason})
          ON CONFLICT (by) DO UPDATE SET state = excluded.state, id = excluded.id, cells = excluded.cells,
            reason = excluded.reason`;
        for (const name of names)
          if (name !== by)
            database.run`UPDATE matched SET by = ${by} WHERE by = ${name} AND by NOT IN (SELECT by FROM loaded)`;
      }
    });
  }

  /** Replaces what was stored of rows. */
  rematch(rows: readonly MatchedRow[]): void {
    const database = this.#database;
    database.transaction(() => {
      for (const { at, state, by = null, reason = null } of rows)
        database.run`UPDATE matched SET state = ${state}, by = ${by}, reason = ${reason} WHERE at = ${at}`;
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

type Row = NonNullable<ReturnType<Database['get']>>;

const matchedIn = (row: Row): MatchedRow => ({
  at: Number(row.at),
  state: String(row.state),
  by: textOf(row.by),
  reason: textOf(row.reason),
});

const recordIn = ({ by, loaded, id, cells, why }: Row): LoadedRecord | undefined =>
  loaded === null
    ? undefined
    : { by: String(by), state: String(loaded), id: textOf(id), cells: String(cells), reason: textOf(why) };

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
