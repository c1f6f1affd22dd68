/** Background work, stored in the database so that it outlives the request that added it. */
export interface Job {
  readonly kind: string;
  /** The handler's input: a JSON value without secrets. */
  readonly payload: unknown;
  /** Deduplicates: while a job with this key waits or runs, another is not added. */
  readonly uniqueKey?: string;
}

export interface Attempt {
  /** 1 for the first. */
  readonly number: number;
  /** When a failed attempt is retried; undefined for the last attempt. */
  readonly retryAt: Date | undefined;
  /** Aborted when the queue closes. An error thrown after that is not a failure: the job is resumed later. */
  readonly signal: AbortSignal;
}

/**
 * Handles one kind of job. Jobs run at least once: after a crash or an expired lease a job starts again, so handlers
 * must be idempotent.
 */
export interface JobHandler {
  /** A thrown error causes a retry. `again` ends this part of the work and requeues the job behind others. */
  run(payload: unknown, attempt: Attempt): Promise<'again' | undefined>;
  /** Called after the last attempt has failed. */
  gaveUp?(payload: unknown): Promise<void>;
  /** Delays before each retry, in seconds; their number is the number of retries. */
  readonly retryAfter?: readonly number[];
}

/** Handlers by kind of job. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Exponential: five attempts within about six minutes. */
export const usualRetries: readonly number[] = [1, 6, 36, 216];

/** Reads a string member of a job's payload. Throws if it is missing, since only this code writes payloads. */
export function textOf(payload: unknown, name: string): string {
  const value: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined;
  if (typeof value !== 'string')
    throw new Error(`A job's payload must have the text "${name}", but got ${typeof value}.`);
  return value;
}
