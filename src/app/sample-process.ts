import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { EmbeddingConfig } from '../config/config.ts';
import { loadSample } from '../store/sample/load.ts';
import { CommandFailure } from './command-failure.ts';
import { openLog } from './log.ts';
import type { Progress } from './progress.ts';
import { openConfiguredStore } from './store.ts';

/** What the process that loads the sample tells: how far it has come, or why it can't go on. */
export type FromSampleProcess = Progress | { readonly refused: string };

/** Starts the process that loads the sample, with a channel to it. */
export type LaunchSample = () => ChildProcess;

/**
 * Loads the sample in a process that ends then: WebAssembly memory never shrinks, and the heap of a process that has
 * written thousands of records stays larger than that of one which only serves them. Nobody else may have the store open.
 *
 * @throws {CommandFailure} where it does not load
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

/** Runs in the process that loads the sample; progress and refusals are sent by `tell`. */
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
