import { sql } from 'kysely';
import type { EmbeddingConfig } from '../../config/config.ts';
import { openEmbeddedService } from '../embedded-service.ts';
import { runInside } from '../launched/inside.ts';
import type { Parent } from '../launched/messages.ts';
import { openLog } from '../log.ts';

/** The embedded service, as the process that another one launched. */
export const runServiceProcess = (config: EmbeddingConfig, parent: Parent, stop: AbortSignal): Promise<void> =>
  runInside(parent, stop, async () => {
    const opened = await openEmbeddedService(config, {
      log: openLog(config.logLevel, 'service'),
      onProgress: (progress) => void parent.send({ kind: 'progress', progress }),
    });
    return { ...opened, lives: () => sql`select 1`.execute(opened.store.db) };
  });
