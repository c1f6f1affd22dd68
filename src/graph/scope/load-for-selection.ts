import type { GraphQLResolveInfo } from 'graphql';
import type { Identifier } from '../cache/record-key.ts';
import { PaymentRequired } from '../credits/payment-required.ts';
import { startEarly } from './early-fields.ts';
import { priceRecord } from './price-record.ts';
import type { RecordReference } from './record-reference.ts';
import { factsOf } from './selection-facts.ts';

/**
 * Loads the record that a field's selection needs, unless free payloads cover the selection. A failed load is kept in
 * the reference, so that members covered by payloads still resolve. If only the uuid is missing, a free search is tried
 * first; if the uuid is selected and stays unknown, the object fails. With `insist`, the record is loaded even if
 * payloads suffice, and a failed load fails the field.
 */
export const loadForSelection = <R extends RecordReference>(
  reference: R,
  info: GraphQLResolveInfo,
  insist = false,
): R | Promise<R> => load(reference, info, insist, identified) ?? identified(reference, info);

/**
 * `loadForSelection` for a list, without the check that a selected uuid is known: at most one promise for the whole
 * list.
 */
export function loadAllForSelection<R extends RecordReference>(
  references: readonly R[],
  info: GraphQLResolveInfo,
  insist = false,
): readonly R[] | Promise<readonly R[]> {
  const loading: Promise<R>[] = [];
  for (const reference of references) {
    const loaded = load(reference, info, insist, asItIs);
    if (loaded) loading.push(loaded);
  }
  return loading.length > 0 ? Promise.all(loading).then(() => references) : references;
}

/** Maps a settled load to the field's result, in the load's own callback: this saves a second promise per load. */
type Answer = <R extends RecordReference>(reference: R, info: GraphQLResolveInfo) => R;

const asItIs: Answer = (reference) => reference;

/** @throws if the uuid is selected but unknown */
const identified: Answer = (reference, info) => {
  if (reference.id !== undefined) return reference;
  if (!factsOf(info).requiredMembers(reference.loader.kind.typeName).has('id')) return reference;
  const failure = reference.idFailure();
  if (failure) throw failure;
  return reference;
};

/** Undefined if nothing has to be loaded. */
function load<R extends RecordReference>(
  reference: R,
  info: GraphQLResolveInfo,
  insist: boolean,
  answer: Answer,
): Promise<R> | undefined {
  const { loader, identifiers } = reference;
  const facts = factsOf(info);
  const needs = facts.requiredMembers(loader.kind.typeName);
  if (insist ? reference.record : reference.covers(needs)) {
    if (!reference.record && needs.size > (needs.has('id') ? 1 : 0)) loader.markCovered(identifiers);
    return undefined;
  }
  const whole = reference.needsWhole(needs);
  const known = loader.known(identifiers, whole);
  if (known) {
    reference.take(known);
    return undefined;
  }
  startEarly(facts.earlyFields(loader.kind.typeName), reference, info.variableValues);
  if (!insist && reference.lacksOnlyId(needs) && !loader.isCached(identifiers))
    return identifyOrLoad(reference, info, answer);
  // Without an identifier nothing can be loaded: members that no payload covers are null.
  return isSome(identifiers) ? loadRecord(reference, identifiers, info, { insist, whole }, answer) : undefined;
}

async function identifyOrLoad<R extends RecordReference>(
  reference: R,
  info: GraphQLResolveInfo,
  answer: Answer,
): Promise<R> {
  const { identifiers } = reference;
  try {
    const id = await reference.identify();
    if (id === undefined && isSome(identifiers)) return loadRecord(reference, identifiers, info, {}, answer);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    reference.fail(error);
  }
  return answer(reference, info);
}

function loadRecord<R extends RecordReference>(
  reference: R,
  identifiers: readonly [Identifier, ...Identifier[]],
  info: GraphQLResolveInfo,
  { insist = false, whole = false }: { readonly insist?: boolean; readonly whole?: boolean },
  answer: Answer,
): Promise<R> {
  return reference.loader.load(identifiers, whole).then(
    (record) => {
      reference.take(record);
      return answer(reference, info);
    },
    async (error: Error) => {
      if (error instanceof PaymentRequired) await priceRecord(reference, info);
      else if (insist) throw error;
      else reference.fail(error, reference.loader.known(identifiers));
      return answer(reference, info);
    },
  );
}

const isSome = <Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] => items.length > 0;
