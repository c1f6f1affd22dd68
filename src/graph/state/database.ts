import { closeSync, mkdirSync, openSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { StoreUnavailable } from './store-unavailable.ts';
import { storedFormat } from './stored-format.ts';

/**
 * The graph's embedded database: one SQLite file, or `:memory:`, in which each folder of the graph has tables of its own.
 *
 * A commit survives `kill -9` (write-ahead log); one that must survive a power cut awaits `flush` as well. The file belongs
 * to one process: SQLite's lock on it ends with its owner, however that ends. It is readable by its owner only, and what is
 * deleted is overwritten with zeros.
 */
export class Database implements Disposable {
  readonly #sqlite: DatabaseSync;
  /** By the place in the source at which they are written. Node's own `SQLTagStore` leaves them, and the file, open after `close`. */
  readonly #statements = new Map<TemplateStringsArray, StatementSync>();

  /** @throws {StoreUnavailable} where the file can't be opened, another process has it open, or it is of a later form */
  constructor(path: string) {
    try {
      if (path !== ':memory:') createFile(path);
      this.#sqlite = new DatabaseSync(path);
      this.#sqlite.exec(`
        PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA journal_mode = WAL;
        PRAGMA synchronous = NORMAL;
        PRAGMA secure_delete = ON;
        CREATE TABLE IF NOT EXISTS migration (
          owner TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (owner, version)
        ) STRICT, WITHOUT ROWID;`);
    } catch (error) {
      throw new StoreUnavailable(
        isBusy(error)
          ? `The file ${path} must be open in one graph only, but another process has it open.`
          : `The file ${path} must be a database of the graph, but it cannot be opened: ${reasonOf(error)}.`,
      );
    }
    this.#demandFormat(path);
  }

  /** Undefined where nothing is in a file. */
  get path(): string | undefined {
    return this.#sqlite.location() ?? undefined;
  }

  /** Runs a statement, each `${value}` of which is a bound parameter. */
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
   * Brings the tables of one owner up to date: runs those of its migrations that have not run on this file yet. Those of
   * a later version may have run, which an earlier one can do without as long as the file is of its form.
   *
   * @param migrations SQL, in order; what has been released is never changed, only added to
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

  /** All or nothing of what `act` writes. */
  transaction<Value>(act: () => Value): Value {
    this.run`BEGIN IMMEDIATE`;
    try {
      const value = act();
      this.run`COMMIT`;
      return value;
    } catch (error) {
      // Some failures, such as those of a full disk, have SQLite roll back on its own account.
      if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK');
      throw error;
    }
  }

  /** Resolves once what was committed would survive a power cut. Syncs outside the event loop, which it would block for milliseconds. */
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

  /** The file as it is at this moment, in one piece; undefined where nothing is in a file. */
  copy(): Buffer | undefined {
    if (this.path === undefined) return undefined;
    const bytes = this.#sqlite.serialize();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** Empties the write-ahead log into the file, so that what was deleted or replaced stands in neither. */
  erase(): void {
    this.#sqlite.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  close(): void {
    if (this.#sqlite.isOpen) this.#sqlite.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #demandFormat(path: string): void {
    const format = Number(this.get`PRAGMA user_version`?.user_version);
    if (format > storedFormat) {
      this.close();
      throw new StoreUnavailable(
        `The file ${path} must have format ${storedFormat} or an earlier one, but a later version of Kith has written it (format ${format}): run that version, or restore an earlier backup.`,
      );
    }
    if (format < storedFormat) this.#sqlite.exec(`PRAGMA user_version = ${storedFormat}`);
  }

  #prepare(sql: TemplateStringsArray): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#sqlite.prepare(sql.join('?'));
    this.#statements.set(sql, statement);
    return statement;
  }
}

type Row = Readonly<Record<string, SQLOutputValue>>;

/** SQLite would create the file readable by everybody. One that is there is not opened: closing it would end SQLite's lock. */
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

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
