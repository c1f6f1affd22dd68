import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { CallError } from '../../client/errors.ts';
import type { FetchedRecord, Identifier } from '../cache/record-key.ts';
import { PaymentRequired } from '../credits/spending-refused.ts';
import type { RecordLoader } from '../loaders/record-loader.ts';
import { unlessRefused } from '../loaders/refused-search.ts';
import type { CredentialScope } from '../scope/credential-scope.ts';
import { startEarly } from '../scope/early-fields.ts';
import { type Failure, failureOf, NotFound } from '../scope/lookup-failures.ts';
import { priceRecord } from '../scope/price-record.ts';
import { RecordReference } from '../scope/record-reference.ts';
import { factsOf } from '../scope/selection-facts.ts';
import { builder, type SchemaTypes } from './builder.ts';
import { CreditLimit, NotFoundType, UpstreamFailed } from './lookup-failures.ts';

/** A look-up's outcome: the record, or the reason why it is missing. */
export type Outcome<Fetched extends FetchedRecord> = RecordReference<Fetched> | NotFound | Failure;

/**
 * Looks a record up by one identifier. It is fetched, and paid for, if a selected field needs it; otherwise a free
 * search checks that it exists. A failure that concerns only this record is an outcome, so that other look-ups are not
 * affected. A quote books the record under the kind `bookedAs`.
 *
 * @throws an error that concerns the whole request, such as a refused key
 */
export async function lookUp<Fetched extends FetchedRecord>(
  scope: CredentialScope,
  loader: RecordLoader<Fetched>,
  identifier: Identifier,
  info: GraphQLResolveInfo,
  bookedAs = loader.kind.name,
): Promise<Outcome<Fetched>> {
  const reference = new RecordReference(scope, loader, [identifier]);
  const facts = factsOf(info);
  startEarly(facts.earlyFields(loader.kind.typeName), reference, info.variableValues);
  try {
    const needs = facts.requiredMembers(loader.kind.typeName);
    if (identifier.kind === 'ids' && reference.covers(needs)) {
      const exists = await unlessRefused(loader.existence.exists(identifier.value));
      if (exists !== undefined) return exists ? reference : new NotFound(identifier);
    }
    // The specification names no searchable field for slugs: if a search is refused or empty, the record is fetched.
    const isFree = identifier.kind !== 'ids' && (reference.covers(needs) || reference.lacksOnlyId(needs));
    if (isFree && !loader.isCached([identifier]) && (await reference.identify()) !== undefined) return reference;
    const record = await loader.load([identifier], reference.needsWhole(needs));
    if (!record) return new NotFound(identifier);
    reference.take(record);
    if (needs.has('id')) {
      const failure = reference.idFailure();
      if (failure) throw failure;
    }
    return reference;
  } catch (error) {
    if (error instanceof PaymentRequired)
      return (await priceRecord(reference, info, bookedAs)) ? reference : new NotFound(identifier);
    const failure = failureOf(error);
    // Of a kept record, only the team's own members are missing.
    const kept = loader.known([identifier]);
    if (!kept || !(error instanceof Error)) return failure;
    reference.fail(error, kept);
    return reference;
  }
}

/**
 * Looks records up, in order. An error that concerns one record is returned at its index, so that other records, which
 * may have been paid for, are still returned.
 *
 * @throws an error that concerns the whole request, such as a refused key
 */
export async function lookUpAll<Fetched extends FetchedRecord>(
  scope: CredentialScope,
  loader: RecordLoader<Fetched>,
  identifiers: readonly Identifier[],
  info: GraphQLResolveInfo,
): Promise<readonly (Outcome<Fetched> | Promise<Outcome<Fetched>>)[]> {
  const lookups = identifiers.map((identifier) => lookUp(scope, loader, identifier, info));
  const settled = await Promise.allSettled(lookups);
  return settled.map((one, at) => {
    if (one.status === 'fulfilled') return one.value;
    if (one.reason instanceof CallError) throw one.reason;
    return lookups[at] ?? Promise.reject(one.reason);
  });
}

/** The union of a record and the failures of its look-up. */
export const lookupType = <Fetched extends FetchedRecord>(
  name: string,
  description: string,
  record: ObjectRef<SchemaTypes, RecordReference<Fetched>>,
) =>
  builder.unionType(name, {
    description,
    types: [record, NotFoundType, CreditLimit, UpstreamFailed],
    resolveType: (outcome) => (outcome instanceof RecordReference ? record.name : outcome.typeName),
  });
