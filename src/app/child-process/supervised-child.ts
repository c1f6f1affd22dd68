import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Environment } from '../../config/read-settings.ts';
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
  /** Nothing is started any more. */
  readonly #stopping = new AbortController();
  readonly #closing = new AbortController();
  /** All that have not ended, with what each told last of what it measures. During a replacement there are two. */
  readonly #running = new Map<Child, Snapshot>();
  /** What those that have ended had counted, as far as they told. */
  #counted: Snapshot = {};
  #current: Child;
  /** It gets ready, to replace the current one, and takes its place at once where that one ends before. */
  #replacement: Child | undefined;

  constructor(launch: () => Child, options: SupervisionOptions) {
    this.#launch = launch;
    this.#options = options;
    this.#current = this.#start();
    this.ready = this.#current.ready;
  }

  #start(): Child {
    const child = this.#launch();
    this.#running.set(child, {});
    void child.ended.then(() => {
      this.#counted = merged([this.#counted, countsOf(this.#running.get(child) ?? {})]);
      this.#running.delete(child);
    });
    return child;
  }

  /**
   * Resolves when it ends after it was retired or closed.
   *
   * @throws {CommandFailure} when it has ended too often
   */
  async supervise(): Promise<void> {
    const { name, log, mostEnds = Number.POSITIVE_INFINITY } = this.#options;
    const { signal } = this.#stopping;
    let ends: readonly number[] = [];
    let pauseMs = firstPauseMs;
    for (;;) {
      const child = this.#current;
      const why = await child.ended;
      // It was replaced.
      if (child !== this.#current) continue;
      if (signal.aborted) return;
      const now = performance.now();
      ends = [...ends, ...(child.refused ? [] : [now])].filter((end) => now - end < minuteMs);
      if (ends.length > mostEnds) {
        log.error(`${name} ${why}, more often than is allowed in a minute; it is not restarted.`);
        throw new CommandFailure(`${name} ended ${ends.length} times within a minute; at last it ${why}.`);
      }
      pauseMs = child.gotReady ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs);
      if (this.#replacement) {
        log.error(`${name} ${why}; its replacement takes its place at once.`);
      } else {
        log.error({ pauseMs }, `${name} ${why}; it is restarted.`);
        await pause(pauseMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
      }
      // It may have been replaced during the pause.
      if (child === this.#current) this.#current = this.#replacement ?? this.#start();
      this.#replacement = undefined;
      this.#current.ready.then(
        () => log.info(`${name} is ready again.`),
        () => undefined,
      );
    }
  }

  /** What all its runs have measured. One that does not answer has measured what it told last. */
  async measured(): Promise<Snapshot> {
    await Promise.all(Array.from(this.#running.keys(), (child) => this.#measure(child)));
    return merged([this.#counted, ...this.#running.values()]);
  }

  async #measure(child: Child): Promise<void> {
    if (!child.gotReady) return;
    const measured = await child.measured();
    if (measured && this.#running.has(child)) this.#running.set(child, measured);
  }

  /** Has it take up what these variables say. */
  reload(env: Environment): void {
    for (const child of this.#running.keys()) child.reload(env);
  }

  /** Has it say that it is about to stop; from now on nothing is started in its place. */
  retire(): void {
    this.#stopping.abort();
    this.#current.ready.then(
      () => this.#current.retire(true),
      () => undefined,
    );
  }

  /**
   * Starts another in its place, and has this one retire and stop once the other is ready. Resolves with false where it
   * is not replaced since it is about to stop.
   *
   * @param lingerMs how long this one goes on answering on the connections that it has
   * @throws {CommandFailure} where the other does not get ready; then this one stays
   */
  async replace(lingerMs: number, deadlineMs: number): Promise<boolean> {
    const { signal } = this.#stopping;
    if (signal.aborted) return false;
    const replaced = this.#current;
    const replacement = this.#start();
    this.#replacement = replacement;
    const stop = (): Promise<void> => replacement.stop(deadlineMs);
    signal.addEventListener('abort', stop);
    try {
      await replacement.ready;
      if (!signal.aborted) this.#current = replacement;
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', stop);
      if (this.#replacement === replacement) this.#replacement = undefined;
    }
    if (signal.aborted) {
      await replacement.ended;
      return false;
    }
    if (!this.#running.has(replaced)) return true;
    replaced.retire(false);
    await pause(lingerMs, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    await this.#measure(replaced);
    await replaced.stop(deadlineMs);
    return true;
  }

  /** Lets all that run finish what is in flight; after `deadlineMs` they are ended. */
  async close(deadlineMs: number): Promise<void> {
    this.#stopping.abort();
    this.#closing.abort();
    await Promise.all(Array.from(this.#running.keys(), (child) => child.stop(deadlineMs)));
  }
}
