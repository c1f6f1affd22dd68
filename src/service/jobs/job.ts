/** A piece of work that outlives the request that asked for it. */
export interface Job {
  readonly kind: string;
  /** What the handler of this kind needs to know: a JSON value without secrets. */
  readonly payload: unknown;
  /** While a job with this key waits or runs, adding another does nothing. */
  readonly uniqueKey?: string;
}

export interface Attempt {
  /** 1 for the first. */
  readonly number: number;
  /** When the job is tried again if this attempt fails; undefined for the last one. */
  readonly retryAt: Date | undefined;
  /** Aborted when the queue closes; a handler that throws then has not failed, and the job is resumed later. */
  readonly signal: AbortSignal;
}

/**
 * What one kind of job does. A job runs at least once: a crash, or a lease that ran out, makes it run again from the
 * start, so a handler can be repeated without harm.
 */
export interface JobHandler {
  /** Throws to be tried again; answers `again` after a part of the work, to let others in before the next part. */
  run(payload: unknown, attempt: Attempt): Promise<'again' | undefined>;
  /** The last attempt has failed. */
  gaveUp?(payload: unknown): Promise<void>;
  /** The seconds to wait after each failed attempt; so many times a job is tried again. */
  readonly retryAfter?: readonly number[];
}

/** By kind. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** Exponential: five attempts within about six minutes. */
export const usualRetries: readonly number[] = [1, 6, 36, 216];

/** Reads a text member of a job's payload; a payload without it was not written by us. */
export function textOf(payload: unknown, name: string): string {
  const value: unknown = typeof payload === 'object' && payload !== null ? Reflect.get(payload, name) : undefined;
  if (typeof value !== 'string')
    throw new Error(`A job's payload must have the text "${name}", but got ${typeof value}.`);
  return value;
}
