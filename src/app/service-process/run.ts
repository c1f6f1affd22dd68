import { sql } from 'kysely';
import type { EmbeddingConfig } from '../../config/config.ts';
import { CommandFailure } from '../command-failure.ts';
import { type OpenEmbeddedService, openEmbeddedService } from '../embedded-service.ts';
import { openLog } from '../log.ts';
import { isPing, type Parent } from './messages.ts';

/**
 * The embedded service, as the process that another one started: it reports how the start goes, answers pings, and
 * ends when it is told to or when its parent is gone.
 */
export const runServiceProcess = async (config: EmbeddingConfig, parent: Parent, stop: AbortSignal): Promise<void> => {
  const end = Promise.withResolvers<undefined>();
  stop.addEventListener('abort', () => end.resolve(undefined));
  parent.onGone(() => end.resolve(undefined));

  let opened: OpenEmbeddedService | undefined;
  parent.onMessage((message) => {
    if (!isPing(message)) return;
    // Only a store that does not answer at all counts as hung; one that answers with an error is alive.
    const pong = (): Promise<void> => parent.send({ kind: 'alive' });
    void (opened ? sql`select 1`.execute(opened.store.db).then(pong, pong) : pong());
  });

  try {
    const opening = openEmbeddedService(config, {
      log: openLog(config.logLevel, 'service'),
      onProgress: (progress) => void parent.send({ kind: 'progress', progress }),
    });
    // A start that is told to end is left where it is: the process ends with it.
    opened = await Promise.race([opening, end.promise]);
    if (opened === undefined) return;
    await parent.send({ kind: 'ready', url: opened.url, demoKeys: opened.demoKeys });
    await end.promise;
    await opened.close();
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    await parent.send({ kind: 'refused', sentence: error.message });
  }
};
