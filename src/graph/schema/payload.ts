import type { FieldMap } from '@pothos/core';
import { failureOf } from '../scope/lookup-failures.ts';
import type { Problem } from '../scope/problem.ts';
import type { FieldBuilder } from './builder.ts';
import { ProblemType } from './problem.ts';

/** The payload of a mutation: its outcome, and the reasons why it failed in whole or in part. */
export interface Payload {
  readonly problems: readonly Problem[];
}

/** The field that every payload has. */
export const problemsField = <Parent extends Payload>(t: FieldBuilder<Parent>): FieldMap => ({
  problems: t.field({
    type: [ProblemType],
    nullable: false,
    description:
      'The reasons why the mutation was not carried out, or only in part; empty on success. If the key is refused, the whole request fails instead.',
    resolve: ({ problems }) => problems,
  }),
});

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
