import pino, { type DestinationStream } from 'pino';

/** Maximum bytes per write: in a pipe that several processes write to, larger writes can be interleaved (PIPE_BUF). */
const chunk = 4_096;

/** Maximum time that a line is buffered, in milliseconds. */
const longestMs = 100;

/** pino's number for the level `warn`. */
const warn = 40;

/**
 * Buffered stream of log lines to a file descriptor. A busy graph thus writes a few dozen lines at once; one write per
 * line would take a fifth of an operation's CPU. Warnings, errors and lines with an `urgent` message are flushed at
 * once, since a killed process loses what it has not handed to the system. On any other end of the process, pino
 * flushes the rest.
 */
export class LogStream implements DestinationStream {
  /** Makes pino set `lastLevel` and `lastMsg` before each write. */
  readonly [pino.symbols.needsMetadataGsym] = true;
  lastLevel = 0;
  lastMsg: string | undefined;
  readonly #urgent: ReadonlySet<string>;
  readonly #form: (line: string) => string;
  readonly #lines;
  #timer: NodeJS.Timeout | undefined;
  /** Whether an urgent line may still be in the buffer: flush again once the current write has drained. */
  #hurries = false;

  /** @param form turns pino's JSON into the line that is written */
  constructor(fd: number, urgent: readonly string[], form: (line: string) => string) {
    this.#urgent = new Set(urgent);
    this.#form = form;
    this.#lines = pino.destination({ dest: fd, minLength: chunk - 1, maxWrite: chunk });
    this.#lines.on('drain', () => {
      if (!this.#hurries) return;
      this.#hurries = false;
      this.#lines.flush();
    });
  }

  write(line: string): void {
    this.#lines.write(this.#form(line));
    if (this.lastLevel >= warn || this.#urgent.has(this.lastMsg ?? '')) {
      this.#hurries = true;
      this.#lines.flush();
    } else this.#timer ??= setTimeout(this.#flush, longestMs).unref();
  }

  /** Writes the buffer synchronously; pino calls it after a fatal error. */
  flushSync(): void {
    this.#lines.flushSync();
  }

  readonly #flush = (): void => {
    this.#timer = undefined;
    this.#lines.flush();
  };
}
