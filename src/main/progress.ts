import type { SingleBar } from 'cli-progress';
import type { Progress } from '../app/progress.ts';
import type { Terminal } from './terminal.ts';

export interface ProgressView {
  show(progress: Progress): void;
  end(): void;
}

/** Descriptions of steps; others are shown by their own names. */
const steps: Readonly<Record<string, string>> = {
  database: 'creating the database',
  companies: 'writing companies',
  people: 'writing people',
  indexes: 'building search indexes',
  connections: 'writing direct connections',
  mapping: "mapping the demo teams' networks",
  bytes: 'importing (bytes)',
};

/**
 * Shows steps as progress bars on a terminal, and otherwise as a line per step with its duration. `heading` is printed
 * before the first step.
 */
export const progressOn = async (terminal: Terminal, heading?: string): Promise<ProgressView> => {
  const view = terminal.interactive ? await bars() : lines(terminal);
  let begun = false;
  return {
    show: (progress) => {
      if (!begun && heading !== undefined) terminal.stderr(heading);
      begun = true;
      view.show({ ...progress, step: steps[progress.step] ?? progress.step });
    },
    end: view.end,
  };
};

const bars = async (): Promise<ProgressView> => {
  const { MultiBar, Presets } = await import('cli-progress');
  const shown = new Map<string, SingleBar>();
  const format = '{step} {bar} {value}/{total}  {duration_formatted}';
  const view = new MultiBar({ format, hideCursor: true }, Presets.shades_classic);
  return {
    show: ({ step, done, total }) => {
      const bar = shown.get(step) ?? view.create(total, 0, { step: step.padEnd(32) });
      shown.set(step, bar);
      bar.setTotal(total);
      bar.update(done);
      if (done >= total) bar.stop();
    },
    end: () => view.stop(),
  };
};

const lines = (terminal: Terminal): ProgressView => {
  let last: (Progress & { readonly beganAt: number }) | undefined;
  const tell = (): void => {
    if (last === undefined) return;
    const seconds = (performance.now() - last.beganAt) / 1000;
    terminal.stderr(`${last.step}: ${last.done} of ${last.total} in ${seconds.toFixed(1)} s`);
    last = undefined;
  };
  return {
    show: (progress) => {
      const { step } = progress;
      if (step !== last?.step) tell();
      last = { ...progress, beganAt: last?.beganAt ?? performance.now() };
    },
    end: tell,
  };
};
