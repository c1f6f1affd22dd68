import type { ChildProcess } from 'node:child_process';
import type { Logger } from 'pino';
import type { Config, EmbeddingConfig } from '../../config/config.ts';
import type { Environment } from '../../config/read-settings.ts';
import { variables } from '../../config/settings.ts';
import { Child } from '../child-process/child-process.ts';
import type { Progress, Ready } from '../child-process/messages.ts';
import { SupervisedChild } from '../child-process/supervised-child.ts';

/** Starts the service's process on these variables, with a channel to it. */
export type Launch = (env: Environment) => ChildProcess;

export interface SuperviseOptions {
  readonly config: EmbeddingConfig;
  readonly env: Environment;
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
  const { config, log, onProgress } = options;
  // 0: any that is free; a restart listens where the first start did.
  let { port } = config.service;
  let { env } = options;
  const service = new SupervisedChild(() => new Child(launch(environmentOf(config, env, port)), { name, onProgress }), {
    name,
    log,
  });
  const ready = await service.ready;
  port = Number(new URL(ready.url).port);
  const keeping = service.supervise();

  return {
    ...ready,
    reload: async (_, latest) => {
      // One that is started later is started with these.
      env = latest;
      service.reload(environmentOf(config, latest, port));
    },
    close: async () => {
      await service.close(stopDeadlineMs);
      await keeping;
    },
  };
};

/** The variables of a service that a graph embeds: its metrics are on the next port, and the graph counts what keys ask. */
const environmentOf = ({ telemetry: { metrics } }: Config, env: Environment, port: number): Environment => ({
  ...env,
  [variables.service.port.name]: String(port),
  [variables.traffic.keyPerMinute.name]: '',
  ...(metrics && {
    [variables.telemetry.metrics.name]: listenerText({ ...metrics, port: metrics.port && metrics.port + 1 }),
  }),
});

const listenerText = ({ host, port }: { readonly host: string; readonly port: number }): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;
