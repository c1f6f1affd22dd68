import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Environment } from '../../config/judge.ts';
import { countsOf, merged, type Snapshot } from '../../telemetry/snapshot.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Child } from './child-process.ts';
import type { Ready } from './messages.ts';

export interface SupervisionOptions {
  /** What it is, as a sentence begins: "The data service". */
  readonly name: string;
  readonly log: Logger;
  /**
   * How often it may end by itself within a minute; then it is given up. An end because of what a person can see to
   * (a Redis that does not answer) does not count, since a person may mend it before the next start.
   */
  readonly mostEnds?: number;
}

const firstPauseMs = 250;
const longestPauseMs = 30_000;
const minuteMs = 60_000;

/** A child process under supervision: another is started, at growing intervals, whenever one ends. */
export class SupervisedChild {
  /** Of the first: settles once, and nothing is started again before. */
  readonly ready: Promise<Ready>;
  readonly #launch: () => Child;
  readonly #options: SupervisionOptions;
  readonly #closing = new AbortController();
  #run: Child;
  /** What runs that have ended had counted, as far as they told. */
  #counted: Snapshot = {};
  #measured: Snapshot = {};

  constructor(launch: () => Child, options: SupervisionOptions) {
    this.#launch = launch;
    this.#options = options;
    this.#run = launch();
    this.ready = this.#run.ready;
  }

  /**
   * Resolves when it has been closed.
   *
   * @throws {CommandFailure} when it has ended too often
   */
  async supervise(): Promise<void> {
    const { name, log, mostEnds = Number.POSITIVE_INFINITY } = this.#options;
    const { signal } = this.#closing;
    let ends: readonly number[] = [];
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const run = this.#run;
      const why = await run.ended;
      // Another has taken its place.
      if (run !== this.#run) continue;
      this.#counted = merged([this.#counted, countsOf(this.#measured)]);
      this.#measured = {};
      if (signal.aborted) return;
      const now = performance.now();
      ends = [...ends, ...(this.#run.refused ? [] : [now])].filter((end) => now - end < minuteMs);
      if (ends.length > mostEnds) {
        log.error(`${name} ${why}, as often as a minute allows; it is given up.`);
        throw new CommandFailure(`${name} ended ${ends.length} times within a minute; at last it ${why}.`);
      }
      log.error({ pauseMs }, `${name} ${why}; it is started again.`);
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      this.#run = this.#launch();
      const restarted = await this.#run.ready.catch(() => undefined);
      if (restarted === undefined) continue;
      log.info(`${name} is ready again.`);
      pauseMs = firstPauseMs / 2;
    }
  }

  /** What all its runs have measured. One that does not answer has measured what it told last. */
  async measured(): Promise<Snapshot> {
    const run = this.#run;
    const measured = await run.measured();
    if (measured && run === this.#run) this.#measured = measured;
    return merged([this.#counted, this.#measured]);
  }

  /** Has it take up what these variables say. */
  reload(env: Environment): void {
    this.#run.reload(env);
  }

  /** Has it say that it is about to stop. */
  retire(): void {
    this.#run.retire(true);
  }

  /**
   * Starts another in its place, and has this one retire and stop once the other is ready.
   *
   * @param lingerMs how long this one goes on answering on the connections that it has
   * @throws {CommandFailure} where the other does not get ready; then this one stays
   */
  async replace(lingerMs: number, deadlineMs: number): Promise<void> {
    const { signal } = this.#closing;
    const run = this.#run;
    const next = this.#launch();
    await next.ready;
    const measured = await run.measured();
    this.#counted = merged([this.#counted, countsOf(measured ?? this.#measured)]);
    this.#measured = {};
    this.#run = next;
    run.retire(false);
    await pause(lingerMs, undefined, { signal }).catch(() => undefined);
    await run.stop(deadlineMs);
  }

  /** Lets it finish what is in flight; after `deadlineMs` it is ended. */
  async close(deadlineMs: number): Promise<void> {
    this.#closing.abort();
    await this.#run.stop(deadlineMs);
  }
}
