import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { EmbeddingConfig } from '../config/config.ts';
import { hasDatabase } from '../store/engine/database-files.ts';
import { CommandFailure } from './command-failure.ts';
import { refuseExposure } from './demo-keys.ts';
import type { Progress } from './progress.ts';

/** A message from the process that loads the sample: progress, or why it failed. */
export type FromSampleProcess = Progress | { readonly refused: string };

/** Starts the process that loads the sample, with an IPC channel. */
export type LaunchSample = () => ChildProcess;

/**
 * Loads the sample into a new store, if there is none yet and the sample is wanted; resolves with whether it did. In a
 * separate process: WebAssembly memory never shrinks, and neither does the heap after writing thousands of records, so a
 * process that only serves them stays smaller, and loads its own program meanwhile. No other process may have the store open.
 *
 * @throws {CommandFailure} if loading fails
 */
export const loadSampleApart = async (
  config: EmbeddingConfig,
  launch: LaunchSample,
  onProgress: (progress: Progress) => void,
): Promise<boolean> => {
  const { sample, store } = config.service;
  if (!sample || store.kind !== 'pglite' || (await hasDatabase(store.dataDir))) return false;
  refuseExposure(config);
  onProgress({ step: 'database', done: 0, total: 1 });
  const child = launch();
  let refused: string | undefined;
  child.on('message', (message) => {
    const { step, done, total, refused: sentence }: Readonly<Record<string, unknown>> = Object(message);
    if (typeof sentence === 'string') refused = sentence;
    if (typeof step === 'string' && typeof done === 'number' && typeof total === 'number')
      onProgress({ step, done, total });
  });
  const [code, signal] = await once(child, 'close');
  if (code === 0 && refused === undefined) return true;
  throw new CommandFailure(refused ?? `The process that loads the sample ended with ${signal ?? `exit code ${code}`}.`);
};
