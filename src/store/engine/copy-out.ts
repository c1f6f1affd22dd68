import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { type Connection, escapeLiteral, type PoolClient, type Submittable } from 'pg';
import { sqlState } from '../sql-error.ts';
import { ConnectionLost } from './connection-lost.ts';

/** A row of `COPY`: the binary form of each column, which for text is UTF-8; null for NULL. */
export type CopiedRow = readonly (Buffer | null)[];

/** A client for Kysely that accepts `copy (…) to stdout (format binary)` as a query and returns `CopiedRow`s. */
export class CopyingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  /** The error that ended the connection: later queries fail without naming the cause. */
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

  /**
   * Replaces errors of a lost connection by their cause. The rollback succeeds, since the transaction ended with the
   * connection, and Kysely would otherwise throw its error instead of the first one.
   */
  #failed<R>(error: unknown, statement: string): PostgresQueryResult<R> {
    if (this.#lost === undefined || sqlState(error) !== undefined) throw error;
    if (statement === 'rollback') return { command: 'SELECT', rowCount: 0, rows: [] };
    throw new ConnectionLost(this.#lost);
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  /** Inlines the parameters, which must be texts, since `COPY` does not support any. */
  async #copy<R>(statement: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const literals = parameters.map((value) => escapeLiteral(String(value)));
    const copy = new CopyOut(statement.replace(/\$(\d+)/g, (_, position) => literals[position - 1] ?? 'null'));
    const rows: readonly unknown[] = await this.#client.query(copy).rows;
    // As for every statement, its author declares the type of rows.
    return { command: 'SELECT', rowCount: rows.length, rows: rows as R[] };
  }
}

/** Length of the header: signature, flags, and the length of an extension, which is 0. */
const headBytes = 11 + 4 + 4;

/** Marks the end of rows, in place of a number of columns. */
const noMoreRows = -1;

const slabBytes = 512 * 1024;

/**
 * `COPY … TO STDOUT (FORMAT binary)`, with columns as bytes. For a `SELECT` pg decodes each column into a string, which
 * would be encoded again for the answer.
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

  /** Each message is one row, as the protocol guarantees. */
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

  /** Copies a chunk into a buffer shared by many rows, since pg reuses the chunk's memory. */
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
