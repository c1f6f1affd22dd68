import Type from 'typebox';
import { parse } from '../../validate.ts';
import type { Database } from '../database.ts';
import type { ReceiptEntry, ReceiptStore } from './session-receipts.ts';

/** Times are in milliseconds since 1970. */
const migrations = [
  `CREATE TABLE session_receipt (
     purse TEXT NOT NULL REFERENCES purse ON DELETE CASCADE,
     minute INTEGER NOT NULL,
     operation TEXT NOT NULL,
     operations INTEGER NOT NULL,
     charged INTEGER NOT NULL,
     shared INTEGER NOT NULL,
     payload INTEGER NOT NULL,
     identity INTEGER NOT NULL,
     cache INTEGER NOT NULL,
     PRIMARY KEY (purse, minute, operation)
   ) STRICT, WITHOUT ROWID;`,
];

const Row = Type.Object({
  minute: Type.Integer(),
  operation: Type.String(),
  operations: Type.Integer(),
  charged: Type.Integer(),
  shared: Type.Integer(),
  savedByPayload: Type.Integer(),
  savedByIdentity: Type.Integer(),
  savedByCache: Type.Integer(),
});

/** Receipts in the graph's own database; they go with their purses. */
export class SqliteReceiptStore implements ReceiptStore {
  readonly #database: Database;

  /** The purses' own tables are there already. */
  constructor(database: Database) {
    this.#database = database;
    database.migrate('session-receipt', migrations);
  }

  async add(owner: string, purse: string, entries: readonly ReceiptEntry[]): Promise<void> {
    const database = this.#database;
    database.transaction(() => {
      if (!database.get`SELECT id FROM purse WHERE id = ${purse} AND owner = ${owner}`) return;
      for (const { minute, operation, operations, charged, shared, ...saved } of entries)
        database.run`
          INSERT INTO session_receipt (purse, minute, operation, operations, charged, shared, payload, identity, cache)
          VALUES (${purse}, ${minute}, ${operation}, ${operations}, ${charged}, ${shared},
            ${saved.savedByPayload}, ${saved.savedByIdentity}, ${saved.savedByCache})
          ON CONFLICT DO UPDATE SET operations = operations + excluded.operations, charged = charged + excluded.charged,
            shared = shared + excluded.shared, payload = payload + excluded.payload,
            identity = identity + excluded.identity, cache = cache + excluded.cache`;
    });
  }

  async entries(owner: string, purse: string, most: number): Promise<readonly ReceiptEntry[]> {
    return this.#database.all`
      SELECT minute, operation, operations, charged, shared,
        payload AS savedByPayload, identity AS savedByIdentity, cache AS savedByCache
      FROM session_receipt JOIN purse ON purse.id = purse WHERE purse = ${purse} AND owner = ${owner}
      ORDER BY minute DESC, operation LIMIT ${most}`.map((row) => parse(Row, row));
  }
}
