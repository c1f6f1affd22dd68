import type { Readable, Writable } from 'node:stream';
import type { Environment } from '../config/read-settings.ts';

/** A command's interface to the process. */
export interface Terminal {
  readonly env: Environment;
  /** Absolute paths of Node and of this program, to start it again. */
  readonly program: readonly [node: string, script: string];
  /** Base of relative paths. */
  readonly directory: string;
  /** Whether a user watches, so that progress can be drawn in place. */
  readonly interactive: boolean;
  /** Standard input and output as streams, for pipes and protocols. */
  readonly streams: { readonly input: Readable; readonly output: Writable };
  /** Writes a line of the answer to standard output. */
  stdout(line: string): void;
  /** Writes a line to standard error: progress, or an error. */
  stderr(line: string): void;
  /** Called once the server has started; switches V8 from startup time to memory. */
  started(program: 'graph' | 'service'): void;
  /** Asks for a line without echoing it; empty if there is none. */
  askSecret(question: string): Promise<string>;
  /** Asks for a line; undefined if the input is not a terminal. */
  ask(question: string): Promise<string | undefined>;
  /** Opens a URL in the browser; resolves with whether that was possible. */
  browse(address: string): Promise<boolean>;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly stop: AbortSignal;
  /** Registers a listener for SIGHUP, the request to reload the configuration. */
  onReload(listener: () => void): void;
}

/** Resolves when the process is asked to end. */
export const stopped = ({ stop }: Terminal): Promise<undefined> =>
  new Promise((resolve) => {
    if (stop.aborted) resolve(undefined);
    stop.addEventListener('abort', () => resolve(undefined));
  });

/**
 * Escapes control characters, except tabs and line breaks, that would move the cursor or set the title of a terminal.
 */
export const withoutControls = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\t\n]/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Quotes foreign text within a line of output, with all control characters escaped. */
export const quoted = (text: string): string =>
  `“${withoutControls(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t')}”`;

/** A count with its noun: `1 row`, `2 rows`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
