import type { ChildProcess } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import type { EmbeddingConfig } from '../../config/config.ts';
import { loadSample } from '../../store/sample/load.ts';
import { Child, type ChildOptions } from '../child-process/child-process.ts';
import type { Parent, Progress } from '../child-process/messages.ts';
import { runInChild } from '../child-process/run-in-child.ts';
import { openLog } from '../log.ts';
import { openConfiguredStore } from '../store.ts';

/** Starts the process that loads the sample, with a channel to it. */
export type LaunchSample = () => ChildProcess;

/** How long it may take to close the store, in milliseconds. */
const closeMs = 60_000;

/**
 * Loads the sample in a process that ends then: WebAssembly memory never shrinks, and the heap of a process that has
 * written thousands of records stays larger than that of one which only serves them. Nobody else may have the store open.
 *
 * @throws {CommandFailure} where it does not load
 */
export const loadSampleApart = async (
  launch: LaunchSample,
  options: Pick<ChildOptions, 'onProgress'>,
): Promise<void> => {
  const child = new Child(launch(), { name: 'The process that loads the sample', ...options });
  await child.ready;
  await child.stop(closeMs);
};

/** The process that loads the sample; it is ready once the sample is there. */
export const runSampleProcess = (config: EmbeddingConfig, parent: Parent, stop: AbortSignal): Promise<void> =>
  runInChild(parent, stop, async () => {
    const onProgress = (progress: Progress): void => void parent.send({ kind: 'progress', progress });
    const store = await openConfiguredStore(config, openLog(config.telemetry.logLevel, 'service'), { onProgress });
    await loadSample(store, { onProgress });
    return { url: pathToFileURL(config.dataDir).href, demoKeys: true, close: () => store.close() };
  });
