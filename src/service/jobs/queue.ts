import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../store/database.ts';
import { reasonOf } from '../../telemetry/reason.ts';
import { type Job, type JobHandler, type JobHandlers, usualRetries } from './job.ts';
import * as table from './table.ts';

/** The outcome of one run of a job; `cut`: interrupted by the close. */
export type JobOutcome = 'done' | 'again' | 'retried' | 'failed' | 'cut';

export interface JobQueueOptions {
  readonly db: Kysely<Database>;
  readonly log: Logger;
  readonly now: () => Date;
  /** Whether this process has the store to itself. Jobs found running at the start are then taken again at once. */
  readonly alone?: boolean;
  /** Maximum number of concurrent jobs. */
  readonly concurrency?: number;
  /** Duration of a job's lease, in milliseconds. A running job's lease is renewed after each third of it. */
  readonly leaseMs?: number;
  /** Interval at which jobs of other processes are polled, in milliseconds. */
  readonly pollMs?: number;
  /** Called after each run of a job. */
  readonly onEnded?: ((kind: string, outcome: JobOutcome, milliseconds: number) => void) | undefined;
  /** Awaited before each run of a job, so that a test can delay it. */
  readonly beforeJob?: (job: { readonly kind: string; readonly payload: unknown }) => Promise<void> | void;
}

/** First poll interval after `add`: a job becomes visible when its transaction commits, usually soon. */
const firstLookMs = 10;
const doneJobsKeptMs = 7 * 24 * 3600 * 1000;
const pruneEveryMs = 3600 * 1000;

/**
 * Job queue on table `job`. Jobs are leased, retried with growing delays, and marked `failed` with the reason after the
 * last attempt. Several processes may share a table.
 */
export class JobQueue {
  readonly #options: Required<Omit<JobQueueOptions, 'beforeJob' | 'onEnded'>> &
    Pick<JobQueueOptions, 'beforeJob' | 'onEnded'>;
  #handlers: JobHandlers = {};
  readonly #running = new Map<number, Promise<void>>();
  readonly #closing = new AbortController();
  #looking: Promise<void> | undefined;
  #lookAgain = false;
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = firstLookMs;
  #prunedAt = 0;

  constructor(options: JobQueueOptions) {
    this.#options = { alone: false, concurrency: 2, leaseMs: 30_000, pollMs: 5000, ...options };
  }

