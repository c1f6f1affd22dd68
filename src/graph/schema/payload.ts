import type { FieldMap } from '@pothos/core';
import { failureOf } from '../scope/lookup-failures.ts';
import type { Problem } from '../scope/problem.ts';
import type { FieldBuilder } from './builder.ts';
import { ProblemType } from './problem.ts';

/** The payload of a mutation: its outcome, and the problems for which there is none. */
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
 * Runs a mutation, whose failures are problems of its payload, as is what it tells of one that was done.
 *
 * @param nothing the payload of one that did nothing
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
