import { isatty } from 'node:tty';
import pino, { type DestinationStream, type Logger, levels } from 'pino';
import type { Config } from '../config/config.ts';
import type { LogLevel } from '../config/settings.ts';
import type { Audit } from '../telemetry/audit.ts';
import { namingContext } from '../telemetry/log-context.ts';

/** Message of every audit line. */
const auditMessage = 'audit';

/**
 * Log lines go to standard error: standard output is for the command's answer. On a terminal they are for people, elsewhere
 * for programs (JSON).
 */
const standardError = (): DestinationStream =>
  new LogStream(2, [auditMessage], isatty(2) ? readableLine : (line) => line);

/** Opens the structured log. Lines contain the request or poll that they belong to. */
export const openLog = (level: LogLevel, name: string, stream = standardError()): Logger =>
  pino({ level, name, ...namingContext }, stream);

/**
 * Opens the audit log: lines with a member `audit`, in a separate file or in the log, whatever its level. Lines in a
 * file are written synchronously, before the audited action continues.
 */
export const openAudit = (log: Logger, { telemetry: { auditLog } }: Config): Audit => {
  const lines =
    auditLog === undefined
      ? log.child({}, { level: 'info' })
      : pino(
          { ...log.bindings(), ...namingContext },
          pino.destination({ dest: auditLog, append: true, mkdir: true, mode: 0o600, sync: true }),
        );
  return (event, details) => lines.info({ audit: event, ...details }, auditMessage);
};

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
class LogStream implements DestinationStream {
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

/** Members of every line that a person at a terminal can do without. */
const omitted: ReadonlySet<string> = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err', 'trace_id']);

/**
 * A log line for a person at a terminal: `10:31:07 warn  The data service does not answer. url=http://…`, and the stack of
 * its error below. The line is pino's JSON, with its line break.
 */
function readableLine(line: string): string {
  const { level, time, msg = '', err, ...rest } = JSON.parse(line);
  const at = new Date(Number(time)).toTimeString().slice(0, 8);
  const label = (levels.labels[level] ?? String(level)).padEnd(5);
  const details = Object.entries(rest)
    .filter(([member]) => !omitted.has(member))
    .map(([member, value]) => ` ${member}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const stack = err === undefined ? '' : `\n${String(err.stack ?? err.message).replace(/^/gm, '  ')}`;
  return `${at} ${label} ${msg}${details.join('')}${stack}\n`;
}
