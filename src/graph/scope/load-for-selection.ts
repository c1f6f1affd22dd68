import type { GraphQLResolveInfo } from 'graphql';
import type { Identifier } from '../cache/record-key.ts';
import { PaymentRequired } from '../credits/spending-refused.ts';
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
 * `loadForSelection` for an employer, who need not be on record: null, without an error, if the uuid is selected and no
 * search or load failed, but there is none.
 */
export const loadIfOnRecord = <R extends RecordReference>(
  reference: R,
  info: GraphQLResolveInfo,
  insist = false,
): R | null | Promise<R | null> => load(reference, info, insist, onRecord) ?? onRecord(reference, info);

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
type Answer<R extends RecordReference, Result> = (reference: R, info: GraphQLResolveInfo) => Result;

const asItIs = <R extends RecordReference>(reference: R): R => reference;

/** @throws if the uuid is selected but unknown */
const identified = <R extends RecordReference>(reference: R, info: GraphQLResolveInfo): R => {
  const failure = reference.id === undefined && isIdSelected(reference, info) ? reference.idFailure() : undefined;
  if (failure) throw failure;
  return reference;
};

/** @throws if the uuid is selected, and a load or search for it failed */
const onRecord = <R extends RecordReference>(reference: R, info: GraphQLResolveInfo): R | null => {
  if (reference.id !== undefined || reference.scope.quote || !isIdSelected(reference, info)) return reference;
  const failure = reference.takeFailure();
  if (failure) throw failure;
  return null;
};

const isIdSelected = ({ loader }: RecordReference, info: GraphQLResolveInfo): boolean =>
  factsOf(info).requiredMembers(loader.kind.typeName).has('id');

/** Undefined if nothing has to be loaded. */
function load<R extends RecordReference, Result>(
  reference: R,
  info: GraphQLResolveInfo,
  insist: boolean,
  answer: Answer<R, Result>,
): Promise<Result> | undefined {
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
  if (reference.withheld) {
    if (insist) throw reference.withheld;
    reference.fail(reference.withheld);
    return undefined;
  }
  startEarly(facts.earlyFields(loader.kind.typeName), reference, info.variableValues);
  if (!insist && reference.lacksOnlyId(needs) && !loader.isCached(identifiers))
    return identifyOrLoad(reference, info, answer);
  // Without an identifier nothing can be loaded: members that no payload covers are null.
  return isSome(identifiers) ? loadRecord(reference, identifiers, info, { insist, whole }, answer) : undefined;
}

async function identifyOrLoad<R extends RecordReference, Result>(
  reference: R,
  info: GraphQLResolveInfo,
  answer: Answer<R, Result>,
): Promise<Result> {
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

function loadRecord<R extends RecordReference, Result>(
  reference: R,
  identifiers: readonly [Identifier, ...Identifier[]],
  info: GraphQLResolveInfo,
  { insist = false, whole = false }: { readonly insist?: boolean; readonly whole?: boolean },
  answer: Answer<R, Result>,
): Promise<Result> {
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
