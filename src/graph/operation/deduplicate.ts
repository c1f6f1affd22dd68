import { type ExecutionResult, OperationTypeNode } from 'graphql';
import type { AbortSignalLike } from '../../client/abort.ts';
import type { GraphCache } from '../cache/graph-cache.ts';
import { SingleFlight } from '../cache/single-flight.ts';
import type { OperationContext } from '../scope/context.ts';
import type { Operation } from '../scope/operation.ts';
import type { ExecutionLimits } from './execution-limits.ts';
import type { AdmittedOperation } from './operation-limits.ts';
import type { PreparedOperation } from './prepared-operation.ts';
import type { Variables } from './variables.ts';

interface Run {
  readonly operation: Operation;
  readonly result: ExecutionResult;
}

/**
 * Executes queries and mutations; of queries that are exactly the same at the same time, one (single flight): the same
 * operation and variables, of one API key and team, with the same options. All have the same result; the first is charged,
 * and the receipts of the others say what was shared. It runs as long as one of the callers is there.
 *
 * A mutation runs by itself, and so do a quote and an operation that says how old a record may be.
 */
export class Deduplicator {
  readonly #running = new SingleFlight<Run>();
  readonly #limits: ExecutionLimits;

  constructor(cache: GraphCache, limits: ExecutionLimits) {
    this.#limits = limits;
    cache.onChange((apiKey) => this.#running.cut(apiKey));
  }

  async execute(admitted: AdmittedOperation, context: OperationContext): Promise<ExecutionResult> {
    const { operation } = context;
    operation.name = admitted.prepared.operation.name?.value;
    const { apiKey, signal } = operation;
    const key = apiKey === undefined ? undefined : keyOf(admitted, operation);
    if (apiKey === undefined || key === undefined) return this.#limits.run(admitted, context);
    const begin = async (abandoned: AbortSignalLike) => {
      operation.signal = abandoned;
      return { operation, result: await this.#limits.run(admitted, context) };
    };
    const { first, outcome } = this.#running.run(apiKey, key, begin, signal);
    const ran = await outcome;
    if (!first) operation.follow(ran.operation);
    return ran.result;
  }
}

/** All that an answer depends on beside the API key; undefined for what is not shared. */
function keyOf({ prepared, sent }: AdmittedOperation, { options, session, quote }: Operation): string | undefined {
  if (quote || options.maxAgeMs !== undefined) return undefined;
  if (prepared.operation.operation !== OperationTypeNode.QUERY) return undefined;
  const variables = exactText(declared(sent, prepared));
  if (variables === undefined) return undefined;
  const scope = session ? JSON.stringify([session.childTeamId, session.purse, session.readOnly]) : '';
  return `${prepared.id},${options.budget},${options.trace},${scope},${variables}`;
}

/** Without those that the operation declares none for: nothing hangs on them. */
function declared(sent: Variables, { operation: { variableDefinitions = [] } }: PreparedOperation): Variables {
  const variables: Record<string, unknown> = {};
  for (const { variable } of variableDefinitions) {
    const { value: name } = variable.name;
    if (Object.hasOwn(sent, name)) variables[name] = sent[name];
  }
  return variables;
}

/** The text of a value, where no other value has the same; undefined also for one nested too deeply to be written. */
function exactText(value: unknown): string | undefined {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    return undefined;
  }
  // A number too large for a double, such as 1e400, is read as infinite and written as null.
  return text.includes('null') && holdsInfinity(value) ? undefined : text;
}

function holdsInfinity(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'number' && !Number.isFinite(next)) return true;
    if (typeof next === 'object' && next !== null) for (const member of Object.values(next)) open.push(member);
  }
  return false;
}
