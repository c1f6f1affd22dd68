import type { GraphQLResolveInfo } from 'graphql';
import { PaymentRequired } from '../credits/payment-required.ts';
import { startEarly } from './early-fields.ts';
import { priceRecord } from './price-record.ts';
import type { RecordReference } from './record-reference.ts';
import { factsOf } from './selection-facts.ts';

/**
 * The one place where a record is paid for. A field that returns references hands them here with its own selection:
 * those whose payloads cover it are ready at once; for the others the record is loaded, and a failure stays with its
 * object, so that what is free still answers. A caller may insist on the record where a payload would do: a failure
 * then is the field's.
 */
export function loadForSelection<R extends RecordReference>(
  reference: R,
  info: GraphQLResolveInfo,
  insist = false,
): R | Promise<R> {
  const loading = load(reference, info, insist);
  return loading ? loading.then(() => reference) : reference;
}

/** As `loadForSelection`, for a list: one promise for all of it. */
export function loadAllForSelection<R extends RecordReference>(
  references: readonly R[],
  info: GraphQLResolveInfo,
  insist = false,
): readonly R[] | Promise<readonly R[]> {
  const loading: Promise<void>[] = [];
  for (const reference of references) {
    const loaded = load(reference, info, insist);
    if (loaded) loading.push(loaded);
  }
  return loading.length > 0 ? Promise.all(loading).then(() => references) : references;
}

function load(reference: RecordReference, info: GraphQLResolveInfo, insist: boolean): Promise<void> | undefined {
  const { loader } = reference;
  const facts = factsOf(info);
  const needs = facts.requiredMembers(loader.kind.typeName);
  if (insist ? reference.record : reference.covers(needs)) {
    if (!reference.record && needs.size > (needs.has('id') ? 1 : 0)) loader.spare(reference.identifiers);
    return undefined;
  }
  const known = loader.known(reference.identifiers);
  if (known) {
    reference.take(known);
    return undefined;
  }
  const { identifiers } = reference;
  // Nothing names the record: there is nothing to load, and what is not in hand is null.
  if (!isSome(identifiers)) return undefined;
  startEarly(facts.earlyFields(loader.kind.typeName), reference, info.variableValues);
  return loader.load(identifiers).then(
    (record) => reference.take(record),
    async (error: Error) => {
      if (error instanceof PaymentRequired) await priceRecord(reference, info);
      else if (insist) throw error;
      else reference.fail(error);
    },
  );
}

const isSome = <Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] => items.length > 0;
