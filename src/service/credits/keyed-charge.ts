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
 * Charges a fetch under an `Idempotency-Key`: for a day, each record once. Hashes of key and request and the ids charged are
 * kept in the transaction that charges, and never an answer. Throws a 422 `Problem` where the key came with another request,
 * and the 402; its transaction is then to be rolled back.
 *
 * @returns the credits
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
  // In place of the statement by which a fetch without a key reads the anchor day. The lock is held by a first request in flight.
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
    // One key in 256 sees to it, so that the others pay for nothing but their own.
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

/** PostgreSQL's text of an array. */
const arrayOf = (ids: readonly string[]): string => `{${ids.join()}}`;
