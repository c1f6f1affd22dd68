import type { ChildProcess } from 'node:child_process';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { GCProfiler } from 'node:v8';

/**
 * What can be asked of a process that was started with `--expose-gc --import probe.ts` and a channel to its parent:
 * `rest`: bytes held after a full collection; `watch`: begins to watch collections (answers 0); `peak`: the most bytes
 * held, garbage included, since `watch`; `delay`: the median delay of the event loop since it was asked last, in
 * milliseconds.
 */
export type Question = 'rest' | 'watch' | 'peak' | 'delay';

let watching: GCProfiler | undefined;
let delays: ReturnType<typeof monitorEventLoopDelay> | undefined;
const held = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const answers: Readonly<Record<Question, () => number>> = {
  rest() {
    globalThis.gc?.();
    globalThis.gc?.();
    return held();
  },
  delay() {
    const median = (delays?.percentile(50) ?? 0) / 1e6;
    delays ??= monitorEventLoopDelay();
    delays.enable();
    delays.reset();
    return median;
  },
  watch() {
    watching = new GCProfiler();
    watching.start();
    return 0;
  },
  peak() {
    const seen = watching?.stop()?.statistics ?? [];
    return Math.max(
      held(),
      ...seen.map(({ beforeGC: { heapStatistics: heap } }) => heap.usedHeapSize + heap.externalMemory),
    );
  },
};

const isQuestion = (value: unknown): value is Question => typeof value === 'string' && value in answers;
if (process.execArgv.includes(import.meta.filename)) {
  process.on('message', (asked) => isQuestion(asked) && process.send?.(answers[asked]()));
  process.channel?.unref();
}

/** Asks a process that has the probe. */
export const questions = (child: ChildProcess, question: Question): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('message', (answer) => resolve(Number(answer)));
    if (!child.connected || !child.send(question)) reject(new Error('The process has no probe.'));
  });
