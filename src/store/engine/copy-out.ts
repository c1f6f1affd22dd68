import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { type Connection, escapeLiteral, type PoolClient, type Submittable } from 'pg';
import { sqlState } from '../sql-error.ts';
import { ConnectionLost } from './connection-lost.ts';

/** A row that `COPY` answers: its columns' binary forms, which are a text's bytes in UTF-8; null where it has no value. */
export type CopiedRow = readonly (Buffer | null)[];

/** A client, as Kysely sees it, to which `copy (…) to stdout (format binary)` is a query: it answers `CopiedRow`s. */
export class CopyingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  /** What ended its connection: what it says of later queries names no cause. */
  #lost: Error | undefined;

  constructor(client: PoolClient) {
    this.#client = client;
    client.on('error', (error) => {
      this.#lost ??= error;
    });
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(statement: string | PostgresCursor<R>, parameters: readonly unknown[] = []) {
    const client: PostgresPoolClient = this.#client;
    if (typeof statement !== 'string') return client.query(statement);
    const result = statement.startsWith('copy (')
      ? this.#copy<R>(statement, parameters)
      : client.query<R>(statement, parameters);
    return result.catch((error: unknown) => this.#failed<R>(error, statement));
  }

  /** A transaction ends with its connection. Kysely would throw that in place of what went wrong in it. */
  #failed<R>(error: unknown, statement: string): PostgresQueryResult<R> {
    if (this.#lost === undefined || sqlState(error) !== undefined) throw error;
    if (statement === 'rollback') return { command: 'SELECT', rowCount: 0, rows: [] };
    throw new ConnectionLost(this.#lost);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  /** The parameters, which must be texts, are put into the statement: the protocol has none for `COPY`. */
  async #copy<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const literals = parameters.map((value) => escapeLiteral(String(value)));
    const copy = new CopyOut(statement.replace(/\$(\d+)/g, (_, position) => literals[position - 1] ?? 'null'));
    const rows: readonly unknown[] = await this.#client.query(copy).rows;
    // As of every statement, its author says of what form its rows are.
    return { command: 'SELECT', rowCount: rows.length, rows: rows as R[] };
  }
}

/** What comes before the first row: a signature, flags, and the length of an extension, which is 0. */
const headBytes = 11 + 4 + 4;

/** What stands in the place of a row's count of columns behind the last row. */
const noMoreRows = -1;

const slabBytes = 512 * 1024;

/**
 * A `COPY … TO STDOUT (FORMAT binary)`: rows whose columns stay bytes. Of every column of a `SELECT`, pg makes a string,
 * which is decoded on the way in and encoded on the way out again.
 */
class CopyOut implements Submittable {
  readonly #sql: string;
  readonly #ended = Promise.withResolvers<readonly CopiedRow[]>();
  readonly #rows: CopiedRow[] = [];
  #isFirst = true;
  #slab = Buffer.alloc(0);
  #used = 0;

  constructor(sql: string) {
    this.#sql = sql;
  }

  /** @throws the server's error, or the connection's */
  get rows(): Promise<readonly CopiedRow[]> {
    return this.#ended.promise;
  }

  submit(connection: Connection): void {
    connection.query(this.#sql);
  }

  /** A chunk is a row: the protocol promises that. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    let offset = this.#isFirst ? headBytes : 0;
    this.#isFirst = false;
    const columns = chunk.readInt16BE(offset);
    if (columns === noMoreRows) return;
    const bytes = this.#kept(chunk);
    offset += 2;
    const row: (Buffer | null)[] = [];
    for (let column = 0; column < columns; column += 1) {
      const start = offset + 4;
      const length = bytes.readInt32BE(offset);
      offset = start + Math.max(0, length);
      row.push(length < 0 ? null : bytes.subarray(start, offset));
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.#ended.resolve(this.#rows);
  }

  handleError(error: Error): void {
    this.#ended.reject(error);
  }

  /** A copy in memory that many rows share, since pg writes to a chunk's memory again. */
  #kept(chunk: Buffer): Buffer {
    if (this.#used + chunk.length > this.#slab.length) {
      this.#slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, chunk.length));
      this.#used = 0;
    }
    const start = this.#used;
    this.#used += chunk.copy(this.#slab, start);
    return this.#slab.subarray(start, this.#used);
  }
}
