import type { EmbeddingConfig } from '../config/config.ts';
import { loadSample } from '../store/sample/load.ts';
import { CommandFailure } from './command-failure.ts';
import { openLog } from './log.ts';
import type { Progress } from './progress.ts';
import type { FromSampleProcess } from './sample-apart.ts';
import { openConfiguredStore } from './store.ts';

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
