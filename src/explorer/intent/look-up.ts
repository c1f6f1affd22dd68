import type { Document } from '../../sdk/document.ts';
import type { Graph } from '../graph/graph.ts';
import { type Failure, failureFrom } from '../graph/outcome.ts';

/** What is asked of the graph: everything here is free. */
export type Asker = Pick<Graph, 'run'>;

/** A question that was not answered, which is not the answer that there is nobody. */
export class LookUpFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * The data of a query.
 *
 * @throws a LookUpFailed where the query, or one of the members named, has no answer
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
