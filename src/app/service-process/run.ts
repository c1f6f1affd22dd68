import { sql } from 'kysely';
import { type EmbeddingConfig, readConfig } from '../../config/config.ts';
import type { Parent } from '../child-process/messages.ts';
import { runInChild } from '../child-process/run-in-child.ts';
import { openEmbeddedService } from '../embedded-service.ts';
import { openLog } from '../log.ts';
import type { LaunchSample } from './sample.ts';

/** The embedded service, in a child process. */
export const runServiceProcess = (
  config: EmbeddingConfig,
  parent: Parent,
  stop: AbortSignal,
  launchSample: LaunchSample,
): Promise<void> =>
  runInChild(parent, stop, async () => {
    const log = openLog(config.telemetry.logLevel, 'service');
    const opened = await openEmbeddedService(config, {
      log,
      onProgress: (progress) => void parent.send({ kind: 'progress', progress }),
      launchSample,
    });
    return {
      ...opened,
      reload: async (env) => {
        // The parent has judged these.
        const judged = readConfig(env);
        if (judged.config)
          await opened
            .reload(judged.config, env)
            .catch((err: unknown) => log.error({ err }, 'The configuration was not taken up.'));
      },
      lives: () => sql`select 1`.execute(opened.store.db),
    };
  });
