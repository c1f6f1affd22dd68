import { type ExecutionResult, GraphQLError } from 'graphql';
import { defaultSettings } from '../../config/read-settings.ts';
import { ConcurrencyLimit, type ConcurrencyOptions, LeftQueue, queueMs } from '../../http/limits/concurrency-limit.ts';
import { LimitReached } from '../../http/limits/limit-reached.ts';
import type { OperationContext } from '../scope/context.ts';
import { Deadline } from './deadline.ts';
import { type ExecutionInput, executePlan } from './execution/execute.ts';
import type { Plan } from './execution/plan.ts';
import { LimitError, type RateLimit } from './limit-error.ts';
import type { AdmittedOperation } from './operation-limits.ts';

export interface ExecutionLimitOptions {
  /** How many operations of one API key are executed at once, and how long others wait. */
  readonly concurrency: ConcurrencyOptions;
  /** How long one may take, in milliseconds. */
  readonly deadlineMs: number;
}

export const defaultExecutionLimits: ExecutionLimitOptions = {
  concurrency: { atOnce: defaultSettings.traffic.concurrency, waitMs: queueMs },
  deadlineMs: defaultSettings.traffic.operationMs,
};

/** Executes operations, and events of subscriptions: so many of a key at once, each under a deadline. */
export class ExecutionLimits {
  readonly #concurrency: ConcurrencyLimit;
  #deadlineMs: number;

  constructor({ concurrency, deadlineMs }: ExecutionLimitOptions) {
    this.#concurrency = new ConcurrencyLimit(concurrency);
    this.#deadlineMs = deadlineMs;
  }

  /** Replaces the limits; what waits keeps the limits it began with. */
  replace({ concurrency, deadlineMs }: ExecutionLimitOptions): void {
    this.#concurrency.replace(concurrency);
    this.#deadlineMs = deadlineMs;
  }

  /** Sessions of a key count as the key does; without one, nothing is waited for. */
  async run({ prepared, variables }: AdmittedOperation, context: OperationContext): Promise<ExecutionResult> {
    const { apiKey, signal } = context.operation;
    const plan = prepared.planFor(variables);
    if (apiKey === undefined) return executePlan(plan, { variables }, context);
    return this.#execute(plan, { variables }, context, apiKey, this.#concurrency.enter(apiKey, signal));
  }

  /**
   * Executes a subscription's event, as an operation of its own. It waits for its turn as long as that takes: an event that
   * is refused would be lost.
   */
  async runEvent(
    { prepared, variables }: AdmittedOperation,
    context: OperationContext,
    rootValue: unknown,
  ): Promise<ExecutionResult> {
    const { apiKey, signal } = context.operation;
    const plan = prepared.planFor(variables);
    const input = { variables, rootValue };
    if (apiKey === undefined) return executePlan(plan, input, context);
    return this.#execute(plan, input, context, apiKey, this.#concurrency.enterPatiently(apiKey, signal));
  }

  async #execute(
    plan: Plan,
    input: ExecutionInput,
    context: OperationContext,
    apiKey: string,
    turn: Promise<void> | undefined,
  ): Promise<ExecutionResult> {
    try {
      if (turn) await turn;
    } catch (error) {
      if (error instanceof LimitReached) return { errors: [rateLimited('concurrency', error)] };
      if (error instanceof LeftQueue) return { errors: [cancelled(error.message)] };
      throw error;
    }
    const deadline = new Deadline(context.operation, this.#deadlineMs);
    try {
      return deadline.explain(await executePlan(plan, input, context));
    } finally {
      deadline.clear();
      this.#concurrency.leave(apiKey);
    }
  }
}

/** The caller is gone: the error is for metrics and logs. */
export const cancelled = (message = 'The caller left before the operation began; nothing was sent.'): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'CANCELLED' } });

/** A caller has reached a limit: nothing was begun, and nothing was charged. */
export const rateLimited = (limit: RateLimit, { message, headers, retryAfterSeconds }: LimitReached): LimitError =>
  new LimitError(limit, message, { code: 'RATE_LIMITED', retryAfterSeconds, http: { status: 429, headers } });
