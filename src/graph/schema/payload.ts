import type { FieldMap, InputRef } from '@pothos/core';
import { failureOf } from '../scope/lookup-failures.ts';
import type { Problem } from '../scope/problem.ts';
import { builder, type FieldBuilder, type SchemaTypes } from './builder.ts';
import { ProblemType } from './problem.ts';

/** The payload of a mutation: its outcome, and the reasons why it failed in whole or in part. */
export interface Payload {
  readonly problems: readonly Problem[];
}

/** Declares the payload of a mutation: the fields of its outcome, and `problems`. */
export const payloadType = <Done extends object>(
  name: string,
  description: string,
  fields: (t: FieldBuilder<Done & Payload>) => FieldMap,
) =>
  builder.objectRef<Done & Payload>(name).implement({
    description,
    fields: (t) => ({
      ...fields(t),
      problems: t.field({
        type: [ProblemType],
        nullable: false,
        description:
          'The reasons why the mutation was not carried out, or only in part; empty on success. If the key is refused, the whole request fails instead.',
        resolve: ({ problems }) => problems,
      }),
    }),
  });

/** Declares why a mutation may refuse; returns what makes such a problem. */
export function problemType(name: string, description: string): (code: Problem['code'], message: string) => Problem {
  builder.objectRef<Problem>(name).implement({ description, interfaces: [ProblemType] });
  return (code, message) => ({ typeName: name, code, message });
}

/** The one argument of a mutation. */
export const inputArg = <Input>(
  t: PothosSchemaTypes.MutationFieldBuilder<SchemaTypes, SchemaTypes['Root']>,
  type: InputRef<Input>,
  description: string,
) => ({ input: t.arg({ type, required: true, description }) });

/**
 * Runs a mutation and returns its failure as a problem in the payload. A mutation that succeeds may return problems,
 * too.
 *
 * @param nothing the payload of a mutation that failed
 */
export async function payloadOf<Done extends object>(
  nothing: Done,
  run: () => Promise<Done & Partial<Payload>>,
): Promise<Done & Payload> {
  try {
    return { problems: [], ...(await run()) };
  } catch (error) {
    return { ...nothing, problems: [failureOf(error)] };
  }
}
