import { openGraphOver } from '../../app.ts';
import { type Config, readConfig } from '../../config/config.ts';
import type { Parent, Ready } from '../child-process/messages.ts';
import { runInChild } from '../child-process/run-in-child.ts';
import { readFirstQuery } from '../first-query.ts';
import { openLog } from '../log.ts';
import { openConfiguredTelemetry } from '../telemetry.ts';

export interface WorkerOptions {
  /** Which worker this is, in its log. */
  readonly worker: number;
  /** The data service that all workers ask. */
  readonly service: Ready;
}

const notReloaded = 'The configuration was not taken up.';

/** One of the processes that run the graph on one port, in a child process. */
export const runWorker = (
  config: Config,
  { worker, service }: WorkerOptions,
  parent: Parent,
  stop: AbortSignal,
): Promise<void> =>
  runInChild(parent, stop, async () => {
    const log = openLog(config.telemetry.logLevel, 'graph').child({ worker });
    await using opened = new AsyncDisposableStack();
    const telemetry = await openConfiguredTelemetry(config, 'graph');
    if (telemetry) opened.use(telemetry);
    const graph = await openGraphOver(service, config, log, await readFirstQuery(), { telemetry });
    opened.defer(() => graph.close());
    log.info({ url: graph.url }, 'The worker is ready.');
    const everything = opened.move();
    return {
      url: graph.url,
      demoKeys: service.demoKeys,
      close: () => everything.disposeAsync(),
      measured: telemetry && (() => telemetry.snapshot()),
      retire: graph.retire,
      reload: async (env) => {
        // The parent has judged these, and read the files that they name.
        const judged = readConfig(env);
        if (judged.config)
          await graph.reload(judged.config, env).catch((err: unknown) => log.error({ err }, notReloaded));
      },
    };
  });
