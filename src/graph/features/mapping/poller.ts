import { setTimeout as wait } from 'node:timers/promises';
import { withLogContext } from '../../../telemetry/log-context.ts';
import { jittered, type PollingOptions } from './polling-options.ts';

/** Result of one poll. */
export interface PollResult {
  /** Whether the poll saw a change; another one is then likely to follow soon. */
  readonly changed: boolean;
  /** The upstream's `Retry-After` in milliseconds, which hints do not shorten; 0 for none. */
  readonly retryAfterMs: number;
}

/** The longest delay of a timer in Node, in milliseconds. */
const longestTimerMs = 2 ** 31 - 1;

/** Polls repeatedly: soon after a change or a hint, else with exponential backoff. */
export class Poller {
  readonly #polling: PollingOptions;
  #isHinted = false;
  #wake: (() => void) | undefined;

  constructor(polling: PollingOptions) {
    this.#polling = polling;
  }

  /** Requests a poll soon, as the state has probably changed. Polls for hints are at least `firstMs` apart. */
  hint(): void {
    this.#isHinted = true;
    this.#wake?.();
  }

  /** Polls, one at a time, until the signal aborts. Rejects as `poll` does. */
  async run(poll: () => Promise<PollResult>, signal: AbortSignal): Promise<void> {
    const { firstMs, longestMs, growth } = this.#polling;
    let pauseMs = firstMs;
    let hintedPollAt = Number.NEGATIVE_INFINITY;
    this.#isHinted = false;
    while (!signal.aborted) {
      const { changed, retryAfterMs } = await withLogContext({}, poll);
      if (changed) pauseMs = firstMs;
      const notBefore = Date.now() + retryAfterMs;
      let dueAt = Math.max(Date.now() + jittered(pauseMs), notBefore);
      pauseMs = Math.min(longestMs, pauseMs * growth);
      let isForHint = false;
      for (;;) {
        if (this.#isHinted) {
          this.#isHinted = false;
          isForHint = true;
          pauseMs = firstMs;
          dueAt = Math.max(notBefore, Math.min(dueAt, hintedPollAt + firstMs));
        }
        const restMs = dueAt - Date.now();
        if (signal.aborted || restMs <= 0) break;
        await this.#pause(restMs, signal);
      }
      if (isForHint) hintedPollAt = Date.now();
    }
  }

  /** Resolves when the time has passed, at a hint, or when the signal aborts. */
  async #pause(milliseconds: number, signal: AbortSignal): Promise<void> {
    const waking = new AbortController();
    this.#wake = () => waking.abort();
    const either = AbortSignal.any([signal, waking.signal]);
    await wait(Math.min(milliseconds, longestTimerMs), undefined, { signal: either }).catch(() => undefined);
    this.#wake = undefined;
  }
}
