import type { SearchableKind } from '../../contract/catalogue.ts';
import type { Operation } from '../../contract/operation/operation.ts';
import { priceOf } from '../../contract/price.ts';
import { type FoundRecord, findRecords, type Identifiers } from '../../store/record/read.ts';
import type { ServiceContext } from '../context.ts';
import { chargeFor } from '../credits/ledger.ts';
import { type Call, JsonText, type Reply } from '../endpoint.ts';

/** One of a fetch's groups of fields, for the records found: the text of each record's member. */
export type Group = (found: readonly FoundRecord[]) => Promise<(record: FoundRecord) => string>;

export interface Fetch {
  readonly kind: SearchableKind;
  readonly operation: Pick<Operation, 'name' | 'price'>;
  /** The identifier arrays that `found_by` has, each with its name there. */
  readonly foundBy: readonly (readonly [kind: keyof Identifiers, name: string])[];
  /** What the answer calls the identifiers without a match. */
  readonly notFound: 'not_found' | 'notFound';
  /** The groups asked for, by their member's name, in the order of the answer. */
  readonly groups: readonly (readonly [member: string, group: Group])[];
}

/**
 * Finds, charges, answers, in this order: a refused charge returns nothing, and what was not found is not charged.
 * Stored documents go out unparsed.
 */
export async function fetchRecords(
  { kind, operation, foundBy, notFound: notFoundName, groups }: Fetch,
  { request, caller, requestId }: Call<Identifiers>,
  { store, now }: ServiceContext,
): Promise<Reply<never>> {
  const { found, notFound } = await findRecords(store.db, kind, request);
  const members: [name: string, text: (record: FoundRecord) => string][] = [];
  for (const [member, group] of groups) members.push([member, await group(found)]);
  // Documents are parts of their own: put together in one text, they would be copied once more.
  const results = found.flatMap((record, index) => {
    const by = Object.fromEntries(foundBy.map(([kind, name]) => [name, record.foundBy[kind]]));
    const texts = members.flatMap(([name, text]) => [`"${name}":`, text(record), ',']);
    return [`${index === 0 ? '' : ','}{"id":"${record.id}",`, ...texts, `"found_by":${JSON.stringify(by)}}`];
  });
  const end = `],"${notFoundName}":${JSON.stringify(notFound)}}`;
  const credits = priceOf(operation.price, found.length);
  await chargeFor(store.db, { caller, operation, credits, requestId, now: now() });
  return { status: 200, body: new JsonText('{"results":[', ...results, end), credits };
}

/** The record's document, as it is stored. */
export const documents: Group = async () => (record) => record.document;

/** What a team wrote on the records, without null members; a record on which it wrote nothing has an empty list. */
export const written =
  (read: (ids: readonly string[]) => Promise<ReadonlyMap<string, readonly object[]>>): Group =>
  async (found) => {
    const lists = await read(found.map(({ id }) => id));
    return ({ id }) => JSON.stringify(lists.get(id) ?? [], (_, value: unknown) => value ?? undefined);
  };
