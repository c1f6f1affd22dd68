import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import type { FetchedRecord } from '../cache/record-key.ts';
import type { FieldFacts } from '../scope/field-facts.ts';
import { loadForSelection, loadIfOnRecord } from '../scope/load-for-selection.ts';
import type { RecordReference } from '../scope/record-reference.ts';
import { builder, type GraphContext, type SchemaTypes } from './builder.ts';

interface LinkOptions<Parent, Fetched extends FetchedRecord> extends Pick<FieldFacts, 'needs'> {
  readonly description: string;
  /** The record's members that the link's payload covers, for free. */
  readonly covers: Readonly<Record<string, string>>;
  readonly reference: (parent: Parent) => RecordReference<Fetched> | null;
  /** Whether the linked record may not exist; the field is then null without an error if an id is selected. */
  readonly mayBeOffRecord?: boolean;
}

const linkArgs = builder.args((t) => ({
  full: t.boolean({
    defaultValue: false,
    description:
      'Whether to load the whole record, for 1 credit, even if every selected value is already known for free.',
  }),
}));

/**
 * The options of a field that links to a record. The record is loaded, and paid for, only if a selected field needs a
 * member that the link does not cover, or if the argument `full` is true.
 */
export const linkTo = <Parent, Fetched extends FetchedRecord>(
  type: ObjectRef<SchemaTypes, RecordReference<Fetched>>,
  { reference, mayBeOffRecord = false, ...options }: LinkOptions<Parent, Fetched>,
) => ({
  ...options,
  type,
  args: linkArgs,
  resolve: (
    parent: Parent,
    { full }: { readonly full?: boolean | null | undefined },
    _context: GraphContext,
    info: GraphQLResolveInfo,
  ) => {
    const record = reference(parent);
    return record && (mayBeOffRecord ? loadIfOnRecord : loadForSelection)(record, info, full ?? false);
  },
});
