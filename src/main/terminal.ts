import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Parent } from '../app/child-process/messages.ts';
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
  /** Hears that what runs until it is asked to end has started: from now on memory counts more than time. */
  started(program: 'graph' | 'service'): void;
  /** Asks for a line that is not shown; empty where there is none. */
  askSecret(question: string): Promise<string>;
  /** Shows an address in the person's browser; resolves with whether that was possible. */
  browse(address: string): Promise<boolean>;
  /** Aborted by the first request to end. */
  readonly stop: AbortSignal;
  /** Calls back whenever the process is asked to read its configuration again. */
  onReload(listener: () => void): void;
  /** Calls back whenever the process is asked to replace its workers. */
  onRestart(listener: () => void): void;
  /** Runs this program once more, as a child with a channel to it. */
  readonly launch: (args: readonly string[], env: Environment) => ChildProcess;
  /** The same, as one of several that share a port: connections go to them in turn. It ends when this process does. */
  readonly launchWorker: (args: readonly string[], env: Environment) => ChildProcess;
  /** The parent process, if this is a child. */
  readonly parent: Parent | undefined;
}

/** Resolves when the process is asked to end. */
export const stopped = ({ stop }: Terminal): Promise<undefined> =>
  new Promise((resolve) => {
    if (stop.aborted) resolve(undefined);
    stop.addEventListener('abort', () => resolve(undefined));
  });
