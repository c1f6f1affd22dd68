import type { RecordReference } from '../scope/record-reference.ts';
import { builder } from './builder.ts';

const values = {
  RECORD: {
    description: 'The whole record was loaded, for 1 credit unless it was cached.',
  },
  PAYLOAD: { description: 'A free response already had every selected value; no record was loaded.' },
  MISSING: { description: 'The data service has no record with that identifier: no field has a value.' },
} as const;

const Completeness = builder.enumType('Completeness', {
  description: 'Where the fields of an object come from.',
  values,
});

/** The options of the field that reports where a record's values come from. */
export const completeness = {
  type: Completeness,
  nullable: false as const,
  description: 'Whether the fields come from the whole record or from a free response. Selecting this is free.',
  resolve: (reference: RecordReference) => completenessOf(reference),
};

const completenessOf = (reference: RecordReference): keyof typeof values =>
  reference.record ? 'RECORD' : reference.missing ? 'MISSING' : 'PAYLOAD';

/** The options of the field that reports a record's age. */
export const fetchedAt = {
  type: 'DateTime',
  description:
    'When the data service sent this record, such as `2026-11-28T09:30:00.000Z`: earlier than now if it was cached or kept (`KITH_KEEP_DAYS`; the header `x-kith-max-age` bounds its age). Null if no record was loaded. Selecting this is free.',
  resolve: ({ fetchedAt: at }: RecordReference) => at?.toISOString() ?? null,
} as const;
