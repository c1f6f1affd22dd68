import type { RecordReference } from '../operation/record-reference.ts';
import type { Builder } from './builder.ts';

const values = {
  RECORD: { description: 'The whole record was loaded; fields are as the record has them.' },
  PAYLOAD: { description: 'Answered from what another answer tells of it, free of credits; nothing was loaded.' },
  MISSING: { description: 'The upstream has no record of that name.' },
} as const;

export type Completeness = keyof typeof values;

export const addCompleteness = (builder: Builder) =>
  builder.enumType('Completeness', { description: 'What an object’s fields were answered from.', values });

export const completenessOf = (reference: RecordReference): Completeness =>
  reference.record ? 'RECORD' : reference.missing ? 'MISSING' : 'PAYLOAD';
