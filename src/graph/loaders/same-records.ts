import { CallError } from '../../client/errors.ts';
import { PageWalk } from '../../client/page-walk.ts';
import { allOf, anyOf } from '../../contract/clause.ts';
import { pageLimit } from '../../contract/limits.ts';
import type { QueryDsl } from '../../contract/operation/parts.ts';
import { type IdentifierKind, identifierOf } from '../cache/record-key.ts';
import { revealsNothing } from './batch-scheduler.ts';
import { identityQuery } from './identity-query.ts';
import type { LoadPort } from './load-port.ts';
import type { RecordKind } from './record-kind.ts';

/**
 * Whether two loads may well be of one record under names of two kinds (`kindOfAll`). Different uuids never name one record, and other
 * names of one kind so rarely do that a search for each pair of loads would cost more than it saves.
 */
export const mayShare = (kind: IdentifierKind | undefined, other: IdentifierKind | undefined): boolean =>
  kind === undefined || kind !== other;

/**
 * The uuids, in lower case, of the records that both loads name, by a free search; empty if the upstream cannot search by
 * such names: both loads are then paid for.
 */
export async function recordsOfBoth(
  port: Pick<LoadPort, 'search'>,
  kind: Pick<RecordKind, 'name' | 'search' | 'idPath'>,
  names: readonly string[],
  others: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  const [one, other] = [queryOf(kind, names), queryOf(kind, others)];
  if (!one || !other) return found;
  const walk = new PageWalk(kind.search);
  let follows = false;
  try {
    do {
      const request = { query: allOf([one, other]) ?? one, limit: pageLimit.maximum, ...walk.page };
      const { body } = await port.search(kind.search, request, revealsNothing);
      for (const id of body.ids) found.add(id.toLowerCase());
      follows = walk.follow(body, body.ids);
    } while (follows);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
  return found;
}

/** The records that have one of these names; undefined if none of the names can be searched. */
function queryOf(
  { name, idPath }: Pick<RecordKind, 'name' | 'idPath'>,
  names: readonly string[],
): QueryDsl | undefined {
  const identifiers = names.flatMap((one) => identifierOf(one) ?? []);
  const clauses = [...Map.groupBy(identifiers, ({ kind }) => kind)].map(([kind, some]) =>
    kind === 'ids' ? { terms: { [idPath]: some.map(({ value }) => value) } } : identityQuery(name, kind, some),
  );
  const known = clauses.filter((clause) => clause !== undefined);
  return known.length > 0 ? anyOf(known) : undefined;
}
