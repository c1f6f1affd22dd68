import type { ExecutionResult } from 'graphql';
import { defaultSettings } from '../../config/read-settings.ts';
import { ConcurrencyLimit, type ConcurrencyOptions, LeftQueue, queueMs } from '../../http/limits/concurrency-limit.ts';
import { LimitReached } from '../../http/limits/limit-reached.ts';
import type { OperationContext } from '../scope/context.ts';
import { cancelled, Deadline } from './deadline.ts';
import { type ExecutionInput, executePlan } from './execution/execute.ts';
import type { Plan } from './execution/plan.ts';
import { LimitError, type RateLimit } from './limit-error.ts';
import type { AdmittedOperation } from './operation-limits.ts';

export interface ExecutionLimitOptions {
  /** Concurrent operations per API key, and how long others wait. */
  readonly concurrency: ConcurrencyOptions;
  /** Deadline of one operation, in milliseconds. */
  readonly deadlineMs: number;
}

export const defaultExecutionLimits: ExecutionLimitOptions = {
  concurrency: { atOnce: defaultSettings.traffic.concurrency, waitMs: queueMs },
  deadlineMs: defaultSettings.traffic.operationMs,
};

/** Executes operations and events of subscriptions, with a concurrency limit per API key and a deadline for each. */
export class ExecutionLimits {
  readonly #concurrency: ConcurrencyLimit;
  #deadlineMs: number;

  constructor({ concurrency, deadlineMs }: ExecutionLimitOptions) {
    this.#concurrency = new ConcurrencyLimit(concurrency);
    this.#deadlineMs = deadlineMs;
  }

  /** Replaces the limits; operations under way keep their deadline, and queued ones their maximum wait. */
  replace({ concurrency, deadlineMs }: ExecutionLimitOptions): void {
    this.#concurrency.replace(concurrency);
    this.#deadlineMs = deadlineMs;
  }

  /** Executes an operation. Sessions count towards their key; without a key, there is no queue and no deadline. */
  run(
    { prepared, variables }: AdmittedOperation,
    context: OperationContext,
  ): ExecutionResult | Promise<ExecutionResult> {
    const { apiKey, signal } = context.operation;
    const plan = prepared.planFor(variables);
    if (apiKey === undefined) return executePlan(plan, { variables }, context);
    return this.#execute(plan, { variables }, context, apiKey, this.#concurrency.enter(apiKey, signal));
  }

  /**
   * Executes a subscription's event, as its own operation. It waits in the queue without a time limit: a refused event
   * would be lost.
   */
  runEvent(
    { prepared, variables }: AdmittedOperation,
    context: OperationContext,
    rootValue: unknown,
  ): ExecutionResult | Promise<ExecutionResult> {
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
      return deadline.explain(await executePlan(plan, { ...input, end: () => deadline.end }, context));
    } finally {
      deadline.clear();
      this.#concurrency.leave(apiKey);
    }
  }
}

/** The caller has reached a limit: nothing was executed or charged. */
export const rateLimited = (limit: RateLimit, { message, headers, retryAfterSeconds }: LimitReached): LimitError =>
  new LimitError(limit, message, { code: 'RATE_LIMITED', retryAfterSeconds, http: { status: 429, headers } });
