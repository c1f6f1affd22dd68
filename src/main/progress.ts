import { MultiBar, Presets, type SingleBar } from 'cli-progress';
import type { Progress } from '../app/launched/messages.ts';
import type { Terminal } from './terminal.ts';

export interface ProgressView {
  show(progress: Progress): void;
  end(): void;
}

/** Shows steps as bars where somebody watches, and as a line for each step elsewhere. */
export const progressOn = (terminal: Terminal): ProgressView => (terminal.interactive ? bars() : lines(terminal));

const bars = (): ProgressView => {
  const shown = new Map<string, SingleBar>();
  const view = new MultiBar({ format: '{step} {bar} {value}/{total}', hideCursor: true }, Presets.shades_classic);
  return {
    show: ({ step, done, total }) => {
      const bar = shown.get(step) ?? view.create(total, 0, { step: step.padEnd(14) });
      shown.set(step, bar);
      bar.setTotal(total);
      bar.update(done);
    },
    end: () => view.stop(),
  };
};

const lines = (terminal: Terminal): ProgressView => {
  let last: Progress | undefined;
  const tell = (): void => {
    if (last !== undefined) terminal.remark(`${last.step}: ${last.done}`);
  };
  return {
    show: (progress) => {
      if (progress.step !== last?.step) tell();
      last = progress;
    },
    end: tell,
  };
};
