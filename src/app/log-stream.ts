import pino, { type DestinationStream } from 'pino';

/** Bytes that are written at once: more might be torn apart in a pipe that several processes write to (PIPE_BUF). */
const chunk = 4_096;

/** The longest that a line waits for others, in milliseconds. */
const longestMs = 100;

/** pino's number of the level. */
const warn = 40;

/**
 * A stream of lines to a file descriptor. Lines wait for others, so that a busy graph writes a few dozen at once: one write
 * each would cost an operation a fifth of its CPU. Warnings and errors, and lines with one of the messages that are
 * `urgent`, wait for nothing: the process may be killed the next moment, and only what was handed to the system outlives
 * that. Whatever else ends the process, pino writes what is left.
 */
export class LogStream implements DestinationStream {
  /** Has pino tell the level and the message of a line before it is written. */
  readonly [pino.symbols.needsMetadataGsym] = true;
  lastLevel = 0;
  lastMsg: string | undefined;
  readonly #urgent: ReadonlySet<string>;
  readonly #lines;
  #timer: NodeJS.Timeout | undefined;
  /** Something that is urgent came while a write was under way, or began one. */
  #hurries = false;

  constructor(fd: number, urgent: readonly string[]) {
    this.#urgent = new Set(urgent);
    this.#lines = pino.destination({ dest: fd, minLength: chunk - 1, maxWrite: chunk });
    this.#lines.on('drain', () => {
      if (!this.#hurries) return;
      this.#hurries = false;
      this.#lines.flush();
    });
  }

  write(line: string): void {
    this.#lines.write(line);
    if (this.lastLevel >= warn || this.#urgent.has(this.lastMsg ?? '')) {
      this.#hurries = true;
      this.#lines.flush();
    } else this.#timer ??= setTimeout(this.#flush, longestMs).unref();
  }

  /** Writes what waits before it returns; pino calls it after a fatal error. */
  flushSync(): void {
    this.#lines.flushSync();
  }

  readonly #flush = (): void => {
    this.#timer = undefined;
    this.#lines.flush();
  };
}
