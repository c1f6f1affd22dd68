import type { Logger } from 'pino';
import type { EmbeddingConfig } from '../config/config.ts';
import { variables } from '../config/settings.ts';
import { StoreDamaged } from '../store/engine/embedded.ts';
import type { StoreEvent } from '../store/event.ts';
import { StoreMissing, StoreOfOtherVersion } from '../store/migrate.ts';
import { openStore, type Store, type StoreOptions } from '../store/open.ts';
import { StoreInUse } from '../store/owner/owner.ts';
import { type Unavailable, whyUnavailable } from '../store/unavailable.ts';
import { refuseUnfinished } from './backup/unfinished.ts';
import { CommandFailure } from './command-failure.ts';
import { dataDirectoryFailure } from './data-directory.ts';
import type { Progress } from './progress.ts';

/** Log level and message of each event of the store. */
const lines = {
  creating: ['debug', 'The database of the store was created.'],
  migrated: ['debug', 'The tables of the store were migrated.'],
  'taken-over': ['warn', 'The data directory was taken over from a process that no longer runs.'],
  'closed-to-others': ['warn', 'Files of the data directory were open to other users; they are private now.'],
  'connection-lost': ['error', 'A connection to the store was lost.'],
} as const satisfies Record<StoreEvent['kind'], readonly [string, string]>;

interface OpenOptions extends Pick<StoreOptions, 'mustExist' | 'onStatement' | 'template'> {
  readonly onProgress?: (progress: Progress) => void;
}

/**
 * Opens the configured store, and creates it if missing, which takes seconds.
 *
 * @throws {CommandFailure} if it cannot be opened
 */
export const openConfiguredStore = async (
  config: EmbeddingConfig,
  log: Logger,
  { mustExist, onStatement, template, onProgress = () => undefined }: OpenOptions = {},
): Promise<Store> => {
  if (config.service.store.kind === 'pglite') refuseUnfinished(config.service.store.dataDir);
  const creating = (done: number): void => onProgress({ step: 'database', done, total: 1 });
  try {
    const store = await openStore(config.service.store, {
      log: ({ kind, ...details }) => {
        const [level, line] = lines[kind];
        log[level](details, line);
        if (kind === 'creating') creating(0);
      },
      onStatement,
      mustExist,
      template,
    });
    if (store.fresh) creating(1);
    return store;
  } catch (error) {
    if (error instanceof StoreMissing)
      throw new CommandFailure(`${error.message}: "kith" or "kith import" creates one.`);
    if (error instanceof StoreInUse || error instanceof StoreOfOtherVersion) throw new CommandFailure(error.message);
    if (config.service.store.kind === 'pglite') throw unopened(error, config.service.store.dataDir);
    throw new CommandFailure(
      `The database that ${variables.service.databaseUrl.name} names cannot be used: ${reasonOf(error)}.`,
    );
  }
};

/** The error to throw if the embedded store could not be opened. */
const unopened = (error: unknown, dataDir: string): unknown => {
  if (!(error instanceof StoreDamaged)) return dataDirectoryFailure(error, dataDir);
  return new CommandFailure(
    `${error.message.trim().replace(/[.:]$/, '')}. Put back a copy of ${dataDir} that was made while nothing used it, or move it ` +
      `aside and start with an empty directory; ${variables.dataDir.name} names another directory.`,
  );
};

const unavailable = {
  'no-answer': ['does not answer', 'run the command again once it does'],
  'no-space': ['has no space left on its disk', 'make room, then run the command again'],
  overloaded: ['is overloaded', 'run the command again later'],
  'read-only': ['accepts no writes', 'make it writable, then run the command again'],
} as const satisfies Record<Unavailable, readonly [what: string, remedy: string]>;

/** The error to throw if the store failed during a command: a `CommandFailure` if the cause is known. */
export const storeFailure = (error: unknown): unknown => {
  const why = whyUnavailable(error);
  if (why === undefined) return error;
  const [what, remedy] = unavailable[why];
  return new CommandFailure(`The store ${what} (${reasonOf(error)}): ${remedy}.`);
};

/** If several addresses were tried, the error has no message, only a code. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
};
