import { type Kysely, sql } from 'kysely';
import type { Operation } from '../../contract/operation/operation.ts';
import type { Database } from '../../store/database.ts';
import { canonical } from '../canonical.ts';
import { anotherBody, dayMs, hashOf, inFlight } from '../idempotency.ts';

interface Keyed {
  readonly key: string;
  readonly teamId: string;
  readonly operation: Pick<Operation, 'name'>;
  readonly request: unknown;
  readonly now: Date;
}

interface Kept {
  readonly request_hash: Uint8Array;
  readonly ids: readonly string[];
  readonly charged_at: Date;
}

type Records = readonly { readonly id: string }[];

/**
 * What a fetch is charged under an `Idempotency-Key`: for a day, each record once. Hashes of key and request and the ids
 * charged are kept by the transaction that charges, and never an answer.
 */
export class KeyedCharge {
  readonly #db: Kysely<Database>;
  readonly #keyed: Keyed;
  readonly #keyHash: Buffer;
  readonly #requestHash: Buffer;
  readonly #kept: Kept | undefined;
  readonly #charged: ReadonlySet<string>;

  private constructor(db: Kysely<Database>, keyed: Keyed, keyHash: Buffer, requestHash: Buffer, kept?: Kept) {
    this.#db = db;
    this.#keyed = keyed;
    this.#keyHash = keyHash;
    this.#requestHash = requestHash;
    this.#kept = kept;
    this.#charged = new Set(kept?.ids);
  }

  /** Throws a 422 `Problem` where the key came with another request. */
  static async begin(trx: Kysely<Database>, keyed: Keyed): Promise<KeyedCharge> {
    const { key, teamId, operation, request, now } = keyed;
    const keyHash = hashOf(key);
    const requestHash = hashOf(canonical(request));
    const kept = await trx
      .selectFrom('keyed_charge')
      .select(['request_hash', 'ids', 'charged_at'])
      .where('team_id', '=', teamId)
      .where('operation', '=', operation.name)
      .where('key_hash', '=', keyHash)
      .where('charged_at', '>=', dayBefore(now))
      .executeTakeFirst();
    if (kept && Buffer.compare(kept.request_hash, requestHash) !== 0) throw anotherBody();
    return new KeyedCharge(trx, keyed, keyHash, requestHash, kept);
  }

  /** How many of the records were not charged before. */
  chargeable(found: Records): number {
    return found.reduce((count, { id }) => (this.#charged.has(id) ? count : count + 1), 0);
  }

  /**
   * Keeps what is charged by now, and removes some of what is a day old. Throws a 409 `Problem` where another request under
   * this key has been charged since this one began: its transaction, and with it its charge, is then to be rolled back.
   */
  async keep(found: Records): Promise<void> {
    if (this.#kept && this.chargeable(found) === 0) return;
    const { teamId, operation, now } = this.#keyed;
    const before = this.#kept ? idsOf(this.#kept.ids) : null;
    const ids = idsOf(new Set([...this.#charged, ...found.map(({ id }) => id)]));
    const oldest = dayBefore(now);
    const { rows } = await sql`
      with expired as (
        select team_id, operation, key_hash from keyed_charge
        where charged_at < ${oldest}::timestamptz and key_hash <> ${this.#keyHash}::bytea
        limit 100 for update skip locked
      ), removed as (
        delete from keyed_charge using expired
        where keyed_charge.team_id = expired.team_id and keyed_charge.operation = expired.operation
          and keyed_charge.key_hash = expired.key_hash
      )
      insert into keyed_charge (team_id, operation, key_hash, request_hash, ids, charged_at)
      values (${teamId}::uuid, ${operation.name}::text, ${this.#keyHash}::bytea, ${this.#requestHash}::bytea,
        ${ids}::uuid[], ${this.#kept?.charged_at ?? now}::timestamptz)
      on conflict (team_id, operation, key_hash) do update
      set request_hash = excluded.request_hash, ids = excluded.ids, charged_at = excluded.charged_at
      where keyed_charge.ids = ${before}::uuid[] or keyed_charge.charged_at < ${oldest}::timestamptz
      returning operation`.execute(this.#db);
    if (rows.length === 0) throw inFlight();
  }
}

const dayBefore = (now: Date): Date => new Date(now.getTime() - dayMs);

/** PostgreSQL's text of an array. */
const idsOf = (ids: Iterable<string>): string => `{${[...ids].join()}}`;
