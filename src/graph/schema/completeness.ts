import type { RecordReference } from '../operation/record-reference.ts';
import { builder } from './builder.ts';

const values = {
  RECORD: { description: 'The whole record was loaded; fields are as the record has them.' },
  PAYLOAD: { description: 'Answered from what another answer tells of it, free of credits; nothing was loaded.' },
  MISSING: { description: 'The upstream has no record of that name.' },
} as const;

const Completeness = builder.enumType('Completeness', {
  description: 'What an object’s fields were answered from.',
  values,
});

/** The options of the field that says what its record's fields were answered from. */
export const completeness = {
  type: Completeness,
  nullable: false as const,
  description: 'What the fields of this object were answered from.',
  resolve: (reference: RecordReference) => completenessOf(reference),
};

const completenessOf = (reference: RecordReference): keyof typeof values =>
  reference.record ? 'RECORD' : reference.missing ? 'MISSING' : 'PAYLOAD';
