import type { RecordReference } from '../scope/record-reference.ts';
import { builder } from './builder.ts';

const values = {
  RECORD: {
    description: 'The whole record was loaded, for 1 credit unless it was cached; fields are as the record has them.',
  },
  PAYLOAD: { description: 'The answer that leads here had every selected value, free of credits; nothing was loaded.' },
  MISSING: { description: 'The data service has no record of that identifier: no field has a value.' },
} as const;

const Completeness = builder.enumType('Completeness', {
  description: 'What the fields of an object were answered from.',
  values,
});

/** The options of the field that says what its record's fields were answered from. */
export const completeness = {
  type: Completeness,
  nullable: false as const,
  description: 'Whether the fields were answered from the whole record or from an answer that leads here; free.',
  resolve: (reference: RecordReference) => completenessOf(reference),
};

const completenessOf = (reference: RecordReference): keyof typeof values =>
  reference.record ? 'RECORD' : reference.missing ? 'MISSING' : 'PAYLOAD';