  /**
   * Adds jobs; inside a transaction they are rolled back with it.
   *
   * @example
   * await jobs.add(trx, ...added.map(mapConnectorJob));
   */
  async add(db: Kysely<Database>, ...jobs: readonly Job[]): Promise<void> {
    await table.insertJobs(db, jobs, this.#options.now());
    this.#pauseMs = firstLookMs;
    this.#look();
  }

  /** Starts work. Jobs without a handler stay queued. */
  async start(handlers: JobHandlers): Promise<void> {
    if (this.#options.alone) await table.releaseLeases(this.#options.db);
    this.#handlers = handlers;
    this.#look();
  }

  /** Number of jobs that run in this process. */
  get running(): number {
    return this.#running.size;
  }

  /** Number of jobs waiting in the table, including those not yet due. */
  waiting(): Promise<number> {
    return table.countWaiting(this.#options.db);
  }

  /** Resolves when no due job waits, and none runs here. A job that waits for its retry is not due. */
  async idle(): Promise<void> {
    for (;;) {
      this.#look();
      await this.#looking;
      if (this.#running.size === 0) return;
      await Promise.race(this.#running.values());
    }
  }

  /** Takes no more jobs; resolves when the running ones have ended or been interrupted. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#looking;
    await Promise.all(this.#running.values());
    clearTimeout(this.#timer);
  }

  get #closed(): boolean {
    return this.#closing.signal.aborted;
  }

  get #hasRoom(): boolean {
    return !this.#closed && this.#running.size < this.#options.concurrency;
  }

  /** Starts a poll, or requests another one after the current: only one runs at a time. */
  #look(): void {
    if (this.#closed) return;
    this.#lookAgain = true;
    this.#looking ??= this.#takeAll().finally(() => {
      this.#looking = undefined;
    });
  }

  async #takeAll(): Promise<void> {
    clearTimeout(this.#timer);
    let pauseMs = this.#options.pollMs;
    try {
      do {
        this.#lookAgain = false;
        while (this.#hasRoom && (await this.#takeOne()));
        pauseMs = await this.#pause();
      } while (this.#lookAgain);
    } catch (error) {
      this.#options.log.error(
        { error: described(error) },
        'The job queue could not read its table; it will be read again.',
      );
    }
    if (!this.#closed) this.#timer = setTimeout(() => this.#look(), pauseMs);
  }

  async #takeOne(): Promise<boolean> {
    const { db, now, leaseMs } = this.#options;
    const leasedUntil = new Date(now().getTime() + leaseMs);
    const job = await table.takeJob(db, { ...this.#scope, now: now(), leasedUntil });
    if (!job) return false;
    const run = this.#run(job).finally(() => {
      this.#running.delete(job.id);
      this.#look();
    });
    this.#running.set(job.id, run);
    return true;
  }

  get #scope() {
    return { kinds: Object.keys(this.#handlers), held: [...this.#running.keys()] };
  }

  /** Delay until the next poll: until the next job is due, at most `pollMs`, and shorter soon after an addition. */
  async #pause(): Promise<number> {
    const { db, now, pollMs } = this.#options;
    await this.#prune();
    if (!this.#hasRoom) return pollMs;
    const due = await table.nextDue(db, this.#scope);
    const untilDue = due ? Math.max(firstLookMs, due.getTime() - now().getTime()) : pollMs;
    this.#pauseMs = Math.min(pollMs, this.#pauseMs * 2);
    return Math.min(this.#pauseMs, untilDue);
  }

  async #prune(): Promise<void> {
    const now = this.#options.now().getTime();
    if (now - this.#prunedAt < pruneEveryMs) return;
    this.#prunedAt = now;
    await table.pruneJobs(this.#options.db, new Date(now - doneJobsKeptMs));
  }

  /**
   * Runs a job and records its outcome. Never rejects: a job that cannot be recorded is taken again when its lease
   * expires.
   */
  async #run(job: table.TakenJob): Promise<void> {
    const { db, log, now, leaseMs } = this.#options;
    const told = { job: job.id, kind: job.kind, attempt: job.attempts };
    const renewal = setInterval(() => {
      table.renewLease(db, job, new Date(now().getTime() + leaseMs)).catch((error: unknown) => {
        log.warn({ ...told, error: described(error) }, 'A job’s lease could not be renewed.');
      });
    }, leaseMs / 3);
    try {
      await this.#attempt(job, told);
    } catch (error) {
      log.error(
        { ...told, error: described(error) },
        'The result of a job could not be recorded; the job will run again.',
      );
    } finally {
      clearInterval(renewal);
    }
  }

  async #attempt(job: table.TakenJob, told: object): Promise<void> {
    const { db, log, now, beforeJob, onEnded } = this.#options;
    const handler = this.#handlers[job.kind];
    if (!handler) return;
    const began = performance.now();
    const ended = (outcome: JobOutcome): void => onEnded?.(job.kind, outcome, performance.now() - began);
    const payload: unknown = JSON.parse(job.payload);
    const retryAt = retryTime(handler, job.attempts, now());
    try {
      if (job.attempts > attemptsOf(handler))
        throw new Error('The process that ran the last attempt stopped before it ended.');
      await beforeJob?.({ kind: job.kind, payload });
      const outcome = await handler.run(payload, { number: job.attempts, retryAt, signal: this.#closing.signal });
      await (outcome === 'again' ? table.continueJob : table.finishJob)(db, job, now());
      ended(outcome === 'again' ? 'again' : 'done');
    } catch (error) {
      const reason = reasonOf(error);
      if (this.#closed) {
        await table.returnJob(db, job);
        ended('cut');
      } else if (retryAt) {
        log.warn({ ...told, error: described(error) }, 'A job failed and will be retried.');
        await table.retryJob(db, job, retryAt, reason);
        ended('retried');
      } else {
        log.error({ ...told, error: described(error) }, 'A job failed in its last attempt.');
        await handler.gaveUp?.(payload);
        await table.failJob(db, job, now(), reason);
        ended('failed');
      }
    }
  }
}

const retriesOf = (handler: JobHandler): readonly number[] => handler.retryAfter ?? usualRetries;

const attemptsOf = (handler: JobHandler): number => retriesOf(handler).length + 1;

function retryTime(handler: JobHandler, attempt: number, now: Date): Date | undefined {
  const seconds = retriesOf(handler)[attempt - 1];
  return seconds === undefined ? undefined : new Date(now.getTime() + seconds * 1000);
}

/** An error for the log, without a database error's `detail`, which contains row values. */
const described = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
