import { failureAt, type Outcome, readable } from '../graph/outcome.ts';
import { say } from '../sentences.ts';

interface Payload {
  readonly problems: readonly { readonly message: string }[];
}

/** Why a mutation was refused, as a sentence; undefined if it succeeded. */
export const refusalIn = <Member extends string>(
  outcome: Outcome<{ readonly [Name in Member]: Payload | null }>,
  member: Member,
): string | undefined => {
  if (outcome.kind === 'failed') return outcome.failure.message || say.watches.failed;
  const payload = outcome.data[member];
  if (!payload) return failureAt(outcome.errors, member)?.message ?? say.watches.failed;
  const [problem] = payload.problems;
  return problem && readable(problem.message);
};
