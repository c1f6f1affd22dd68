import { type DocumentNode, type ExecutionArgs, type ExecutionResult, getOperationAST } from 'graphql';
import type { AbortSignalLike } from '../../client/abort.ts';
import type { GraphCache } from '../cache/graph-cache.ts';
import { SingleFlight } from '../cache/single-flight.ts';
import type { OperationContext } from './context.ts';
import type { Operation } from './operation.ts';

type Args = ExecutionArgs & { readonly contextValue: OperationContext };

/** Documents that are parsed once for all who send them, which are compared by what they are, not by what they say. */
const numbers = new WeakMap<DocumentNode, number>();
let documents = 0;

interface Run {
  readonly operation: Operation;
  readonly result: ExecutionResult;
}

/**
 * Executes an operation, or waits for the one that is under way where it is a query that asks exactly the same: the same
 * document and variables, of one key and team, on the same terms. All have the same result; the first is charged, and
 * the receipts of the others say what was shared. It goes on as long as one of them is there.
 *
 * A mutation runs by itself, and so do a quote and an operation that says how old a record may be.
 */
export class Deduplicator {
  readonly #cache: GraphCache;
  readonly #running = new SingleFlight<Run>();

  constructor(cache: GraphCache) {
    this.#cache = cache;
    cache.onChange((apiKey) => this.#running.cut(apiKey));
  }

  /** `execute` runs an operation by itself. */
  async execute(
    args: Args,
    execute: (args: Args) => ExecutionResult | Promise<ExecutionResult>,
  ): Promise<ExecutionResult> {
    const { operation } = args.contextValue;
    const { apiKey, signal } = operation;
    const name = this.#cache.calls && nameOf(args);
    if (apiKey === undefined || name === undefined) return execute(args);
    const begin = async (abandoned: AbortSignalLike) => {
      operation.signal = abandoned;
      return { operation, result: await execute(args) };
    };
    const { first, outcome } = this.#running.join(apiKey, name, begin, signal);
    const ran = await outcome;
    if (!first) operation.follow(ran.operation);
    return ran.result;
  }
}

/** All that an answer depends on beside the key; undefined for what is not shared. */
function nameOf({ document, operationName, variableValues, contextValue }: Args): string | undefined {
  const { terms, session, quote } = contextValue.operation;
  if (quote || terms.maxAgeMs !== undefined) return undefined;
  if (getOperationAST(document, operationName)?.operation !== 'query') return undefined;
  let number = numbers.get(document);
  if (number === undefined) {
    documents += 1;
    number = documents;
    numbers.set(document, number);
  }
  return JSON.stringify([number, operationName, session?.childTeamId, terms.budget, terms.trace, variableValues]);
}
