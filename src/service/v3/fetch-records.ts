import type { Kysely } from 'kysely';
import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import { priceOf } from '../../contract/price.ts';
import type { Database } from '../../store/database.ts';
import { type FoundRecord, findRecords, type Identifiers } from '../../store/record/read.ts';
import type { ServiceContext } from '../context.ts';
import { chargeOnce } from '../credits/keyed-charge.ts';
import { chargeFor } from '../credits/ledger.ts';
import { type Call, JsonText, type Reply } from '../endpoint.ts';

/**
 * A group of fields of a fetch. Returns a function from a found record to the member's JSON, as a string or as bytes.
 */
export type Group = (
  db: Kysely<Database>,
  found: readonly FoundRecord[],
) => Promise<(record: FoundRecord) => string | Buffer>;

export interface Fetch {
  readonly kind: SearchableKind;
  readonly operation: Pick<Operation, 'name' | 'price'>;
  /** The identifier arrays in `found_by`, each with its name there. */
  readonly foundBy: readonly (readonly [kind: keyof Identifiers, name: string])[];
  /** The member for identifiers without a match. */
  readonly notFound: 'not_found' | 'notFound';
  /** The requested groups by member name, in the answer's order. */
  readonly groups: readonly (readonly [member: string, group: Group])[];
}

/**
 * Finds, charges and answers in one transaction, in this order: a refused charge returns nothing, and identifiers
 * without a match are free. Records already charged under the same `Idempotency-Key` are free, too. Stored documents
 * are sent unparsed.
 */
export async function fetchRecords(
  { kind, operation, foundBy, notFound: notFoundName, groups }: Fetch,
  { request, caller, requestId, chargeKey }: Call<Identifiers>,
  { store, now }: ServiceContext,
): Promise<Reply<never>> {
  const { found, notFound, members, credits } = await store.db.transaction().execute(async (trx) => {
    const { found, notFound } = await findRecords(trx, kind, request);
    const members: [opening: string, value: (record: FoundRecord) => string | Buffer][] = [];
    for (const [member, group] of groups) members.push([`"${member}":`, await group(trx, found)]);
    const price = (count: number) => priceOf(operation.price, count);
    const charge = { caller, operation, requestId, now: now() };
    if (chargeKey !== undefined) {
      const credits = await chargeOnce(trx, { ...charge, key: chargeKey, request }, found, price);
      return { found, notFound, members, credits };
    }
    const credits = price(found.length);
    await chargeFor(trx, { ...charge, credits });
    return { found, notFound, members, credits };
  });
  const parts: (string | Buffer)[] = [];
  let text = '{"results":[';
  for (const [index, record] of found.entries()) {
    text += `${index === 0 ? '' : ','}{"id":"${record.id}",`;
    for (const [opening, partOf] of members) {
      parts.push(text + opening, partOf(record));
      text = ',';
    }
    text += '"found_by":{';
    for (const [position, [kind, name]] of foundBy.entries())
      text += `${position === 0 ? '' : ','}"${name}":${JSON.stringify(record.foundBy[kind])}`;
    text += '}}';
  }
  const end = `],"${notFoundName}":${JSON.stringify(notFound)}}`;
  return { status: 200, body: new JsonText(...parts, text, end), credits };
}

/** The record's stored document, unparsed. */
export const documents: Group = async () => (record) => record.document;

/** A team's tags, lists or notes on the records, without null members; `[]` for a record without any. */
export const written =
  (read: (db: Kysely<Database>, ids: readonly string[]) => Promise<ReadonlyMap<string, readonly object[]>>): Group =>
  async (db, found) => {
    const lists = await read(
      db,
      found.map(({ id }) => id),
    );
    return ({ id }) => JSON.stringify(lists.get(id) ?? [], (_, value: unknown) => value ?? undefined);
  };
