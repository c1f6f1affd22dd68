import type { GraphQLResolveInfo } from 'graphql';
import type { Identifier } from '../cache/record-key.ts';
import { PaymentRequired } from '../credits/payment-required.ts';
import { startEarly } from './early-fields.ts';
import { priceRecord } from './price-record.ts';
import type { RecordReference } from './record-reference.ts';
import { factsOf } from './selection-facts.ts';

/**
 * The one place where a record is paid for. A field that returns references hands them here with its own selection:
 * those whose payloads cover it are ready at once; for the others the record is loaded, and a failure stays with its
 * object, so that what is free still answers. Where the uuid alone is missing, a free search is tried first; an object
 * whose uuid is selected and can't be had fails. A caller may insist on the record where a payload would do: a failure
 * then is the field's.
 */
export const loadForSelection = <R extends RecordReference>(
  reference: R,
  info: GraphQLResolveInfo,
  insist = false,
): R | Promise<R> => load(reference, info, insist, identified) ?? identified(reference, info);

/** As `loadForSelection`, for a list of records whose uuids are known: one promise for all of it. */
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

/** What a field answers with once the record has come, or has failed to: said here, a load needs no second promise. */
type Answer = <R extends RecordReference>(reference: R, info: GraphQLResolveInfo) => R;

const asItIs: Answer = (reference) => reference;

/** @throws where the uuid is selected and is not known */
const identified: Answer = (reference, info) => {
  if (reference.id !== undefined) return reference;
  if (!factsOf(info).requiredMembers(reference.loader.kind.typeName).has('id')) return reference;
  const failure = reference.idFailure();
  if (failure) throw failure;
  return reference;
};

/** Undefined where nothing has to be loaded. */
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
  const known = loader.known(identifiers);
  if (known) {
    reference.take(known);
    return undefined;
  }
  startEarly(facts.earlyFields(loader.kind.typeName), reference, info.variableValues);
  if (!insist && reference.lacksOnlyId(needs) && !loader.isCached(identifiers))
    return identifyOrLoad(reference, info, answer);
  // Nothing names the record: there is nothing to load, and what no payload has is null.
  return isSome(identifiers) ? loadRecord(reference, identifiers, info, insist, answer) : undefined;
}

async function identifyOrLoad<R extends RecordReference>(
  reference: R,
  info: GraphQLResolveInfo,
  answer: Answer,
): Promise<R> {
  const { identifiers } = reference;
  try {
    const id = await reference.identify();
    if (id === undefined && isSome(identifiers)) return loadRecord(reference, identifiers, info, false, answer);
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
  insist: boolean,
  answer: Answer,
): Promise<R> {
  return reference.loader.load(identifiers).then(
    (record) => {
      reference.take(record);
      return answer(reference, info);
    },
    async (error: Error) => {
      if (error instanceof PaymentRequired) await priceRecord(reference, info);
      else if (insist) throw error;
      else reference.fail(error);
      return answer(reference, info);
    },
  );
}

const isSome = <Item>(items: readonly Item[]): items is readonly [Item, ...Item[]] => items.length > 0;
