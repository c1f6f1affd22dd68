import type { Document } from '../../sdk/document.ts';
import type { Graph } from './graph.ts';
import { type Failure, failureFrom } from './outcome.ts';

/** The part of the client used here; all of its queries are free. */
export type Asker = Pick<Graph, 'run'>;

/** A look-up that failed, as opposed to one that found nothing. */
export class LookUpFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * Runs a query and returns its data.
 *
 * @throws a LookUpFailed if the query, or one of the named members, failed
 */
export const lookUp = async <Result extends object, Variables extends object>(
  graph: Asker,
  document: Document<Result, Variables, 'query'>,
  variables: Variables,
  needs: readonly (keyof Result)[],
): Promise<Result> => {
  const outcome = await graph.run(document, variables);
  if (outcome.kind === 'failed') throw new LookUpFailed(outcome.failure);
  const { data, errors } = outcome;
  if (needs.every((member) => data[member] !== null)) return data;
  const [first] = errors;
  throw new LookUpFailed(failureFrom(first?.extensions?.code, first?.message ?? ''));
};
