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

export interface Executed {
  readonly operation: Operation;
  readonly result: ExecutionResult;
}

/**
 * Executes operations, and identical concurrent ones once (single flight): the same query and variables of one API key,
 * with the same options and session scope; or the same subscription on the same event. All get one result; the first is
 * charged, and the receipts of the others report it as shared. It is aborted once all callers have disconnected.
 *
 * Mutations, quotes, operations with a maximum record age and those that use an approval are never shared: each approval
 * is for one execution.
 */
export class Deduplicator {
  readonly #running = new SingleFlight<Executed>();
  readonly #limits: ExecutionLimits;
  /** Numbers that identify events by object identity. */
  readonly #events = new WeakMap<object, number>();
  #lastEvent = 0;

  constructor(cache: GraphCache, limits: ExecutionLimits) {
    this.#limits = limits;
    cache.onChange((apiKey) => this.#running.cut(apiKey));
  }

  /** Executes a query or a mutation. */
  execute(admitted: AdmittedOperation, context: OperationContext): Promise<ExecutionResult> {
    const key = isQuery(admitted) ? keyOf(admitted, context.operation) : undefined;
    return this.#once(admitted, context.operation, key, () => this.#limits.run(admitted, context));
  }

  /**
   * Executes a subscription on one event, as its own operation.
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

  /** @param key everything but the API key that the answer depends on; undefined: not shared */
  async #once(
    { prepared }: AdmittedOperation,
    operation: Operation,
    key: string | undefined,
    run: () => ExecutionResult | Promise<ExecutionResult>,
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

  /** Undefined for an event that is not an object, which has no identity. */
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

/** Everything but the API key that an answer depends on; undefined: not shared. */
function keyOf({ prepared, sent }: AdmittedOperation, { options, session, quote }: Operation): string | undefined {
  if (quote || options.maxAgeMs !== undefined || options.approval !== undefined) return undefined;
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

/** JSON that no other value has; undefined if there is none, or if the value is nested too deeply to serialize. */
function exactText(value: unknown): string | undefined {
  let text: string;
  try {
    text = JSON.stringify(value);
  } catch {
    return undefined;
  }
  // A number too large for a double, such as 1e400, is parsed as Infinity and serialized as null.
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
