import type { ChildProcess } from 'node:child_process';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Environment } from '../../config/env-reader.ts';
import { Child } from '../child-process/child-process.ts';
import type { Progress, Ready } from '../child-process/messages.ts';
import { SupervisedChild } from '../child-process/supervised-child.ts';

/** Starts the service's process on these variables, to listen on this port, with a channel to it. */
export type Launch = (port: number, env: Environment) => ChildProcess;

export interface SuperviseOptions {
  /** 0: any that is free; a restart listens where the first start did. */
  readonly port: number;
  readonly env: Environment;
  readonly hangMs: number;
  readonly log: Logger;
  readonly onProgress: (progress: Progress) => void;
}

export interface Supervised extends Ready {
  /** As a running graph does. */
  reload(config: Config, env: Environment): Promise<void>;
  close(): Promise<void>;
}

const name = 'The data service';
const stopDeadlineMs = 15_000;

/**
 * Runs the service in a process of its own and starts another whenever that one crashes or hangs. Resolves when it is
 * ready; throws `CommandFailure` where the first start does not get that far.
 */
export const superviseService = async (launch: Launch, options: SuperviseOptions): Promise<Supervised> => {
  let { port, env } = options;
  const service = new SupervisedChild(() => new Child(launch(port, env), { name, ...options }), {
    name,
    log: options.log,
  });
  const ready = await service.ready;
  port = Number(new URL(ready.url).port);
  const keeping = service.supervise();

  return {
    ...ready,
    reload: async (_, latest) => {
      // One that is started later is started with these.
      env = latest;
      service.reload(latest);
    },
    close: async () => {
      await service.close(stopDeadlineMs);
      await keeping;
    },
  };
};
