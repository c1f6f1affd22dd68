import { closeSync, mkdirSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { reasonOf } from '../../telemetry/reason.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import { storedFormat } from './stored-format.ts';

/**
 * The graph's embedded database: one SQLite file, or `:memory:`, with tables for each feature.
 *
 * Commits survive `kill -9` (write-ahead log); to survive a power failure, await `flush`. One process uses the file at
 * a time: SQLite's exclusive lock ends with the process, however it exits. Only its owner can read the file, and
 * deleted data is overwritten with zeros.
 *
 * @example
 * using database = new Database(':memory:');
 * database.migrate('notes', ['CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT']);
 * database.run`INSERT INTO note (text) VALUES (${text})`;
 */
export class Database implements Disposable {
  readonly #sqlite: DatabaseSync;
  /**
   * Prepared statements by template literal. Node's `SQLTagStore` would leave statements, and so the file, open after
   * `close`.
   */
  readonly #statements = new Map<TemplateStringsArray, StatementSync>();

  /** @throws {StoreUnavailable} if the file cannot be opened, is open in another process, or has another format */
  constructor(path: string) {
    try {
      if (path !== ':memory:') createFile(path);
      this.#sqlite = new DatabaseSync(path);
      this.#sqlite.exec(`
        PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = NORMAL;
        PRAGMA secure_delete = ON;`);
      this.#beginFormat();
    } catch (error) {
      throw new StoreUnavailable(
        isBusy(error)
          ? `The file ${path} must be open in one process only, but another one has it open.`
          : `The file ${path} must be a database of the graph, but it cannot be opened: ${reasonOf(error)}.`,
      );
    }
    this.#demandFormat(path);
  }

  /** Undefined if the database is in memory. */
  get path(): string | undefined {
    return this.#sqlite.location() ?? undefined;
  }

  /** Runs a statement; each `${value}` is a bound parameter. */
  run(sql: TemplateStringsArray, ...values: readonly SQLInputValue[]): void {
    this.#prepare(sql).run(...values);
  }

  /** The first row. */
  get(sql: TemplateStringsArray, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values);
  }

  all(sql: TemplateStringsArray, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.#prepare(sql).all(...values);
  }

  /**
   * Runs those of an owner's migrations that have not run on this file. Later versions may have run more; within one
   * format, earlier versions work with those tables.
   *
   * @param migrations SQL, in order; released ones never change, new ones are appended
   */
  migrate(owner: string, migrations: readonly string[]): void {
    this.transaction(() => {
      const row = this.get`SELECT count(*) AS done FROM migration WHERE owner = ${owner}`;
      const done = Number(row?.done);
      for (const [version, statements] of migrations.entries()) {
        if (version < done) continue;
        this.#sqlite.exec(statements);
        this.run`INSERT INTO migration (owner, version) VALUES (${owner}, ${version})`;
      }
    });
  }

  /** Runs `act` in a transaction, which rolls back if it throws. */
  transaction<Value>(act: () => Value): Value {
    this.run`BEGIN IMMEDIATE`;
    try {
      const value = act();
      this.run`COMMIT`;
      return value;
    } catch (error) {
      // SQLite itself rolls back after some failures, such as a full disk.
      if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Resolves once all commits would survive a power failure. Syncs off the event loop, which it would block for
   * milliseconds.
   */
  async flush(): Promise<void> {
    const { path } = this;
    if (path === undefined) return;
    const log = await open(`${path}-wal`, 'r+');
    try {
      await log.datasync();
    } finally {
      await log.close();
    }
  }

  /** A consistent copy of the file's current content; undefined if the database is in memory. */
  copy(): Buffer | undefined {
    if (this.path === undefined) return undefined;
    const bytes = this.#sqlite.serialize();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Checkpoints and truncates the write-ahead log, so that deleted or replaced data remains in neither file. */
  erase(): void {
    this.#sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    if (this.#sqlite.isOpen) this.#sqlite.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  /** A new file gets its format with its first table. */
  #beginFormat(): void {
    if (this.get`SELECT name FROM sqlite_schema LIMIT 1`) return;
    this.#sqlite.exec(`
      BEGIN IMMEDIATE;
      CREATE TABLE migration (
        owner TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (owner, version)
      ) STRICT, WITHOUT ROWID;
      PRAGMA user_version = ${storedFormat};
      COMMIT;`);
  }

  #demandFormat(path: string): void {
    const format = Number(this.get`PRAGMA user_version`?.user_version);
    if (format === storedFormat) return;
    this.close();
    throw new StoreUnavailable(
      format > storedFormat
        ? `The file ${path} must have format ${storedFormat}, but a later version of Kith has written it (format ${format}): run that version, or restore an earlier backup.`
        : `The file ${path} must have format ${storedFormat}, but a version of Kith before 1.0 has written it (format ${format}): move it aside; a new one is created.`,
    );
  }

  #prepare(sql: TemplateStringsArray): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#sqlite.prepare(sql.join('?'));
    this.#statements.set(sql, statement);
    return statement;
  }
}

type Row = Readonly<Record<string, SQLOutputValue>>;

/**
 * Creates the file, readable by its owner only, which SQLite would not do. An existing file is not opened: closing it
 * would release SQLite's lock.
 */
function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/** SQLITE_BUSY: another connection holds the lock. */
const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 5;
