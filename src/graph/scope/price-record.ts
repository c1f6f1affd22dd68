import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import { keyOf } from '../cache/record-key.ts';
import { fieldPath } from '../credits/price-estimate.ts';
import { unlessRefused } from '../loaders/refused-search.ts';
import type { FieldRequirements } from './field-facts.ts';
import { boundBelow } from './price-bounds.ts';
import type { RecordReference } from './record-reference.ts';
import { listNeeds } from './required-members.ts';

/**
 * Prices a record that a quote may not buy, and what hangs on it. Whether a uuid has a record is free to ask, where the upstream
 * searches by it; any other name may have one. Fields that its names and payloads cover are answered as ever; bounds stand for the others.
 *
 * @param kindName the kind under which it is booked, once; another than its own where only one record of the two is loaded
 * @returns false where there certainly is no such record
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
  boundBelow(quote, type, info.fieldNodes, path, { count: 1, open: false }, info, (field, node) =>
    isUnknown(field.extensions.facts?.needs, [node]),
  );
  return true;
}
