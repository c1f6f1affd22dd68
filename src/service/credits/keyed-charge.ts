import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Operation } from '../../contract/operation/operation.ts';
import type { Database } from '../../store/database.ts';
import { canonical } from '../canonical.ts';
import type { Caller } from '../endpoint.ts';
import { anotherBody, dayMs, hashOf, inFlight } from '../idempotency.ts';
import { chargeFor, type Payer } from './ledger.ts';

interface Keyed {
  readonly key: string;
  readonly caller: Caller;
  readonly operation: Pick<Operation, 'name'>;
  readonly request: unknown;
  readonly now: Date;
}

interface Hashes {
  readonly key: Buffer;
  readonly request: Buffer;
}

interface Kept {
  readonly request_hash: Uint8Array;
  readonly ids: readonly string[];
  readonly charged_at: Date;
}

type Records = readonly { readonly id: string }[];

/**
 * What a fetch is charged under an `Idempotency-Key`: for a day, each record once. Hashes of key and request and the ids
 * charged are kept by the statement that charges, and never an answer.
 */
export class KeyedCharge {
  readonly #db: Kysely<Database>;
  readonly #keyed: Keyed;
  readonly #keyHash: Buffer;
  readonly #requestHash: Buffer;
  readonly #payer: Payer;
  readonly #kept: Kept | undefined;
  readonly #charged: ReadonlySet<string>;

  private constructor(db: Kysely<Database>, keyed: Keyed, hashes: Hashes, payer: Payer, kept: Kept | undefined) {
    this.#db = db;
    this.#keyed = keyed;
    this.#keyHash = hashes.key;
    this.#requestHash = hashes.request;
    this.#payer = payer;
    this.#kept = kept;
    this.#charged = new Set(kept?.ids);
  }

  /** Throws a 422 `Problem` where the key came with another request. */
  static async begin(trx: Kysely<Database>, keyed: Keyed): Promise<KeyedCharge> {
    const { key, caller, operation, request, now } = keyed;
    const hashes = { key: hashOf(key), request: hashOf(canonical(request)) };
    const { rows } = await sql<Payer & (Kept | { readonly ids: null })>`
      select anchor_day, overage_allowed, request_hash, ids, charged_at
      from team left join keyed_charge on keyed_charge.team_id = ${caller.teamId}::uuid
        and operation = ${operation.name}::text and key_hash = ${hashes.key}::bytea
        and charged_at >= ${dayBefore(now)}::timestamptz
      where team.id = ${caller.payerId}::uuid`.execute(trx);
    const [row] = rows;
    if (row === undefined) throw new Error(`team ${caller.payerId} pays, and is not there`);
    const kept = row.ids === null ? undefined : row;
    if (kept && Buffer.compare(kept.request_hash, hashes.request) !== 0) throw anotherBody();
    return new KeyedCharge(trx, keyed, hashes, row, kept);
  }

  /**
   * Charges for those of the records that were not charged before, and keeps that it did. Throws the 402 `Problem`, or 409
   * where another request under this key has been charged since this one began: its transaction is then to be rolled back.
   *
   * @returns the credits
   */
  async charge(found: Records, price: (count: number) => number, requestId: string): Promise<number> {
    const { caller, operation, now } = this.#keyed;
    const credits = price(found.reduce((count, { id }) => (this.#charged.has(id) ? count : count + 1), 0));
    if (credits === 0 && this.#kept) return credits;
    const charge = { caller, operation, credits, requestId, now };
    const payer = this.#payer;
    if (credits > 0)
      await chargeFor(this.#db, charge, { payer, insert: this.#insert(found, 'period'), refused: inFlight });
    else {
      const { rows } = await this.#insert(found, '(values (1)) as one').execute(this.#db);
      if (rows.length === 0) throw inFlight();
    }
    if (this.#keyHash[0] === 0) await removeExpired(this.#db, dayBefore(now));
    return credits;
  }

  #insert(found: Records, from: 'period' | '(values (1)) as one'): RawBuilder<unknown> {
    const { caller, operation, now } = this.#keyed;
    const before = this.#kept ? idsOf(this.#kept.ids) : null;
    const ids = idsOf(new Set([...this.#charged, ...found.map(({ id }) => id)]));
    return sql`
      insert into keyed_charge (team_id, operation, key_hash, request_hash, ids, charged_at)
      select ${caller.teamId}::uuid, ${operation.name}::text, ${this.#keyHash}::bytea, ${this.#requestHash}::bytea,
        ${ids}::uuid[], ${this.#kept?.charged_at ?? now}::timestamptz
      from ${sql.raw(from)}
      on conflict (team_id, operation, key_hash) do update
      set request_hash = excluded.request_hash, ids = excluded.ids, charged_at = excluded.charged_at
      where keyed_charge.ids = ${before}::uuid[] or keyed_charge.charged_at < ${dayBefore(now)}::timestamptz
      returning 1`;
  }
}

/** One key in 256 sees to it, so that the others pay for nothing but their own. */
async function removeExpired(db: Kysely<Database>, oldest: Date): Promise<void> {
  await sql`
    with expired as (
      select team_id, operation, key_hash from keyed_charge where charged_at < ${oldest}::timestamptz
      limit 10000 for update skip locked
    )
    delete from keyed_charge using expired
    where (keyed_charge.team_id, keyed_charge.operation, keyed_charge.key_hash)
      = (expired.team_id, expired.operation, expired.key_hash)`.execute(db);
}

const dayBefore = (now: Date): Date => new Date(now.getTime() - dayMs);

/** PostgreSQL's text of an array. */
const idsOf = (ids: Iterable<string>): string => `{${[...ids].join()}}`;
