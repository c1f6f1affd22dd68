import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import { canonical } from '../canonical.ts';
import { anotherBody, dayMs, hashOf, inFlight } from '../idempotency.ts';
import { type Charge, chargeFor } from './ledger.ts';

interface Keyed extends Omit<Charge, 'credits'> {
  readonly key: string;
  readonly request: unknown;
}

/**
 * Charges a fetch under an `Idempotency-Key`: each record once within a day. The charging transaction stores hashes of
 * the key and the request, and the charged ids, but never the answer. Throws a 422 `Problem` if the key came with
 * another request, and the 402; the caller must then roll back the transaction.
 *
 * @returns the credits charged
 */
export async function chargeOnce(
  trx: Kysely<Database>,
  { key, request, ...call }: Keyed,
  found: readonly { readonly id: string }[],
  price: (count: number) => number,
): Promise<number> {
  const { caller, operation, now } = call;
  const keyHash = hashOf(`${caller.teamId} ${operation.name} ${key}`);
  const requestHash = hashOf(canonical(request));
  const ids = found.map(({ id }) => id);
  // This insert also reads the anchor day, which a fetch without a key selects. The advisory lock is taken while a
  // first request is in flight.
  const { rows } = await sql<{ readonly anchor_day: number }>`
    insert into keyed_charge (key_hash, request_hash, ids, charged_at)
    select ${keyHash}::bytea, ${requestHash}::bytea, ${arrayOf(ids)}::uuid[], ${now}::timestamptz
    where pg_try_advisory_xact_lock(${keyHash.readBigInt64BE()}::bigint)
    on conflict do nothing
    returning (select anchor_day from team where id = ${caller.payerId}::uuid)`.execute(trx);
  const [first] = rows;
  const oldest = new Date(now.getTime() - dayMs);
  if (first !== undefined) {
    const credits = price(ids.length);
    await chargeFor(trx, { ...call, credits }, first.anchor_day);
    // One key in 256 removes expired rows, so that the other requests do not pay for it.
    if (keyHash[0] === 0) await removeExpired(trx, oldest);
    return credits;
  }

  const kept = await trx
    .selectFrom('keyed_charge')
    .select(['request_hash', 'ids', 'charged_at'])
    .where('key_hash', '=', keyHash)
    .forUpdate()
    .executeTakeFirst();
  if (kept === undefined) throw inFlight();
  const isOver = kept.charged_at < oldest;
  if (!isOver && Buffer.compare(kept.request_hash, requestHash) !== 0) throw anotherBody();
  const charged = isOver ? [] : kept.ids;
  const known = new Set(charged);
  const rest = ids.filter((id) => !known.has(id));
  const credits = price(rest.length);
  await chargeFor(trx, { ...call, credits });
  if (isOver || credits > 0)
    await sql`
      update keyed_charge set request_hash = ${requestHash}::bytea, ids = ${arrayOf([...charged, ...rest])}::uuid[],
        charged_at = ${isOver ? now : kept.charged_at}::timestamptz
      where key_hash = ${keyHash}::bytea`.execute(trx);
  return credits;
}

async function removeExpired(db: Kysely<Database>, oldest: Date): Promise<void> {
  await sql`
    delete from keyed_charge where key_hash in (
      select key_hash from keyed_charge where charged_at < ${oldest}::timestamptz limit 10000 for update skip locked
    )`.execute(db);
}

/** A PostgreSQL array literal. */
const arrayOf = (ids: readonly string[]): string => `{${ids.join()}}`;
