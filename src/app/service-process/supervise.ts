import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Ready, ServiceChild } from './child.ts';
import type { Progress } from './messages.ts';

/** Starts the service's process, to listen on this port, with a channel to it. */
export type Launch = (port: number) => ChildProcess;

export interface SuperviseOptions {
  /** 0: any that is free; a restart listens where the first start did. */
  readonly port: number;
  readonly hangMs: number;
  readonly log: Logger;
  readonly onProgress: (progress: Progress) => void;
}

export interface Supervised extends Ready {
  close(): Promise<void>;
}

const firstPauseMs = 250;
const longestPauseMs = 30_000;
const stopDeadlineMs = 15_000;

/**
 * Runs the service in a process of its own and starts another whenever that one crashes or hangs, at growing
 * intervals. Resolves when it is ready; throws `CommandFailure` where the first start does not get that far.
 */
export const superviseService = async (launch: Launch, options: SuperviseOptions): Promise<Supervised> => {
  let child = new ServiceChild(launch(options.port), options);
  const ready = await child.ready;
  const port = Number(new URL(ready.url).port);
  const closing = new AbortController();

  const keepRunning = async (): Promise<void> => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      const why = await child.ended;
      if (closing.signal.aborted) return;
      options.log.error({ pauseMs }, `the data service ${why}; it is started again`);
      await pause(pauseMs, undefined, { signal: closing.signal });
      if (closing.signal.aborted) return;
      child = new ServiceChild(launch(port), options);
      const restarted = await child.ready.catch(() => undefined);
      if (restarted === undefined) continue;
      options.log.info('the data service is ready again');
      pauseMs = firstPauseMs / 2;
    }
  };
  // Only the pause between two starts can be aborted, and only by closing.
  const running = keepRunning().catch(() => undefined);

  return {
    ...ready,
    close: async () => {
      closing.abort();
      await child.stop(stopDeadlineMs);
      await running;
    },
  };
};
