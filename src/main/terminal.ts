import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { FromSampleProcess } from '../app/sample-apart.ts';
import type { Environment } from '../config/read-settings.ts';

/** What a command has of the process it runs in. */
export interface Terminal {
  readonly env: Environment;
  /** Where relative paths begin. */
  readonly directory: string;
  /** Somebody watches: progress may be drawn in place. */
  readonly interactive: boolean;
  /** Where a command reads what is piped to it, and a program that speaks a protocol writes. */
  readonly streams: { readonly input: Readable; readonly output: Writable };
  /** Writes a line of the answer. */
  stdout(line: string): void;
  /** Writes a line beside the answer: progress, or what went wrong. */
  stderr(line: string): void;
  /** Hears that the service, perhaps with a graph beside it, or a graph alone has started: from now on memory counts more than time. */
  started(program: 'graph' | 'service'): void;
  /** Asks for a line that is not shown; empty where there is none. */
  askSecret(question: string): Promise<string>;
  /** Asks for a line; undefined if nobody can answer. */
  ask(question: string): Promise<string | undefined>;
  /** Shows an address in the person's browser; resolves with whether that was possible. */
  browse(address: string): Promise<boolean>;
  /** Aborted by the first request to end. */
  readonly stop: AbortSignal;
  /** Calls back whenever the process is asked to read its configuration again. */
  onReload(listener: () => void): void;
  /** Runs this program once more, as a child with a channel to it. */
  readonly launch: (args: readonly string[], env: Environment) => ChildProcess;
  /** Tells the parent process, if this is a child; resolves when that is handed on, or nobody is there to take it. */
  readonly tellParent: ((message: FromSampleProcess) => Promise<void>) | undefined;
}

/** Resolves when the process is asked to end. */
export const stopped = ({ stop }: Terminal): Promise<undefined> =>
  new Promise((resolve) => {
    if (stop.aborted) resolve(undefined);
    stop.addEventListener('abort', () => resolve(undefined));
  });

/** Text without the control characters, tabs and line breaks excepted, that would move a terminal's cursor or set its title. */
export const withoutControls = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\t\n]/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** What somebody else wrote, within one line of a command's output: in quotes, with every control character escaped. */
export const quoted = (text: string): string =>
  `“${withoutControls(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t')}”`;
