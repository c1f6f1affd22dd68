import type { Logger } from 'pino';
import type { EmbeddingConfig } from '../config/config.ts';
import { variables } from '../config/env.ts';
import type { StoreEvent } from '../store/event.ts';
import { openStore, type Store } from '../store/open.ts';
import { StoreInUse } from '../store/owner/owner.ts';
import { OpenDirectory } from '../store/owner/private-directory.ts';
import { CommandFailure } from './command-failure.ts';

const levels = {
  creating: 'debug',
  migrated: 'debug',
  reindexed: 'info',
  'taken-over': 'warn',
  'closed-to-others': 'warn',
  'connection-lost': 'error',
} as const satisfies Record<StoreEvent['kind'], string>;

/** Opens the store that the configuration names; throws `CommandFailure` where it cannot be opened. Creating one takes seconds. */
export const openConfiguredStore = async (
  config: EmbeddingConfig,
  log: Logger,
  onCreating = (): void => undefined,
): Promise<Store> => {
  try {
    return await openStore(config.service.store, {
      log: ({ kind, ...details }) => {
        log[levels[kind]](details, `store: ${kind}`);
        if (kind === 'creating') onCreating();
      },
    });
  } catch (error) {
    if (error instanceof StoreInUse || error instanceof OpenDirectory) throw new CommandFailure(error.message);
    if (config.service.store.kind === 'pglite') throw error;
    throw new CommandFailure(
      `The database that ${variables.databaseUrl.name} names cannot be used: ${reasonOf(error)}.`,
    );
  }
};

/** Several addresses may have been tried, in which case only the code says why. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
};
