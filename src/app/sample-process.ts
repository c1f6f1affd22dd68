import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { EmbeddingConfig } from '../config/config.ts';
import { loadSample } from '../store/sample/load.ts';
import { CommandFailure } from './command-failure.ts';
import { openLog } from './log.ts';
import type { Progress } from './progress.ts';
import { openConfiguredStore } from './store.ts';

/** A message from the process that loads the sample: progress, or why it failed. */
export type FromSampleProcess = Progress | { readonly refused: string };

/** Starts the process that loads the sample, with an IPC channel. */
export type LaunchSample = () => ChildProcess;

/**
 * Loads the sample in a separate process. WebAssembly memory never shrinks, and neither does the heap after writing
 * thousands of records, so a process that only serves them stays smaller. No other process may have the store open.
 *
 * @throws {CommandFailure} if loading fails
 */
export const loadSampleApart = async (
  launch: LaunchSample,
  onProgress: (progress: Progress) => void,
): Promise<void> => {
  const child = launch();
  let refused: string | undefined;
  child.on('message', (message) => {
    const { step, done, total, refused: sentence }: Readonly<Record<string, unknown>> = Object(message);
    if (typeof sentence === 'string') refused = sentence;
    if (typeof step === 'string' && typeof done === 'number' && typeof total === 'number')
      onProgress({ step, done, total });
  });
  const [code, signal] = await once(child, 'close');
  if (code === 0 && refused === undefined) return;
  throw new CommandFailure(refused ?? `The process that loads the sample ended with ${signal ?? `exit code ${code}`}.`);
};

/** Entry of the process that loads the sample; `tell` sends progress and failures. */
export const runSampleProcess = async (
  config: EmbeddingConfig,
  tell: (message: FromSampleProcess) => Promise<void>,
): Promise<void> => {
  const onProgress = (progress: Progress): void => void tell(progress);
  try {
    await using store = await openConfiguredStore(config, openLog(config.telemetry.logLevel, 'service'), {
      onProgress,
    });
    await loadSample(store, { onProgress });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    await tell({ refused: error.message });
  }
};
