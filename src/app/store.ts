import type { Logger } from 'pino';
import type { EmbeddingConfig } from '../config/config.ts';
import { openStore, type Store } from '../store/open.ts';
import { StoreInUse } from '../store/owner/owner.ts';
import { CommandFailure } from './command-failure.ts';

/** Opens the store that the configuration names; throws `CommandFailure` where another process has it. */
export const openConfiguredStore = async (config: EmbeddingConfig, log: Logger): Promise<Store> => {
  try {
    return await openStore(config.service.store, { log: (event) => log.info(event, `store: ${event.kind}`) });
  } catch (error) {
    throw error instanceof StoreInUse ? new CommandFailure(error.message) : error;
  }
};
