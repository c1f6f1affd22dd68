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

/** An operation, with its result. */
export interface Executed {
  readonly operation: Operation;
  readonly result: ExecutionResult;
}

/**
 * Executes operations, and of those that are exactly the same at the same time, one (single flight): the same query and
 * variables, of one API key and team, with the same options; or the same subscription's answer to one event. All have the
 * same result; the first is charged, and the receipts of the others say what was shared. It runs as long as one of the
 * callers is there.
 *
 * A mutation runs by itself, and so do a quote and an operation that says how old a record may be.
 */
export class Deduplicator {
  readonly #running = new SingleFlight<Executed>();
  readonly #limits: ExecutionLimits;
  /** Numbers of events, by which they are told apart. */
  readonly #events = new WeakMap<object, number>();
  #lastEvent = 0;

  constructor(cache: GraphCache, limits: ExecutionLimits) {
    this.#limits = limits;
    cache.onChange((apiKey) => this.#running.cut(apiKey));
  }

  /** Executes a query or a mutation. */
  async execute(admitted: AdmittedOperation, context: OperationContext): Promise<ExecutionResult> {
    const key = isQuery(admitted) ? keyOf(admitted, context.operation) : undefined;
    return this.#once(admitted, context.operation, key, () => this.#limits.run(admitted, context));
  }

  /**
   * Executes a subscription on one event, as an operation of its own.
   *
   * @param ended aborted when the subscription ends
   */
  async executeEvent(
    admitted: AdmittedOperation,
    context: OperationContext,
    event: unknown,
    ended: AbortSignalLike,
  ): Promise<Executed> {
    const operation = context.fresh();
    operation.signal = ended;
    const key = keyOf(admitted, operation);
    const result = await this.#once(admitted, operation, key && `${this.#numberOf(event)},${key}`, () =>
      this.#limits.runEvent(admitted, { ...context, operation }, event),
    );
    return { operation, result };
  }

  /** @param key what its answer depends on beside the API key; undefined: it is not shared */
  async #once(
    { prepared }: AdmittedOperation,
    operation: Operation,
    key: string | undefined,
    run: () => Promise<ExecutionResult>,
  ): Promise<ExecutionResult> {
    operation.name = prepared.shownName;
    const { apiKey, signal } = operation;
    if (apiKey === undefined || key === undefined) return run();
    const begin = async (abandoned: AbortSignalLike) => {
      operation.signal = abandoned;
      return { operation, result: await run() };
    };
    const { first, outcome } = this.#running.run(apiKey, key, begin, signal);
    const ran = await outcome;
    if (!first) operation.follow(ran.operation);
    return ran.result;
  }

  /** Undefined for what is no object: it is not told apart from another. */
  #numberOf(event: unknown): number | undefined {
    if (typeof event !== 'object' || event === null) return undefined;
    let number = this.#events.get(event);
    if (number === undefined) {
      this.#lastEvent += 1;
      number = this.#lastEvent;
      this.#events.set(event, number);
    }
    return number;
  }
}

const isQuery = ({ prepared }: AdmittedOperation): boolean => prepared.operation.operation === OperationTypeNode.QUERY;

/** All that an answer depends on beside the API key; undefined for what is not shared. */
function keyOf({ prepared, sent }: AdmittedOperation, { options, session, quote }: Operation): string | undefined {
  if (quote || options.maxAgeMs !== undefined) return undefined;
  const variables = exactText(declared(sent, prepared));
  if (variables === undefined) return undefined;
  const scope = session ? JSON.stringify([session.childTeamId, session.purse, session.rights]) : '';
  return `${prepared.id},${options.budget},${options.trace},${scope},${variables}`;
}

/** Without undeclared variables, which do not affect the result. */
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
