import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import { keyOf } from '../cache/record-key.ts';
import { fieldPath } from '../credits/price-estimate.ts';
import { unlessRefused } from '../loaders/refused-search.ts';
import type { FieldRequirements } from './field-facts.ts';
import { boundBelow } from './price-bounds.ts';
import type { RecordReference } from './record-reference.ts';
import { listNeeds } from './required-members.ts';

/**
 * Books the price of a record that a quote does not buy, and bounds for the fields below it that its identifiers and
 * payloads do not cover. A free search checks whether a uuid has a record; if the upstream refuses that search, or the
 * first identifier is not a uuid, the record costs 0 to 1 credits.
 *
 * @param kindName part of the key under which the record is booked once; differs from the record's kind if only one of
 *   two records will be loaded
 * @returns false if nothing was booked: the uuid has no record, there is no identifier, or the operation is no quote
 */
export async function priceRecord(
  reference: RecordReference,
  info: GraphQLResolveInfo,
  kindName = reference.loader.kind.name,
): Promise<boolean> {
  const { scope, loader, id, identifiers } = reference;
  const { quote } = scope;
  const [first] = identifiers;
  if (!quote || !first) return false;
  const isById = first.kind === 'ids' && id !== undefined;
  const exists = isById ? await unlessRefused(loader.existence.exists(id)) : undefined;
  if (exists === false) return false;
  const path = fieldPath(responsePathAsArray(info.path));
  const { kind } = loader;
  const key = JSON.stringify([scope.credential.childTeamId, kindName, keyOf(first)]);
  quote.bookRecord(key, path, { min: exists ? 1 : 0, max: 1, open: false });
  const type = info.schema.getType(kind.typeName);
  if (!type || !('getFields' in type)) return true;
  const isUnknown = (needs: FieldRequirements | undefined, nodes: GraphQLResolveInfo['fieldNodes']): boolean => {
    return !reference.covers(needs ? listNeeds(needs, nodes, info) : []);
  };
  boundBelow(quote, type, info.fieldNodes, path, { count: 1, open: false }, info, (field, nodes) =>
    isUnknown(field.extensions.facts?.needs, nodes),
  );
  return true;
}
